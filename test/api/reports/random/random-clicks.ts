import fc from 'fast-check'
import type { ClickRow } from '#schemas/clicks.ts'
import { daysBefore, endOfQuarter } from './plain-time.ts'

/** The links of an account, with the fields that filters use. */
export const linkKinds = {
  red: { alias: 'red', campaign: 'Spring', tags: ['Red', 'big'], url_type: 'standard' },
  blue: { alias: 'blue', campaign: 'Summer', tags: ['blue', 'BIG'], url_type: 'standard' },
  plain: { alias: 'plain', campaign: null, tags: [], url_type: 'standard' },
  team: { alias: 'plain', campaign: 'Spring', tags: ['red'], url_type: 'subdomain' },
} as const satisfies Record<string, { alias: string; campaign: string | null; tags: string[]; url_type: string }>
export type LinkKind = keyof typeof linkKinds
export const linkNames = Object.keys(linkKinds) as LinkKind[]

/** A click with the fields that filters and reports use. */
export interface PlainClick extends Pick<ClickRow, Told> {
  at: number
  link: LinkKind
  is_scan: boolean
}
type Told =
  | 'visitor_id'
  | 'traffic'
  | 'country_code'
  | 'country'
  | 'region'
  | 'city'
  | 'continent'
  | 'device_type'
  | 'browser'
  | 'os'
  | 'language'
  | 'referrer'
  | 'referrer_domain'
  | 'source'
  | 'utm_source'
  | 'utm_medium'
  | 'utm_campaign'
  | 'utm_term'
  | 'utm_content'

export const values = {
  browser: ['Chrome', 'Safari', 'Samsung Internet', ''],
  os: ['Windows', 'iOS', 'Android', ''],
  device_type: ['desktop', 'mobile', 'tablet', 'other'],
  utm_source: ['', 'google', 'News, Letter', 'Google'],
  utm_medium: ['', 'cpc', 'CPC'],
  utm_campaign: ['', 'spring', "it's 50% off"],
  utm_term: ['', 'red-shoes'],
  utm_content: ['', '-banner', 'Ünï'],
  language: ['de', 'fr', 'en', ''],
} as const

const nowhere = { country_code: '', country: '', region: '', city: '', continent: '' }
const germany = { country_code: 'de', country: 'Germany', continent: 'Europe' }
const ivoryCoast = { country_code: 'ci', country: "Côte d'Ivoire", continent: 'Africa' }
/** Two cities with one name, and two regions with one city. */
export const places = [
  nowhere,
  { ...germany, region: 'Bavaria', city: 'Munich' },
  { ...germany, region: 'Hesse', city: 'Frankfurt' },
  { ...germany, region: 'Brandenburg', city: 'Frankfurt' },
  { ...germany, region: 'Hesse', city: '' },
  { ...ivoryCoast, region: 'Abidjan', city: 'Abidjan' },
]

export const referrers = [
  { source: 'Direct', referrer: '', referrer_domain: '' },
  { source: 'Search', referrer: 'https://www.google.com/', referrer_domain: 'google.com' },
  { source: 'Social', referrer: 'https://t.co/AbC', referrer_domain: 't.co' },
  { source: 'Referral', referrer: 'https://news.example/a,b', referrer_domain: 'news.example' },
  { source: 'Email', referrer: '', referrer_domain: '' },
] as const

const dayMs = 86_400_000
const longestAgoDays = 400

/** Most are near the end, and some at the boundaries of rolling periods. */
const moment = (now: number) =>
  fc.oneof(
    fc.integer({ min: now - 3 * dayMs, max: now + 60_000 }),
    fc.integer({ min: now - longestAgoDays * dayMs, max: now }),
    fc
      .constantFrom(1 / 24, 1, 7, 30, 60, 365)
      .chain((days) => fc.constantFrom(now - days * dayMs, daysBefore(now, days), endOfQuarter(now)))
      .chain((edge) => fc.integer({ min: edge - 1, max: edge + 1 })),
  )

const click = (now: number): fc.Arbitrary<PlainClick> =>
  fc
    .record({
      at: moment(now),
      link: fc.constantFrom(...linkNames),
      is_scan: fc.boolean(),
      visitor_id: fc.integer({ min: 1, max: 20 }).map(String),
      traffic: fc.constantFrom('human', 'human', 'human', 'unknown', 'bot'),
      place: fc.constantFrom(...places),
      referrer: fc.constantFrom(...referrers),
      browser: fc.constantFrom(...values.browser),
      os: fc.constantFrom(...values.os),
      device_type: fc.constantFrom(...values.device_type),
      language: fc.constantFrom(...values.language),
      utm_source: fc.constantFrom(...values.utm_source),
      utm_medium: fc.constantFrom(...values.utm_medium),
      utm_campaign: fc.constantFrom(...values.utm_campaign),
      utm_term: fc.constantFrom(...values.utm_term),
      utm_content: fc.constantFrom(...values.utm_content),
    })
    .map(({ place, referrer, ...rest }) => ({ ...rest, ...place, ...referrer }))

export const randomClicks = (now: number, most: number) => fc.array(click(now), { maxLength: most, size: 'max' })
