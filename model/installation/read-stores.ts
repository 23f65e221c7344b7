import { z } from 'zod'
import { ch as statement } from '#runtime/ch-tag.ts'
import type { Redis } from '#runtime/redis.ts'
import type { SystemState } from '#schemas/system.ts'
import type { Stores } from '../stores.ts'

/** A store that does not respond within this time counts as unavailable. */
const patienceMs = 3_000

type Store = SystemState['stores'][number]
type StoreFacts = Pick<Store, 'version' | 'size_bytes'>

/** The version and size of each store, read concurrently. */
export async function readStores({ sql, redis, ch }: Pick<Stores, 'sql' | 'redis' | 'ch'>): Promise<Store[]> {
  return await Promise.all([
    askStore('postgres', async () => {
      const [row] = await sql<{ version: string; size_bytes: number }[]>`
        select current_setting('server_version') as version, pg_database_size(current_database()) as size_bytes`
      return row ?? { version: null, size_bytes: null }
    }),
    askStore('redis', () => readRedis(redis)),
    askStore('clickhouse', async (signal) => {
      const [row] = await ch.query(clickhouseSize, clickhouseRow, { signal })
      return row ?? { version: null, size_bytes: null }
    }),
  ])
}

const clickhouseRow = z.object({ version: z.string(), size_bytes: z.int() })
/** Not from system.parts, which an account of ClickHouse may not be allowed to read. */
const clickhouseSize = statement`
  select version() as version, ifNull(sum(total_bytes), 0) as size_bytes
  from system.tables
  where database = currentDatabase()`

/** A cluster reports the version of its first master and the memory of all. */
async function readRedis(redis: Redis): Promise<StoreFacts> {
  const nodes = 'nodes' in redis ? redis.nodes('master') : [redis]
  const told = await Promise.all(nodes.map((node) => node.info()))
  const find = (text: string, field: string) => new RegExp(`^${field}:(.*)$`, 'm').exec(text)?.[1]?.trim()
  return {
    version: find(told[0] ?? '', 'valkey_version') ?? find(told[0] ?? '', 'redis_version') ?? null,
    size_bytes: told.reduce((sum, text) => sum + Number(find(text, 'used_memory') ?? 0), 0),
  }
}

async function askStore(name: Store['name'], ask: (signal: AbortSignal) => Promise<StoreFacts>): Promise<Store> {
  const start = performance.now()
  const elapsed = () => Math.round((performance.now() - start) * 10) / 10
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(new Error(`no response within ${patienceMs} ms`)), patienceMs)
  const tooLate = new Promise<never>((_, reject) => {
    late.signal.addEventListener('abort', () => reject(late.signal.reason as Error))
  })
  try {
    const told = await Promise.race([ask(late.signal), tooLate])
    return { name, ok: true, ms: elapsed(), ...told, error: null }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return { name, ok: false, ms: elapsed(), version: null, size_bytes: null, error: message }
  } finally {
    clearTimeout(timer)
  }
}
