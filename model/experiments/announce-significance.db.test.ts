import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uuidv7 } from '#runtime/uuid.ts'
import { significantTest } from '#schemas/experiment-analytics.ts'
import { createAccount, type TestAccount } from '../../test/factories/account.ts'
import { createExperiment, type MadeExperiment } from '../../test/factories/experiments.ts'
import { storeVariantClicks } from '../../test/factories/variant-clicks.ts'
import { createWebhook } from '../../test/factories/webhooks.ts'
import { openTestStores, type TestStores } from '../../test/stack/stores.ts'
import { watchSignificance } from './announce-significance.ts'

let stores: TestStores
let account: TestAccount
let run: () => Promise<void>
beforeAll(async () => {
  stores = await openTestStores()
  account = await createAccount(stores.sql)
  await createWebhook(stores.sql, account, { events: ['ab_test.significant'] })
  const watch = watchSignificance(stores.ch, stores.config)
  run = () => stores.sql.begin(watch)
})
afterAll(() => stores.close())

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
  })

  it('is sent once by two concurrent workers', async () => {
    const test = await makeTest({}, [10, 40])
    const others = [watchSignificance(stores.ch, stores.config), watchSignificance(stores.ch, stores.config)]
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
