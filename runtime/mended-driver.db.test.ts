import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { cuttableWay } from '../test/stack/cuttable-way.ts'
import { eventually } from '../test/stack/eventually.ts'
import { signal } from '../test/stack/signal.ts'
import { openTestStores, type TestStores } from '../test/stack/stores.ts'
import { connectPostgres } from './postgres.ts'

let stores: TestStores
beforeAll(async () => {
  stores = await openTestStores()
})
afterAll(() => stores.close())

/** One connection that can be cut. Errors that would end the process are kept. */
async function connectOnce(parameter = '') {
  const way = await cuttableWay(stores.urls.database_url)
  const url = new URL(way.url)
  url.search = parameter
  const sql = connectPostgres(url.href, { name: 'test', max: 1 })
  const unhandled: unknown[] = []
  const keep = (error: unknown) => unhandled.push(error)
  process.on('uncaughtException', keep).on('unhandledRejection', keep)
  onTestFinished(async () => {
    process.off('uncaughtException', keep).off('unhandledRejection', keep)
    await sql.end({ timeout: 1 })
    await way.cut()
  })
  return { way, sql, unhandled }
}

const connectionLost = { code: expect.stringMatching(/^CONNECTION_|^ECONNRESET$/) }
const failure = (transaction: Promise<unknown>) =>
  transaction.then(
    () => null,
    (error: unknown) => error,
  )

const untilRunning = (statement: string) =>
  eventually(async () =>
    expect(await stores.sql`select pid from pg_stat_activity where query = ${statement}`).toHaveLength(1),
  )

it.each(['cut', 'reset'] as const)(
  'a transaction whose connection is %s fails, and the next ones work',
  async (how) => {
    const { way, sql, unhandled } = await connectOnce()
    const statement = `select pg_sleep(60) -- ${how}`
    const running = sql.begin((tx) => tx.unsafe(statement))
    const failed = failure(running)
    await untilRunning(statement)
    await way[how]()
    expect(await failed).toMatchObject(connectionLost)
    await way.restore()
    for (const number of [1, 2, 3]) expect(await sql`select ${number}::int as number`).toEqual([{ number }])
    expect(unhandled).toEqual([])
  },
)

it.each(['cut', 'reset'] as const)(
  'a transaction that waited while its connection was %s writes nothing',
  async (how) => {
    const { way, sql, unhandled } = await connectOnce()
    await stores.sql`create table if not exists written (by text)`
    await stores.sql`truncate written`
    const [opened, waiting, tried] = [signal(), signal(), signal()]
    const lost = sql.begin(async (tx) => {
      await tx`insert into written values ('lost')`
      opened.give()
      await waiting.given
      await tx`insert into written values ('lost, after it')`.finally(tried.give)
    })
    const failed = failure(lost)
    await opened.given
    await way[how]()
    expect(await failed).toMatchObject(connectionLost)
    await way.restore()
    const next = sql.begin(async (tx) => {
      await tx`insert into written values ('next')`
      waiting.give()
      await tried.given
      await tx`insert into written values ('next, after it')`
      throw new Error('roll back')
    })
    await expect(next).rejects.toThrow('roll back')
    expect(await sql`select by from written`).toEqual([])
    expect(unhandled).toEqual([])
  },
)

it('a transaction that is sent behind many statements has the connection to itself', async () => {
  const { sql } = await connectOnce()
  await sql`select 1`
  const outcomes: string[] = []
  for (let before = 96; before <= 104; before++) {
    const statements = Array.from({ length: before }, () => sql`select 1`.execute())
    const transaction = sql
      .begin((tx) => tx`select 1`)
      .then(
        () => 'committed',
        (error: unknown) => `${before}: ${String(error)}`,
      )
    outcomes.push(await transaction)
    await Promise.all(statements)
  }
  expect(outcomes).toEqual(outcomes.map(() => 'committed'))
  const open = await stores.sql`
    select pid from pg_stat_activity where datname = current_database() and state = 'idle in transaction'`
  expect(open).toEqual([])
})

it('a list that was read in parts leaves later statements alone', async () => {
  const { way, sql, unhandled } = await connectOnce()
  const [reached, waiting] = [signal(), signal()]
  const reading = sql.begin(async (tx) => {
    for await (const _rows of tx`select n from generate_series(1, 3) n`.cursor(1)) {
      reached.give()
      await waiting.given
      break
    }
  })
  await reached.given
  await way.cut()
  expect(await failure(reading)).toMatchObject(connectionLost)
  await way.restore()
  const statement = `select 'slow' as name from pg_sleep(0.5)`
  const slow = sql.unsafe(statement).execute()
  const later = ['second', 'third'].map((name) => sql`select ${name} as name`.execute())
  await untilRunning(statement)
  waiting.give()
  expect(await Promise.all([slow, ...later])).toEqual([[{ name: 'slow' }], [{ name: 'second' }], [{ name: 'third' }]])
  expect(unhandled).toEqual([])
})

it('a connection that could not read the types of arrays is replaced', async () => {
  const { sql, unhandled } = await connectOnce('statement_timeout=300')
  await stores.sql.begin(async (tx) => {
    await tx`lock table pg_catalog.pg_type in access exclusive mode`
    expect(await failure(sql`select 1`)).toMatchObject({ code: expect.any(String) })
  })
  await eventually(async () => expect(await sql`select ${[1, 2]}::int[] as numbers`).toEqual([{ numbers: [1, 2] }]))
  expect(unhandled).toEqual([])
})

it('a statement that is prepared again has the same parameters', async () => {
  const { sql } = await connectOnce()
  const read = () => sql`
    select ${true}::boolean as yes, ${sql.json({ a: 1 })}::jsonb as data, ${Buffer.from('ab')}::bytea as bytes`
  const expected = [{ yes: true, data: { a: 1 }, bytes: Buffer.from('ab') }]
  expect(await read()).toEqual(expected)
  await sql.unsafe('deallocate all')
  expect(await read()).toEqual(expected)
})

it('a parameter that cannot be written fails its own statement only', async () => {
  const { sql } = await connectOnce()
  const read = (at: Date) => sql`select ${at}::timestamptz as at`
  await read(new Date(0))
  const slow = sql`select 'slow' as name from pg_sleep(0.1)`.execute()
  const wrong = failure(read(new Date(Number.NaN)))
  const later = sql`select 'later' as name`.execute()
  expect(await wrong).toBeInstanceOf(RangeError)
  expect(await Promise.all([slow, later])).toEqual([[{ name: 'slow' }], [{ name: 'later' }]])
})
