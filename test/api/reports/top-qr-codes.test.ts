import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { storeClicks } from '../../factories/clicks.ts'
import { createQrCode } from '../../factories/qr-codes.ts'
import { expectError } from '../support/expect-error.ts'
import { march, openScans, type Scans } from '../support/scans.ts'

let scans: Scans
beforeAll(async () => {
  scans = await openScans()
})
afterAll(() => scans.close())

const path = '/qranalytics/top-qr-codes'

describe('GET /qranalytics/top-qr-codes', () => {
  it('ranks codes by all scans, and returns recent ones of the period', async () => {
    expect(await scans.read(`${path}?${march}`)).toEqual({
      success: true,
      data: [
        {
          id: scans.poster.id,
          name: 'Untitled QR code',
          contentType: 'url',
          totalScans: 5,
          recentScans: 1,
          uniqueScanners: 1,
          lastScannedAt: '2026-03-02T12:00:00.000Z',
          createdAt: '2026-01-02T00:00:00.000Z',
        },
        {
          id: scans.menu.id,
          name: 'Menu',
          contentType: 'url',
          totalScans: 4,
          recentScans: 4,
          uniqueScanners: 3,
          lastScannedAt: '2026-03-02T09:00:00.000Z',
          createdAt: '2026-01-01T00:00:00.000Z',
        },
        {
          id: scans.unused.id,
          name: 'Card',
          contentType: 'vcard',
          totalScans: 0,
          recentScans: 0,
          uniqueScanners: 0,
          lastScannedAt: null,
          createdAt: '2026-01-03T00:00:00.000Z',
        },
      ],
    })
  })

  it.each([
    ['limit=1', ['poster']],
    ['limit=2', ['poster', 'menu']],
    ['limit=100', ['poster', 'menu', 'unused']],
    ['country=Germany&limit=1', ['menu']],
  ])('accepts limit and the common filters: %s returns %j', async (query, expected) => {
    const names = new Map(
      [scans.menu, scans.poster, scans.unused].map(({ id }, at) => [id, ['menu', 'poster', 'unused'][at]]),
    )
    const { data } = await scans.read(`${path}?${query}`)
    expect(data.map(({ id }: { id: string }) => names.get(id))).toEqual(expected)
  })

  it('counts recent scans over days', async () => {
    const { stores, account, menu } = scans
    const scan = { account_id: account.id, qr_code_id: menu.id }
    const at = new Date(Date.now() - 86_400_000 * 3).toISOString()
    await storeClicks(stores.ch, [
      { ...scan, at },
      { ...scan, at },
    ])
    const recent = async (days: number) =>
      (await scans.read(`${path}?limit=1&days=${days}`)).data.map(
        ({ recentScans }: { recentScans: number }) => recentScans,
      )
    expect([await recent(1), await recent(4)]).toEqual([[0], [2]])
  })

  it('omits a deleted code while its scans are still stored', async () => {
    const { stores, account } = scans
    const gone = await createQrCode(stores.sql, account)
    const scan = { account_id: account.id, qr_code_id: gone.id, at: '2026-03-01T10:00:00Z' }
    await storeClicks(
      stores.ch,
      Array.from({ length: 9 }, () => scan),
    )
    await stores.sql`delete from qr_codes where id = ${gone.id}`
    expect((await scans.read(path)).data).toHaveLength(3)
  })

  it.each([
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['days=0', 'days'],
    ['days=366', 'days'],
  ])('returns 400 BAD_REQUEST for %s', async (query, named) => {
    const details = expect.stringContaining(named)
    expectError(await scans.ask(`${path}?${query}`), { status: 400, code: 'BAD_REQUEST', details })
  })

  it('returns 401 UNAUTHORIZED without a key', async () => {
    expectError(await scans.api.request('GET', path), { status: 401, code: 'UNAUTHORIZED' })
  })
})
