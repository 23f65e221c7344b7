import { Counter, Registry } from 'prom-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keepSalts } from '#model/clicks/keep-salts.ts'
import { pruneRows } from '#model/installation/prune-rows.ts'
import type { Sql, Tx } from '#runtime/postgres.ts'
import { uuidv7 } from '#runtime/uuid.ts'
import { createAccount } from '../../test/factories/account.ts'
import { eventually } from '../../test/stack/eventually.ts'
import { openTestStores, type TestStores } from '../../test/stack/stores.ts'
import { runEvery, runOnce, runWhenDue } from './run-tasks.ts'

let stores: TestStores

beforeAll(async () => {
  stores = await openTestStores()
})
afterAll(() => stores.close())

describe('a timer', () => {
  it('runs in one worker at a time', async () => {
    let [atOnce, most, runs] = [0, 0, 0]
    let finish = () => {}
    const blocked = new Promise<void>((resolve) => {
      finish = resolve
    })
    const task = {
      name: 'test',
      everyMs: 1,
      async run() {
        runs += 1
        atOnce += 1
        most = Math.max(most, atOnce)
        await blocked
        atOnce -= 1
      },
    }
    const first = runOnce(stores.sql, task)
    await eventually(() => expect(runs).toBe(1))
    expect(await runOnce(stores.sql, task)).toBe(false)
    expect(await runOnce(stores.sql, { ...task, name: 'another', run: async () => {} })).toBe(true)
    finish()
    expect(await first).toBe(true)
    expect(await runOnce(stores.sql, task)).toBe(true)
    expect({ most, runs }).toEqual({ most: 1, runs: 2 })
  })

  it('sets keepalives for its transaction, which end it a minute after its machine fails', async () => {
    const read = async (sql: Sql | Tx) => {
      const [row] = await sql<{ set: string }[]>`
        select concat_ws(' ', current_setting('tcp_keepalives_idle'), current_setting('tcp_keepalives_interval'),
          current_setting('tcp_keepalives_count')) as set`
      return row?.set
    }
    const before = await read(stores.sql)
    let during: string | undefined
    await runOnce(stores.sql, {
      name: 'test',
      async run(tx) {
        during = await read(tx)
      },
    })
    expect([during, await read(stores.sql)]).toEqual(['30 10 3', before])
    expect(before).not.toBe('30')
  })

  it('continues after a failure, which it counts, and ends when it is stopped', async () => {
    const failures = new Counter({ name: 'f', help: 'f', labelNames: ['task'], registers: [new Registry()] })
    let runs = 0
    const stop = runEvery(
      { sql: stores.sql, log: stores.log, failures },
      {
        name: 'failing',
        everyMs: 1,
        async run() {
          runs += 1
          if (runs === 1) throw new Error('once')
        },
      },
    )
    await eventually(() => expect(runs).toBeGreaterThan(2))
    await stop()
    const ran = runs
    expect((await failures.get()).values).toMatchObject([{ value: 1, labels: { task: 'failing' } }])
    expect(runs).toBe(ran)
  })
})

it('a timer opens no transaction while its task has nothing to do', async () => {
  const failures = new Counter({ name: 'f', help: 'f', labelNames: ['task'], registers: [new Registry()] })
  let [asked, runs] = [0, 0]
  const stop = runEvery(
    { sql: stores.sql, log: stores.log, failures },
    {
      name: 'seldom',
      everyMs: 1,
      isWorthwhile: async () => ++asked === 3,
      async run() {
        runs += 1
      },
    },
  )
  await eventually(() => expect(asked).toBeGreaterThan(4))
  await stop()
  expect(runs).toBe(1)
})

describe('tasks that run when they are due', () => {
  const rhythm = { everyMs: 20, restingMs: 20, restAfterMs: 0 }
  const newUpkeep = () => {
    const failures = new Counter({ name: 'f', help: 'f', labelNames: ['task'], registers: [new Registry()] })
    return { sql: stores.sql, log: stores.log, failures }
  }

  it('run only then, also after a failure', async () => {
    const runs = { due: 0, idle: 0 }
    let isDue = true
    const stop = runWhenDue(
      newUpkeep(),
      [
        {
          name: 'due',
          isDue: (sql) => sql`${isDue}::boolean`,
          async run() {
            runs.due += 1
            if (runs.due === 1) throw new Error('once')
            isDue = false
          },
        },
        {
          name: 'idle',
          isDue: (sql) => sql`false`,
          async run() {
            runs.idle += 1
          },
        },
      ],
      rhythm,
    )
    await eventually(() => expect(runs.due).toBe(2))
    isDue = true
    await eventually(() => expect(runs.due).toBe(3))
    await stop()
    expect(runs).toEqual({ due: 3, idle: 0 })
  })

  it('are asked about no more often than they need, and all of them less often after a time without any', async () => {
    const asked = { always: 0, seldom: 0 }
    const task = (name: keyof typeof asked, everyMs = 0) => ({
      name,
      everyMs,
      isDue: (sql: typeof stores.sql) => {
        asked[name] += 1
        return sql`false`
      },
      run: async () => {},
    })
    const seldomMs = 100
    const resting = { everyMs: 1, restingMs: 600_000, restAfterMs: 5 * seldomMs }
    const startedAt = performance.now()
    const stop = runWhenDue(newUpkeep(), [task('always'), task('seldom', seldomMs)], resting)
    await eventually(() => {
      expect(asked.seldom).toBeGreaterThan(2)
      expect(asked.always).toBeGreaterThan(asked.seldom)
    })
    expect(asked.seldom).toBeLessThanOrEqual((performance.now() - startedAt) / seldomMs + 1)
    await new Promise((resolve) => setTimeout(resolve, 2 * resting.restAfterMs))
    const { always } = asked
    await new Promise((resolve) => setTimeout(resolve, seldomMs))
    expect(asked.always).toBe(always)
    await stop()
  })

  it('do not wait for a slow one, which is not run twice at once, and are waited for at the end', async () => {
    let [quick, slow, isOver] = [0, 0, false]
    let finish = () => {}
    const blocked = new Promise<void>((resolve) => {
      finish = resolve
    })
    const stop = runWhenDue(
      newUpkeep(),
      [
        {
          name: 'slow',
          isDue: (sql) => sql`true`,
          async run() {
            slow += 1
            await blocked
          },
        },
        {
          name: 'quick',
          isDue: (sql) => sql`true`,
          async run() {
            quick += 1
          },
        },
      ],
      rhythm,
    )
    await eventually(() => expect(quick).toBeGreaterThan(3))
    expect(slow).toBe(1)
    const ended = stop().then(() => {
      isOver = true
    })
    expect(isOver).toBe(false)
    finish()
    await ended
  })

  it('are tried if a condition cannot be read, and stop no other task', async () => {
    const upkeep = newUpkeep()
    let runs = 0
    const stop = runWhenDue(
      upkeep,
      [
        {
          name: 'broken',
          isDue: (sql) => sql`exists (select from no_such_table)`,
          run: () => Promise.reject(new Error('broken')),
        },
        {
          name: 'whole',
          isDue: (sql) => sql`true`,
          async run() {
            runs += 1
          },
        },
      ],
      rhythm,
    )
    await eventually(() => expect(runs).toBeGreaterThan(1))
    await stop()
    expect((await upkeep.failures.get()).values).toMatchObject([{ labels: { task: 'broken' } }])
  })
})

describe('salts', () => {
  const days = async () =>
    (await stores.sql`select window_start::text as day from visitor_salts order by 1`).map(({ day }) => day as string)
  const keep = (now: string, windowDays = 1) => stores.sql.begin((tx) => keepSalts(tx, windowDays, Date.parse(now)))

  it('are created twelve hours early and deleted a day after their window', async () => {
    await keep('2026-03-10T11:59:00Z')
    expect(await days()).toEqual(['2026-03-10'])
    await keep('2026-03-10T12:00:00Z')
    expect(await days()).toEqual(['2026-03-10', '2026-03-11'])
    await keep('2026-03-11T23:59:59Z')
    expect(await days()).toEqual(['2026-03-10', '2026-03-11', '2026-03-12'])
    await keep('2026-03-12T00:00:00Z')
    expect(await days()).toEqual(['2026-03-11', '2026-03-12'])
  })

  it('do not change while they are stored', async () => {
    const salt = async () => (await stores.sql`select salt from visitor_salts where window_start = '2026-03-12'`)[0]
    const before = await salt()
    await keep('2026-03-12T00:00:01Z')
    expect(await salt()).toEqual(before)
  })
})

describe('pruning', () => {
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)

  it('removes rows that are too old to be needed, but no batch that is not stored', async () => {
    const { sql } = stores
    const account = await createAccount(sql)
    const [old, unstored, young] = [uuidv7(), uuidv7(), uuidv7()]
    await sql`
      insert into click_batches (batch_id, rows, claimed_at, stored_at)
      values (${old}, 1, ${daysAgo(32)}, ${daysAgo(32)}), (${unstored}, 1, ${daysAgo(32)}, null),
        (${young}, 1, ${daysAgo(30)}, ${daysAgo(30)})`
    await sql`
      insert into deleted_links (link_id, account_id, deleted_at, purges)
      values (${old}, ${account.id}, ${daysAgo(32)}, 3), (${unstored}, ${account.id}, ${daysAgo(32)}, 1),
        (${young}, ${account.id}, ${daysAgo(30)}, 3)`
    await sql`
      insert into webhook_messages (id, account_id, type, data, created_at)
      values (${old}, ${account.id}, 'url.created', '{}', ${daysAgo(31)}),
        (${young}, ${account.id}, 'url.created', '{}', ${daysAgo(29)})`
    await sql`
      insert into idempotency_keys (account_id, key, claim_id, request_hash, created_at)
      values (${account.id}, 'old', ${old}, '', ${daysAgo(1.1)}), (${account.id}, 'young', ${young}, '', ${daysAgo(0.9)})`
    await sql`
      insert into released_subdomains (host, account_id, released_at)
      values ('old.localhost', ${account.id}, ${daysAgo(91)}), ('young.localhost', ${account.id}, ${daysAgo(89)})`
    await sql.begin(pruneRows)

    const batches = (await sql`select batch_id from click_batches`).map(({ batch_id }) => batch_id as string)
    expect(new Set(batches)).toEqual(new Set([unstored, young]))
    const links = (await sql`select link_id from deleted_links`).map(({ link_id }) => link_id as string)
    expect(new Set(links)).toEqual(new Set([unstored, young]))
    expect(await sql`select host from released_subdomains`).toEqual([{ host: 'young.localhost' }])
    expect(await sql`select id from webhook_messages`).toEqual([{ id: young }])
    expect(await sql`select key from idempotency_keys`).toEqual([{ key: 'young' }])
  })
})
