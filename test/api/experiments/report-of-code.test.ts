import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uuidv7 } from '#runtime/uuid.ts'
import { createExperiment, type MadeExperiment } from '../../factories/experiments.ts'
import { createKey } from '../../factories/key.ts'
import { createQrCode } from '../../factories/qr-codes.ts'
import { storeVariantClicks } from '../../factories/variant-clicks.ts'
import { convert } from '../support/conversions.ts'
import { expectError } from '../support/expect-error.ts'
import { openReports, type Reports } from '../support/reports.ts'

let reports: Reports
let test: MadeExperiment

/**
 * Variant 1: 100 scans of 50 devices and 10 conversions; variant 2: 100 scans of 100 devices and 30
 * conversions; plus a bot.
 */
beforeAll(async () => {
  reports = await openReports()
  const { stores, account } = reports
  const code = await createQrCode(stores.sql, account)
  test = await createExperiment(stores, account, {
    ...{ kind: 'qr', status: 'running', qr_code_id: code.id, conversions_enabled: true, min_sample_size: 100 },
  })
  const [base = [], other = []] = [
    (await storeVariantClicks(stores.ch, account, test, { clicks: [100], visitors: 50 }))[0],
    (await storeVariantClicks(stores.ch, account, test, { clicks: [0, 100] }))[1],
  ]
  await storeVariantClicks(stores.ch, account, test, { clicks: [7, 9], traffic: 'bot' })
  await convert(reports, test, 0, base.slice(0, 10))
  await convert(reports, test, 1, other.slice(0, 30))
})
afterAll(() => reports.close())

const path = (id: string) => `/qr-ab-tests/${id}/analytics`

describe('GET /qr-ab-tests/{testId}/analytics', () => {
  it('returns only test, analytics and summary, without success', async () => {
    const { status, json } = await reports.ask(path(test.id))
    expect(status).toBe(200)
    expect(json).toEqual({
      test: { id: test.id, name: 'Test', status: 'running', start_date: expect.stringMatching(/^\d{4}-.*Z$/) },
      analytics: [
        {
          id: test.variant_ids[0],
          name: 'Variant 1',
          destination_url: 'https://example.com/variant-1',
          scans: 100,
          unique_devices: 50,
          conversions: 10,
          conversion_rate: 10,
        },
        {
          id: test.variant_ids[1],
          name: 'Variant 2',
          destination_url: 'https://example.com/variant-2',
          scans: 100,
          unique_devices: 100,
          conversions: 30,
          conversion_rate: 30,
          significance: {
            // (0.3 - 0.1) / sqrt(0.2 * 0.8 * 2 / 100)
            zScore: expect.closeTo(3.5355, 4),
            pValue: expect.closeTo(0.000407, 6),
            isSignificant: true,
            confidence: 99.96,
          },
        },
      ],
      summary: { total_scans: 200, total_unique_devices: 150, total_conversions: 40 },
    })
  })

  it('reports no significance before every variant has min_sample_size scans', async () => {
    const { stores, account } = reports
    const young = await createExperiment(stores, account, { kind: 'qr', status: 'running', min_sample_size: 51 })
    const [, clicks = []] = await storeVariantClicks(stores.ch, account, young, { clicks: [50, 51] })
    await convert(reports, young, 1, clicks)
    const { analytics } = await reports.read(path(young.id))
    expect(analytics[1]).toMatchObject({ scans: 51, conversions: 51, conversion_rate: 100 })
    expect(analytics[1]).not.toHaveProperty('significance')
    await storeVariantClicks(stores.ch, account, young, { clicks: [1] })
    const [base, other] = (await reports.read(path(young.id))).analytics
    expect(base).not.toHaveProperty('significance')
    expect(other.significance.isSignificant).toBe(true)
  })

  it('omits start_date for a draft, and returns figures of 0', async () => {
    const draft = await createExperiment(reports.stores, reports.account, { kind: 'qr', weights: [20, 30, 50] })
    const { test: told, analytics, summary } = await reports.read(path(draft.id))
    expect(told).toEqual({ id: draft.id, name: 'Test', status: 'draft' })
    expect(analytics).toHaveLength(3)
    expect(analytics[2]).toMatchObject({ scans: 0, unique_devices: 0, conversions: 0, conversion_rate: 0 })
    expect(summary).toEqual({ total_scans: 0, total_unique_devices: 0, total_conversions: 0 })
  })

  it('returns 404 with the usual error body for unknown tests', async () => {
    const ofUrl = await createExperiment(reports.stores, reports.account)
    for (const id of [uuidv7(), ofUrl.id]) {
      expectError(await reports.ask(path(id)), { status: 404, code: 'NOT_FOUND' })
    }
    expectError(await reports.ask(path(test.id), await reports.keyOnPlan('business')), {
      status: 404,
      code: 'NOT_FOUND',
    })
    expect((await reports.ask(path('no-uuid'))).status).toBe(400)
    const { key } = await createKey(reports.stores.sql, reports.account, ['read'])
    expectError(await reports.ask(path(test.id), key), { status: 403, code: 'FORBIDDEN' })
    expectError(await reports.api.request('GET', path(test.id)), { status: 401, code: 'UNAUTHORIZED' })
  })
})
