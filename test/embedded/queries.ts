import { ch } from '../../runtime/ch-tag.ts'
import { connectClickhouse } from '../../runtime/clickhouse.ts'
import { columnOf } from '../../runtime/native-columns.ts'
import { connectPostgres, type Sql } from '../../runtime/postgres.ts'
import { connectRedis, whenReady } from '../../runtime/redis.ts'
import type { StoreUrls } from '../../runtime/store-urls.ts'

export async function onPostgres<T>(url: string, work: (sql: Sql) => Promise<T>): Promise<T> {
  const sql = connectPostgres(url, { name: 'test', max: 1 })
  try {
    return await work(sql)
  } finally {
    await sql.end({ timeout: 1 })
  }
}

/** Writes to and reads from each store; returns what was read. */
export async function useStores(urls: StoreUrls): Promise<{ postgres: unknown; redis: unknown; clickhouse: string }> {
  return { postgres: await usePostgres(urls), redis: await useRedis(urls), clickhouse: await useClickhouse(urls) }
}

function usePostgres(urls: StoreUrls): Promise<unknown> {
  return onPostgres(urls.database_url, async (sql) => {
    await sql`create table if not exists tried (n int)`
    await sql`insert into tried values (1)`
    const [row] =
      await sql`select current_setting('server_version_num')::int / 10000 as major, current_user as name from tried`
    return row
  })
}

async function useRedis(urls: StoreUrls): Promise<unknown> {
  const redis = connectRedis(urls.redis_url, { name: 'test' })
  try {
    await whenReady(redis)
    await redis.set('tried', 'yes')
    return await redis.get('tried')
  } finally {
    redis.disconnect()
  }
}

async function useClickhouse(urls: StoreUrls): Promise<string> {
  const clickhouse = connectClickhouse(urls.clickhouse_url)
  try {
    await clickhouse.command(ch`create table if not exists tried (n Int32) engine = MergeTree order by n`)
    await clickhouse.insert('tried', { n: columnOf.uint64 }, [{ n: 1 }], { token: `tried-${Date.now()}` })
    await clickhouse.ping()
    return 'stored'
  } finally {
    await clickhouse.close()
  }
}
