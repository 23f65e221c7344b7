import { readConfig } from '#runtime/config.ts'
import { createLifecycle } from '#runtime/lifecycle.ts'
import { createLog } from '#runtime/log.ts'
import { createPrivately } from '#runtime/private-folder.ts'
import { findStoreUrls } from '#runtime/store-urls.ts'
import { leadsCluster, runCluster } from './run-cluster.ts'
import { startRedirector } from './start-redirector.ts'

createPrivately()
const config = readConfig()
const log = createLog('redirector', config)
const lifecycle = createLifecycle(log)
lifecycle.stopOnSignals()
if (leadsCluster(config)) runCluster({ config, lifecycle, log })
else await startRedirector({ config, urls: findStoreUrls(config), lifecycle, log })
