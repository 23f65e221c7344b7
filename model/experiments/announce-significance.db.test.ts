import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ClickHouse } from '#runtime/clickhouse.ts'
import { uuidv7 } from '#runtime/uuid.ts'
import { significantTest } from '#schemas/experiment-analytics.ts'
import { createAccount, type TestAccount } from '../../test/factories/account.ts'
import { createExperiment, type MadeExperiment } from '../../test/factories/experiments.ts'
import { storeVariantClicks } from '../../test/factories/variant-clicks.ts'
import { createWebhook } from '../../test/factories/webhooks.ts'
import { eventually } from '../../test/stack/eventually.ts'
import { openTestStores, type TestStores } from '../../test/stack/stores.ts'
import { watchSignificance } from './announce-significance.ts'

let stores: TestStores
let account: TestAccount
let run: () => Promise<void>
beforeAll(async () => {
  stores = await openTestStores()
  account = await createAccount(stores.sql)
  await createWebhook(stores.sql, account, { events: ['ab_test.significant'] })
  const watch = watchSignificance(partsWith(stores.ch))
  run = () => stores.sql.begin(watch)
})
afterAll(() => stores.close())

const partsWith = (clickhouse: ClickHouse) => ({ clickhouse, config: stores.config, log: stores.log })

async function makeTest(options: Parameters<typeof createExperiment>[2], converted: readonly number[]) {
  const test = await createExperiment(stores, account, { status: 'running', min_sample_size: 100, ...options })
  const clicks = await storeVariantClicks(stores.ch, account, test, { clicks: converted.map(() => 100) })
  await convert(test, converted, clicks)
  return test
}

async function convert(test: MadeExperiment, converted: readonly number[], clicks: readonly string[][]) {
  const rows = converted.flatMap((count, place) =>
    (clicks[place] ?? []).slice(0, count).map((click_id) => ({
      ...{ id: uuidv7(), account_id: account.id, test_id: test.id, link_id: test.link_id, click_id },
      ...{ variant_id: test.variant_ids[place] ?? '', event_name: 'conversion' },
    })),
  )
  await stores.sql`insert into conversions ${stores.sql(rows)}`
}

const toldOf = async ({ id }: MadeExperiment) =>
  (await stores.sql`select data from webhook_messages where data ->> 'id' = ${id}`).map(({ data }) => data)

describe('ab_test.significant', () => {
  it('reports once which variants differ significantly from the first', async () => {
    const test = await makeTest({ weights: [40, 30, 30] }, [10, 40, 11])
    await stores.sql`update links set tags = '{spring}' where id = ${test.link_id}`
    const filtered = { events: ['ab_test.significant'], filters: { tags: ['Spring'] } }
    const { id } = await createWebhook(stores.sql, account, filtered)
    await run()
    await run()
    const told = await toldOf(test)
    expect(told).toHaveLength(1)
    expect(significantTest.parse(told[0])).toEqual(told[0])
    expect(told[0]).toMatchObject({
      id: test.id,
      short_url_id: test.link_id,
      status: 'running',
      significant_variants: [{ id: test.variant_ids[1], conversion_rate: 40, significance: { isSignificant: true } }],
    })
    expect(await stores.sql`select from webhook_deliveries where webhook_id = ${id}`).toHaveLength(1)
  })

  it('is sent once by two concurrent workers', async () => {
    const test = await makeTest({}, [10, 40])
    const others = [watchSignificance(partsWith(stores.ch)), watchSignificance(partsWith(stores.ch))]
    await Promise.all(others.map((watch) => stores.sql.begin(watch)))
    expect(await toldOf(test)).toHaveLength(1)
  })

  it('is sent when a difference becomes significant, not before', async () => {
    const test = await makeTest({}, [10, 12])
    await run()
    expect(await toldOf(test)).toEqual([])
    await convert(test, [0, 30], [[], Array.from({ length: 30 }, () => uuidv7())])
    await run()
    expect(await toldOf(test)).toHaveLength(1)
  })

  it('is not sent for a test with too few clicks or one that has ended', async () => {
    const young = await makeTest({ min_sample_size: 101 }, [10, 40])
    const ended = await makeTest({ status: 'completed' }, [10, 40])
    await run()
    expect([await toldOf(young), await toldOf(ended)]).toEqual([[], []])
  })
})

describe('a run', () => {
  let now: number
  let asked: number
  let runLater: () => Promise<void>
  beforeEach(async () => {
    await stores.sql`delete from ab_tests`
    now = Date.now()
  })

  /** A worker with a separate clock, which counts its queries. */
  function startWorker(query: ClickHouse['query'] = (...given) => stores.ch.query(...given)): void {
    asked = 0
    const counted: ClickHouse['query'] = (...given) => {
      asked += 1
      return query(...given)
    }
    const watch = watchSignificance(partsWith({ ...stores.ch, query: counted }), () => now)
    runLater = () => stores.sql.begin(watch)
  }

  it('goes on with the other tests if one cannot be weighed, and tries that again after 5 minutes', async () => {
    const [broken, other] = [await makeTest({}, [10, 40]), await makeTest({}, [10, 40])]
    startWorker()
    let running = Promise.resolve()
    await stores.sql.begin(async (tx) => {
      await tx`lock table ab_weight_changes in access exclusive mode`
      running = runLater()
      await eventually(async () => {
        const cancelled = await stores.sql`
          select pg_cancel_backend(pid)
          from pg_locks
          where relation = 'ab_weight_changes'::regclass and not granted
          and database = (select oid from pg_database where datname = current_database())`
        expect(cancelled).toHaveLength(1)
      })
    })
    await running
    const counts = async () => [(await toldOf(broken)).length, (await toldOf(other)).length]
    expect(await counts()).toEqual([0, 1])
    now += 299_000
    await runLater()
    expect(await counts()).toEqual([0, 1])
    now += 1_000
    await runLater()
    expect(await counts()).toEqual([1, 1])
  })

  it('ends after ten failures, and the next one continues after them', async () => {
    for (let number = 0; number < 12; number++)
      await convert(await createExperiment(stores, account, { status: 'running' }), [1], [[uuidv7()]])
    startWorker(() => Promise.reject(new Error('the click store is down')))
    const seen: number[] = []
    for (let runs = 0; runs < 3; runs++) {
      await runLater()
      seen.push(asked)
    }
    expect(seen).toEqual([10, 12, 12])
    now += 300_000
    await runLater()
    expect(asked).toBe(22)
  })

  it('weighs a test again after its clicks or conversions have grown by 1%, after a change of it, and after an hour', async () => {
    const test = await makeTest({}, [10, 12])
    const setClicks = (clicks: number) => stores.sql`
      update link_counts set clicks = ${clicks} where link_id = ${test.link_id}`
    await setClicks(1_000)
    startWorker()
    const asksAfter = async (change: () => unknown) => {
      await change()
      const before = asked
      await runLater()
      return asked - before
    }
    expect(await asksAfter(() => undefined), 'the first time').toBe(1)
    expect(await asksAfter(() => undefined), 'without a change').toBe(0)
    expect(await asksAfter(() => setClicks(1_009)), 'after few clicks').toBe(0)
    expect(await asksAfter(() => setClicks(1_010)), 'after enough clicks').toBe(1)
    expect(await asksAfter(() => convert(test, [1], [[uuidv7()]])), 'after enough conversions').toBe(1)
    expect(await asksAfter(() => stores.sql`update ab_tests set updated_at = now()`), 'after a change').toBe(1)
    expect(await asksAfter(() => (now += 3_599_000)), 'within an hour').toBe(0)
    expect(await asksAfter(() => (now += 1_000)), 'after an hour').toBe(1)
  })
})
