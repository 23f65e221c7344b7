import { createAccount } from '../../factories/account.ts'
import { storeClicks } from '../../factories/clicks.ts'
import { createQrCode } from '../../factories/qr-codes.ts'
import { openReports, type Reports } from './reports.ts'

export interface Scans extends Reports {
  menu: { id: string }
  poster: { id: string }
  unused: { id: string }
}

/** The days with most scans. */
export const march = 'startDate=2026-03-01&endDate=2026-03-02'

/**
 * Scans of 2026 by code, visitor, device, location and source:
 *   menu    March 1st 10:00  1  mobile iOS Safari       Hamburg, Germany  Direct
 *           March 1st 10:30  1  mobile iOS Safari       Hamburg, Germany  Direct
 *           March 1st 11:00  2  mobile Android Chrome   Paris, France     Social, from t.co
 *           March 2nd 09:00  3  desktop Windows Chrome  Berlin, Germany   Search, from google.com
 *           March 1st 12:00  9  by a bot
 *   poster  March 2nd 12:00  1  tablet iOS Safari                         Direct
 *           February 20th    5, 6, 7 and 8  desktop Linux Firefox         Referral, from example.org
 *   unused                                                                expired; a business card
 * and on March 1st a click that is not a scan, and a scan of another account.
 */
export async function openScans(): Promise<Scans> {
  const reports = await openReports()
  const { stores, account } = reports
  const menu = await createQrCode(stores.sql, account, { name: 'Menu', created_at: new Date('2026-01-01') })
  const poster = await createQrCode(stores.sql, account, { created_at: new Date('2026-01-02') })
  const unused = await createQrCode(stores.sql, account, {
    name: 'Card',
    content_type: 'vcard',
    created_at: new Date('2026-01-03'),
    expires_at: new Date('2026-02-01'),
  })
  const ofMenu = { account_id: account.id, qr_code_id: menu.id }
  const ofPoster = { account_id: account.id, qr_code_id: poster.id }
  const germany = { country: 'Germany', country_code: 'de' }
  const iphone = { visitor_id: '1', device_type: 'mobile', os: 'iOS', browser: 'Safari' } as const
  const inHamburg = { ...germany, region: 'Hamburg', city: 'Hamburg' }
  const linux = { device_type: 'desktop', os: 'Linux', browser: 'Firefox' } as const
  await storeClicks(stores.ch, [
    { ...ofMenu, ...iphone, ...inHamburg, at: '2026-03-01T10:00:00Z' },
    { ...ofMenu, ...iphone, ...inHamburg, at: '2026-03-01T10:30:00Z' },
    {
      ...ofMenu,
      ...{ visitor_id: '2', device_type: 'mobile', os: 'Android', browser: 'Chrome' },
      ...{ country: 'France', country_code: 'fr', region: 'Île-de-France', city: 'Paris' },
      ...{ source: 'Social', referrer: 'https://t.co/', referrer_domain: 't.co' },
      at: '2026-03-01T11:00:00Z',
    },
    {
      ...ofMenu,
      ...germany,
      ...{
        visitor_id: '3',
        device_type: 'desktop',
        os: 'Windows',
        browser: 'Chrome',
        region: 'Berlin',
        city: 'Berlin',
      },
      ...{ source: 'Search', referrer: 'https://google.com/', referrer_domain: 'google.com' },
      at: '2026-03-02T09:00:00Z',
    },
    { ...ofMenu, visitor_id: '9', traffic: 'bot', at: '2026-03-01T12:00:00Z' },
    { ...ofPoster, visitor_id: '1', device_type: 'tablet', os: 'iOS', browser: 'Safari', at: '2026-03-02T12:00:00Z' },
    ...['5', '6', '7', '8'].map((visitor_id) => ({
      ...ofPoster,
      ...linux,
      visitor_id,
      ...({ source: 'Referral', referrer_domain: 'example.org' } as const),
      at: '2026-02-20T12:00:00Z',
    })),
    { account_id: account.id, visitor_id: '2', at: '2026-03-01T10:00:00Z' },
    { account_id: (await createAccount(stores.sql)).id, qr_code_id: menu.id, at: '2026-03-01T10:00:00Z' },
  ])
  return { ...reports, menu, poster, unused }
}
