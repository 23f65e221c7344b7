import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { cuttableWay } from '../test/stack/cuttable-way.ts'
import { eventually } from '../test/stack/eventually.ts'
import { openTestStores, type TestStores } from '../test/stack/stores.ts'
import { connectPostgres } from './postgres.ts'

let stores: TestStores
beforeAll(async () => {
  stores = await openTestStores()
})
afterAll(() => stores.close())

/** One connection that can be cut. Errors that would end the process are kept. */
async function connectOnce() {
  const way = await cuttableWay(stores.urls.database_url)
  const sql = connectPostgres(way.url, { name: 'test', max: 1 })
  const unhandled: unknown[] = []
  const keep = (error: unknown) => unhandled.push(error)
  process.on('uncaughtException', keep)
  onTestFinished(async () => {
    process.off('uncaughtException', keep)
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
    let go = () => {}
    const waiting = new Promise<void>((resolve) => {
      go = resolve
    })
    let isOpen = () => {}
    const opened = new Promise<void>((resolve) => {
      isOpen = resolve
    })
    const lost = sql.begin(async (tx) => {
      await tx`insert into written values ('lost')`
      isOpen()
      await waiting
      await tx`insert into written values ('lost, after it')`
    })
    const failed = failure(lost)
    await opened
    await way[how]()
    expect(await failed).toMatchObject(connectionLost)
    await way.restore()
    const next = sql.begin(async (tx) => {
      await tx`insert into written values ('next')`
      go()
      await setTimeout(100)
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
