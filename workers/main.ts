import { readConfig } from '#runtime/config.ts'
import { createLifecycle } from '#runtime/lifecycle.ts'
import { createLog } from '#runtime/log.ts'
import { createPrivately } from '#runtime/private-folder.ts'
import { findStoreUrls } from '#runtime/store-urls.ts'
import { startWorkers } from './start-workers.ts'

createPrivately()
const config = readConfig()
const log = createLog('workers', config)
const lifecycle = createLifecycle(log)
lifecycle.stopOnSignals()
await startWorkers({ config, urls: findStoreUrls(config), lifecycle, log })
