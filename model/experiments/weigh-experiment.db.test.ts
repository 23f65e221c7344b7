import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ch } from '#runtime/ch-tag.ts'
import { uuidv7 } from '#runtime/uuid.ts'
import { createAccount, type TestAccount } from '../../test/factories/account.ts'
import { createExperiment, type MadeExperiment } from '../../test/factories/experiments.ts'
import { storeVariantClicks } from '../../test/factories/variant-clicks.ts'
import { openTestStores, type TestStores } from '../../test/stack/stores.ts'
import { logWeights } from './insert-experiment.ts'
import { readExperiment } from './read-experiment.ts'
import { variantClicks } from './variant-clicks.ts'
import { weighExperiment } from './weigh-experiment.ts'

let stores: TestStores
let account: TestAccount
beforeAll(async () => {
  stores = await openTestStores()
  account = await createAccount(stores.sql)
})
afterAll(() => stores.close())

async function weigh({ id }: MadeExperiment) {
  const test = await readExperiment(stores.sql, id)
  if (test === undefined) throw new Error('no such test')
  return await weighExperiment({ sql: stores.sql, ask: (statement, row) => stores.ch.query(statement, row) }, test)
}

const convert = (test: MadeExperiment, place: number, clickIds: readonly string[]) =>
  stores.sql`insert into conversions ${stores.sql(
    clickIds.map((click_id) => ({
      ...{ id: uuidv7(), account_id: account.id, test_id: test.id, link_id: test.link_id, click_id },
      ...{ variant_id: test.variant_ids[place] ?? '', event_name: 'conversion' },
    })),
  )}`

describe('the clicks of variants', () => {
  it('are found by account and link', async () => {
    const test = await createExperiment(stores, account)
    // An empty table has no query plan.
    await storeVariantClicks(stores.ch, account, test, { clicks: [1] })
    const which = { account_id: account.id, link_id: test.link_id, test_id: test.id, since: new Date() }
    const lines = await stores.ch.query(
      ch`explain indexes = 1 ${variantClicks(which)}`,
      z.object({ explain: z.string() }),
    )
    const plan = lines.map(({ explain }) => explain).join('\n')
    expect(plan).toMatch(/PrimaryKey\W+Keys:\W+account_id\W+link_id\W/)
  })
})

describe('the figures of a test', () => {
  it('count conversions whose clicks are not stored yet as clicks, so that no rate is above 100', async () => {
    const test = await createExperiment(stores, account, { status: 'running', min_sample_size: 1 })
    await storeVariantClicks(stores.ch, account, test, { clicks: [1, 1] })
    await convert(test, 1, [uuidv7(), uuidv7(), uuidv7()])
    const { variants } = await weigh(test)
    expect(variants[1]).toMatchObject({ clicks: 1, conversions: 3, conversion_rate: 100 })
    expect(variants[1]?.significance?.pValue).toBeGreaterThan(0)
  })

  it('expect shares by the weights since their last change', async () => {
    const test = await createExperiment(stores, account, { status: 'running', weights: [50, 50] })
    const before = new Date(Date.now() - 60_000).toISOString()
    await storeVariantClicks(stores.ch, account, test, { clicks: [100, 900], at: before })
    expect((await weigh(test)).srm_warning).toBe(true)
    await stores.sql.begin((tx) => logWeights(tx, test.id, []))
    expect((await weigh(test)).srm_warning).toBe(false)
    const after = new Date(Date.now() + 1_000).toISOString()
    await storeVariantClicks(stores.ch, account, test, { clicks: [200, 210], at: after })
    const { variants, srm_warning } = await weigh(test)
    expect(srm_warning).toBe(false)
    expect(variants).toMatchObject([
      { clicks: 300, clicks_since_weight_change: 200 },
      { clicks: 1_110, clicks_since_weight_change: 210 },
    ])
    await storeVariantClicks(stores.ch, account, test, { clicks: [200, 0], at: after })
    expect((await weigh(test)).srm_warning).toBe(true)
  })

  it('ignore a variant with weight 0 when checking shares', async () => {
    const test = await createExperiment(stores, account, { status: 'running', weights: [0, 50, 50] })
    await storeVariantClicks(stores.ch, account, test, { clicks: [0, 300, 300] })
    expect((await weigh(test)).srm_warning).toBe(false)
    await storeVariantClicks(stores.ch, account, test, { clicks: [0, 0, 200] })
    expect((await weigh(test)).srm_warning).toBe(true)
  })
})
