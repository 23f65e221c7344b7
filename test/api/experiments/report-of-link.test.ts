import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deleteLink } from '#model/links/delete-link.ts'
import { uuidv7 } from '#runtime/uuid.ts'
import { experimentAnalytics } from '#schemas/experiment-analytics.ts'
import { createExperiment, type MadeExperiment } from '../../factories/experiments.ts'
import { createKey } from '../../factories/key.ts'
import { storeVariantClicks } from '../../factories/variant-clicks.ts'
import { convert, tokenOf } from '../support/conversions.ts'
import { expectError } from '../support/expect-error.ts'
import { openReports, type Reports } from '../support/reports.ts'

let reports: Reports
let test: MadeExperiment

/** 200 clicks each, of which 20, 40 and 21 convert, and one of the last converts twice. */
beforeAll(async () => {
  reports = await openReports()
  const { stores, account } = reports
  const options = { status: 'running', conversions_enabled: true, weights: [33.33, 33.33, 33.34] } as const
  test = await createExperiment(stores, account, options)
  const clicks = await storeVariantClicks(stores.ch, account, test, { clicks: [200, 200, 200] })
  for (const [place, converted] of [20, 40, 21].entries()) {
    await convert(reports, test, place, clicks[place]?.slice(0, converted) ?? [])
  }
  const click_id = tokenOf(test, 2, clicks[2]?.[0])
  await reports.api.request('POST', '/conversions', { key: reports.key, body: { click_id, event_name: 'again' } })
})
afterAll(() => reports.close())

describe('GET /url-ab-tests/{id} and /url-ab-tests/{id}/analytics', () => {
  it('return the test, the figures of each variant, and totals, in the envelope', async () => {
    const { success, data } = await reports.read(`/url-ab-tests/${test.id}`)
    expect(success).toBe(true)
    expect(experimentAnalytics.parse(data)).toEqual(data)
    expect(data.test).toMatchObject({ id: test.id, primary_url_id: test.link_id, status: 'running' })
    expect(data.test.variants).toHaveLength(3)
    expect(data.summary).toEqual({
      total_clicks: 600,
      total_unique_visitors: 600,
      total_conversions: 82,
      srm_warning: false,
    })
    expect((await reports.read(`/url-ab-tests/${test.id}/analytics`)).data).toEqual(data)
  })

  it('compare each variant with the first, corrected for the number of comparisons', async () => {
    const { analytics } = (await reports.read(`/url-ab-tests/${test.id}`)).data
    const visits = { clicks: 200, clicks_since_weight_change: 200, unique_visitors: 200 }
    expect(analytics).toEqual([
      {
        ...{ id: test.variant_ids[0], name: 'Variant 1', destination_url: 'https://example.com/variant-1' },
        ...{ traffic_weight: 33.33, ...visits, conversions: 20, conversion_rate: 10 },
        ...{ uplift: null, difference: null },
        interval: { lower: 6.57, upper: 14.94 },
      },
      {
        ...{ id: test.variant_ids[1], name: 'Variant 2', destination_url: 'https://example.com/variant-2' },
        ...{ traffic_weight: 33.33, ...visits, conversions: 40, conversion_rate: 20 },
        ...{ uplift: 100, difference: { lower: 3, upper: 16.99 } },
        interval: { lower: 15.05, upper: 26.09 },
        significance: {
          // 0.1 / sqrt(0.15 * 0.85 * 2 / 200), and twice its two-sided tail.
          zScore: expect.closeTo(2.8006, 4),
          pValue: expect.closeTo(2 * 0.0051, 4),
          isSignificant: true,
          confidence: 98.98,
        },
      },
      {
        ...{ id: test.variant_ids[2], name: 'Variant 3', destination_url: 'https://example.com/variant-3' },
        // A click with two conversions counts once in the rate.
        ...{ traffic_weight: 33.34, ...visits, conversions: 22, conversion_rate: 10.5 },
        ...{ uplift: 5, difference: { lower: -5.57, upper: 6.58 } },
        interval: { lower: 6.97, upper: 15.52 },
        significance: {
          zScore: expect.closeTo(0.1649, 4),
          pValue: expect.closeTo(0.86906, 5),
          isSignificant: false,
          confidence: 13.09,
        },
      },
    ])
  })

  it('warn of clicks that the weights do not explain', async () => {
    const { stores, account } = reports
    const skewed = await createExperiment(stores, account, { status: 'running' })
    await storeVariantClicks(stores.ch, account, skewed, { clicks: [400, 300] })
    expect((await reports.read(`/url-ab-tests/${skewed.id}`)).data.summary.srm_warning).toBe(true)
  })

  it('exclude clicks outside the test, of bots, and of other tests of the short URL', async () => {
    const { stores, account } = reports
    const own = await createExperiment(stores, account, { status: 'running' })
    await storeVariantClicks(stores.ch, account, own, { clicks: [3, 4], traffic: 'unknown' })
    await storeVariantClicks(stores.ch, account, own, { clicks: [5, 5], traffic: 'bot' })
    await storeVariantClicks(stores.ch, account, { ...own, id: uuidv7() }, { clicks: [6, 6] })
    const { analytics } = (await reports.read(`/url-ab-tests/${own.id}`)).data
    expect(analytics.map(({ clicks }: { clicks: number }) => clicks)).toEqual([3, 4])
  })

  it('return a test whose short URL is deleted, without figures', async () => {
    const { stores, account } = reports
    const gone = await createExperiment(stores, account, { status: 'running' })
    await convert(reports, gone, 1, [uuidv7()])
    await deleteLink(stores, account.id, gone.link_id)
    const { data } = await reports.read(`/url-ab-tests/${gone.id}`)
    expect(data.test).toMatchObject({ status: 'completed', short_url: null })
    expect(data.summary).toMatchObject({ total_clicks: 0, total_conversions: 0 })
  })

  it('return the same for a test of a QR code, except for its analytics', async () => {
    const ofCode = await createExperiment(reports.stores, reports.account, { kind: 'qr' })
    const { success, data } = await reports.read(`/qr-ab-tests/${ofCode.id}`)
    expect([success, data.test.id, data.summary.total_clicks]).toEqual([true, ofCode.id, 0])
  })

  it("reject another account's or an unknown test, and require read for details and analytics for analytics", async () => {
    const stranger = await reports.keyOnPlan('business')
    const { key: reader } = await createKey(reports.stores.sql, reports.account, ['read'])
    const { key: analyst } = await createKey(reports.stores.sql, reports.account, ['analytics'])
    const [details, analytics] = [`/url-ab-tests/${test.id}`, `/url-ab-tests/${test.id}/analytics`]
    for (const path of [details, analytics]) {
      expectError(await reports.ask(path, stranger), { status: 404, code: 'NOT_FOUND' })
      const unknown = path.replace(test.id, uuidv7())
      expectError(await reports.ask(unknown), { status: 404, code: 'NOT_FOUND' })
    }
    expect((await reports.ask(details, reader)).status).toBe(200)
    expectError(await reports.ask(analytics, reader), { status: 403, code: 'FORBIDDEN' })
    expect((await reports.ask(analytics, analyst)).status).toBe(200)
    expectError(await reports.ask(details, analyst), { status: 403, code: 'FORBIDDEN' })
  })
})
