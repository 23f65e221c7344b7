import type { ClickHouse } from '#runtime/clickhouse.ts'
import type { Config } from '#runtime/config.ts'
import type { Log } from '#runtime/log.ts'
import type { Sql } from '#runtime/postgres.ts'
import type { TypedQueue } from '#runtime/queues.ts'
import type { Redis } from '#runtime/redis.ts'

/** The stores and related services. Each function in model/ takes the ones it needs. */
export interface Stores {
  sql: Sql
  redis: Redis
  /** Queue of image jobs. */
  qrQueue: TypedQueue<'qr'>
  /** Queue of destinations to read for previews. */
  destinationQueue: TypedQueue<'destinations'>
  ch: ClickHouse
  config: Config
  log: Log
}
