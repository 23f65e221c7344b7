import type { Config } from '#runtime/config.ts'
import { createLog } from '#runtime/log.ts'
import { migrateStores } from '#runtime/migrate.ts'
import { findStoreUrls } from '#runtime/store-urls.ts'

export const migrate = (config: Config): Promise<void> =>
  migrateStores(findStoreUrls(config), createLog('migrate', config))
