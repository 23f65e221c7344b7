import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uuidv7 } from '#runtime/uuid.ts'
import { createExperiment, type MadeExperiment } from '../../factories/experiments.ts'
import { storeVariantClicks } from '../../factories/variant-clicks.ts'
import { convert, tokenOf } from '../support/conversions.ts'
import { openReports, type Reports } from '../support/reports.ts'

let reports: Reports
let test: MadeExperiment
let link: { id: string }
const day = 86_400_000
const ago = (days: number) => new Date(Date.now() - days * day)

/** Eight clicks with conversions on three of them: one has two, and one converted ten days ago. */
beforeAll(async () => {
  reports = await openReports()
  const { stores, account } = reports
  link = await reports.makeUrl()
  test = await createExperiment(stores, account, { status: 'running', link_id: link.id })
  const [clicks = []] = await storeVariantClicks(stores.ch, account, test, { clicks: [6, 2] })
  await convert(reports, test, 0, clicks.slice(0, 3))
  const body = { click_id: tokenOf(test, 0, clicks[0]), event_name: 'again' }
  await reports.api.request('POST', '/conversions', { key: reports.key, body })
  await stores.sql`update conversions set created_at = ${ago(10)} where click_id = ${clicks[2] ?? ''}`
})
afterAll(() => reports.close())

const overview = async (query = '') => (await reports.read(`/analytics/url/${link.id}/overview${query}`)).data

describe('conversions in GET /analytics/url/{id}/overview', () => {
  it('are all recorded ones, while each click counts once in the rate', async () => {
    expect(await overview()).toMatchObject({ total_clicks: 8, conversions: 4, conversion_rate: 37.5 })
  })

  it('are those of the period', async () => {
    expect(await overview('?dateRange=7d')).toMatchObject({ conversions: 3, conversion_rate: 25 })
  })

  it('are null with filters on clicks', async () => {
    const none = { conversions: null, conversion_rate: null }
    expect(await overview('?country=germany')).toMatchObject(none)
    expect(await overview('?traffic=bot')).toMatchObject(none)
    expect(await overview('?tags=red')).toMatchObject(none)
    expect(await overview('?urlType=all')).toMatchObject({ conversions: 4 })
  })

  it('never cause a rate above 100, even if clicks are not stored yet', async () => {
    const fresh = await createExperiment(reports.stores, reports.account, { status: 'running' })
    await convert(reports, fresh, 0, [uuidv7(), uuidv7()])
    const { data } = await reports.read(`/analytics/overview/${fresh.link_id}`)
    expect(data).toMatchObject({ total_clicks: 0, conversions: 2, conversion_rate: 100 })
  })
})

describe('ab_test in GET /analytics/url/{id}/complete', () => {
  it('is the current test of the short URL with its figures, and null after it is completed', async () => {
    const complete = async () => (await reports.read(`/analytics/url/${link.id}/complete`)).data
    const { ab_test } = await complete()
    expect(ab_test).toEqual((await reports.read(`/url-ab-tests/${test.id}`)).data)
    expect(ab_test.summary).toMatchObject({ total_clicks: 8, total_conversions: 4 })
    await reports.stores.sql`update ab_tests set status = 'completed', secret = null where id = ${test.id}`
    expect((await complete()).ab_test).toBeNull()
  })
})
