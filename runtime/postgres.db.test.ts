import { type AddressInfo, connect, createServer } from 'node:net'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findPgbouncer, startPgbouncer } from '../test/stack/pgbouncer.ts'
import { openTestStores, type TestStores } from '../test/stack/stores.ts'
import { commitWith, connectPostgres, type Sql } from './postgres.ts'

let stores: TestStores
let sql: Sql
const warnings: unknown[] = []

const pgbouncer = await findPgbouncer()
if (pgbouncer === undefined) console.warn('PgBouncer is not installed: its test is skipped')

beforeAll(async () => {
  stores = await openTestStores()
  sql = postgres(stores.urls.database_url, { max: 1, onnotice: (notice) => warnings.push(notice) }) as unknown as Sql
  await sql`create table kept (place integer primary key)`
})
afterAll(async () => {
  await sql.end({ timeout: 2 })
  await stores.close()
})

const kept = async () =>
  (await sql<{ place: number }[]>`select place from kept order by place`).map(({ place }) => place)

it('connects to an IPv6 address', async () => {
  const url = new URL(stores.urls.database_url)
  const proxy = createServer((client) => {
    const server = connect(Number(url.port), '127.0.0.1')
    for (const socket of [client, server]) socket.on('error', () => undefined)
    client.pipe(server).pipe(client)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '::1', resolve))
  const { port } = proxy.address() as AddressInfo
  const remote = connectPostgres(url.href.replace(url.host, `[::1]:${port}`), { name: 'test' })
  expect(await remote`select 1 as one`).toEqual([{ one: 1 }])
  await remote.end()
  proxy.close()
})

describe('statements that are sent with the commit', () => {
  it('are committed with the others, without a warning', async () => {
    await sql.begin(async (tx) => {
      await tx`insert into kept values (1)`
      await commitWith(tx, [tx`insert into kept values (2)`, tx`insert into kept values (3)`])
      expect(await stores.sql`select place from kept`, 'before the driver ends the transaction').toHaveLength(3)
    })
    expect(await kept()).toEqual([1, 2, 3])
    expect(warnings).toEqual([])
  })

  it('take all with them if one fails, and leave the connection usable', async () => {
    const failing = sql.begin(async (tx) => {
      await tx`insert into kept values (4)`
      await commitWith(tx, [tx`insert into kept values (1)`, tx`insert into kept values (5)`])
    })
    await expect(failing).rejects.toMatchObject({ code: '23505' })
    expect(await kept()).toEqual([1, 2, 3])
    expect(warnings).toEqual([])
  })
})

describe('a database whose time zone is not UTC', () => {
  const [inUtc, inKolkata] = ['9999-12-31T23:59:59+00:00', '10000-01-01T05:29:59+05:30']
  beforeAll(async () => {
    const [{ name } = { name: '' }] = await stores.sql<{ name: string }[]>`select current_database() as name`
    await stores.sql`alter database ${stores.sql(name)} set timezone to 'Asia/Kolkata'`
  })

  /** The last second of 9999 in JSON, as several connections see it. */
  async function writtenTimes(pool: Sql) {
    const rows = Array.from({ length: 20 }, async () => {
      const [row] = await pool<{ at: string }[]>`
        select to_jsonb('9999-12-31T23:59:59Z'::timestamptz) #>> '{}' as at, pg_sleep(0.01)`
      return row?.at
    })
    return [...new Set(await Promise.all(rows))]
  }

  /** What our connections write, and what those of another program write. */
  async function compare(url: string) {
    const ours = connectPostgres(url, { name: 'test', max: 5 })
    const others = postgres(url, { max: 5 }) as unknown as Sql
    try {
      return await Promise.all([writtenTimes(ours), writtenTimes(others)])
    } finally {
      await Promise.all([ours.end({ timeout: 2 }), others.end({ timeout: 2 })])
    }
  }

  it('writes times in UTC', async () => {
    expect(await compare(stores.urls.database_url)).toEqual([[inUtc], [inKolkata]])
  })

  it.skipIf(pgbouncer === undefined)('does so behind PgBouncer in transaction mode', async () => {
    const pooler = await startPgbouncer(stores.urls.database_url)
    try {
      expect(await compare(pooler.url)).toEqual([[inUtc], [inKolkata]])
    } finally {
      await pooler.stop()
    }
  })
})
