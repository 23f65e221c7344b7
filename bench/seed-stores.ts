import { readConfig } from '#runtime/config.ts'
import { createLog } from '#runtime/log.ts'
import { openQueue } from '#runtime/queues.ts'
import type { Stack } from './stack.ts'
import { host } from './visits.ts'

/** The connections that `waymark seed` needs. */
export const seedStores = ({ sql, redis, clickhouse, dataDir }: Stack) => ({
  sql,
  redis,
  clickhouse,
  qrQueue: openQueue('qr', redis),
  config: readConfig({ BASE_DOMAIN: host, DATA_DIR: dataDir }),
  log: createLog('bench', { LOG_LEVEL: 'warn', LOG_PRETTY: true }),
})
