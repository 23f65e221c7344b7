import type { ClickHouse } from '#runtime/clickhouse.ts'
import type { Config } from '#runtime/config.ts'
import type { Log } from '#runtime/log.ts'
import type { Sql } from '#runtime/postgres.ts'
import type { TypedQueue } from '#runtime/queues.ts'
import type { Redis } from '#runtime/redis.ts'

/** The stores, and what goes with them. Each function of model/ takes what it needs. */
export interface Stores {
  sql: Sql
  redis: Redis
  /** Of work for images. */
  qrQueue: TypedQueue<'qr'>
  ch: ClickHouse
  config: Config
  log: Log
}
