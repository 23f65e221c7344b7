import type { ClickHouse } from '#runtime/clickhouse.ts'
import type { Config } from '#runtime/config.ts'
import type { Log } from '#runtime/log.ts'
import type { Sql } from '#runtime/postgres.ts'
import type { TypedQueue } from '#runtime/queues.ts'
import type { Redis } from '#runtime/redis.ts'

/** What the functions of model/ work with. Each takes the ones it needs. */
export interface Services {
  sql: Sql
  redis: Redis
  /** Of work for images. */
  qrQueue: TypedQueue<'qr'>
  ch: ClickHouse
  config: Config
  log: Log
}
