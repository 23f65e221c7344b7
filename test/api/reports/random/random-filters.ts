import fc from 'fast-check'
import { daysBefore, endOfDay, startOfDay } from './plain-time.ts'
import { type LinkKind, linkKinds, type PlainClick, places, referrers, values } from './random-clicks.ts'

const dayMs = 86_400_000

/** Half-open; null starts at the first click. */
export interface Span {
  from: number | null
  to: number
}

/** A random filter: its query string and its meaning. */
export interface RandomFilter {
  query: string
  timezone: string
  /** null: no period, or only days. */
  span: Span | null
  days: number | null
  traffic: 'default' | 'human' | 'bot' | 'all'
  /** Matches everything but period and traffic. */
  keeps: (click: PlainClick) => boolean
}

interface Part {
  query: string[]
  keeps: (click: PlainClick) => boolean
}

const spell = (name: string, value: string) => `${name}=${encodeURIComponent(value)}`
const anyCase = (value: string) => fc.constantFrom(value, value.toUpperCase(), value.toLowerCase(), ` ${value}`)
const fold = (value: string) => value.trim().toLowerCase()
const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const spelledName = (name: string) => fc.constantFrom(name, snake(name))

/** A repeated parameter with plain values. */
const literal = (name: string, known: readonly string[], of: (click: PlainClick) => string): fc.Arbitrary<Part> =>
  fc
    .tuple(
      spelledName(name),
      fc.array(fc.constantFrom(...known.filter((value) => value !== ''), 'Nowhere').chain(anyCase), {
        minLength: 1,
        maxLength: 3,
      }),
    )
    .map(([spelled, chosen]) => {
      const wanted = new Set(chosen.map(fold))
      return { query: chosen.map((value) => spell(spelled, value)), keeps: (click) => wanted.has(fold(of(click))) }
    })

/** Comma-separated values; a leading hyphen excludes a value. */
const listed = (
  name: string,
  known: readonly string[],
  keepsOf: (include: Set<string>, exclude: Set<string>) => (click: PlainClick) => boolean,
): fc.Arbitrary<Part> =>
  fc
    .tuple(
      spelledName(name),
      fc.array(fc.tuple(fc.constantFrom('', '', '-'), fc.constantFrom(...known).chain(anyCase)), {
        minLength: 1,
        maxLength: 3,
      }),
      fc.boolean(),
    )
    .map(([spelled, chosen, isRepeated]) => {
      const include = new Set(chosen.filter(([sign]) => sign === '').map(([, value]) => fold(value)))
      const exclude = new Set(chosen.filter(([sign]) => sign === '-').map(([, value]) => fold(value)))
      const words = chosen.map(([sign, value]) => `${sign}${value.trim()}`)
      const query = isRepeated ? words.map((word) => spell(spelled, word)) : [spell(spelled, words.join(','))]
      return { query, keeps: keepsOf(include, exclude) }
    })

const byValue =
  (of: (click: PlainClick) => string) =>
  (include: Set<string>, exclude: Set<string>) =>
  (click: PlainClick): boolean => {
    const value = of(click).toLowerCase()
    return (include.size === 0 || include.has(value)) && !exclude.has(value)
  }

const byTags =
  (include: Set<string>, exclude: Set<string>) =>
  ({ link }: PlainClick): boolean => {
    const tags = linkKinds[link].tags.map((tag) => tag.toLowerCase())
    return (include.size === 0 || tags.some((tag) => include.has(tag))) && !tags.some((tag) => exclude.has(tag))
  }

const campaign: fc.Arbitrary<Part> = fc
  .array(fc.constantFrom('Spring', 'Summer', 'Autumn', 'spring'), { minLength: 1, maxLength: 2 })
  .map((names) => ({
    query: names.map((name) => spell('campaignId', name)),
    keeps: ({ link }) => names.some((name) => name === linkKinds[link].campaign),
  }))

const trigger: fc.Arbitrary<Part> = fc.constantFrom('all', 'link', 'qr').map((wanted) => ({
  query: [spell('trigger', wanted)],
  keeps: ({ is_scan }) => wanted === 'all' || is_scan === (wanted === 'qr'),
}))

const distinct = (given: readonly string[]) => [...new Set(given)]
const orUnknown = (value: string) => (value === '' ? 'Unknown' : value)

const parts: fc.Arbitrary<Part>[] = [
  literal('country', distinct(places.map(({ country }) => country)), ({ country }) => country),
  literal('region', distinct(places.map(({ region }) => region)), ({ region }) => region),
  literal('city', distinct(places.map(({ city }) => city)), ({ city }) => city),
  literal('continent', distinct(places.map(({ continent }) => continent)), ({ continent }) => continent),
  literal(
    'referrer',
    referrers.map(({ referrer }) => referrer),
    ({ referrer }) => referrer,
  ),
  literal(
    'referrerDomain',
    referrers.map((each) => each.referrer_domain),
    (click) => click.referrer_domain,
  ),
  literal('utmSource', values.utm_source, ({ utm_source }) => utm_source),
  literal('utmMedium', values.utm_medium, ({ utm_medium }) => utm_medium),
  literal('utmCampaign', values.utm_campaign, ({ utm_campaign }) => utm_campaign),
  literal('utmTerm', values.utm_term, ({ utm_term }) => utm_term),
  literal('utmContent', values.utm_content, ({ utm_content }) => utm_content),
  listed(
    'countryCode',
    ['de', 'ci', 'fr'],
    byValue(({ country_code }) => country_code),
  ),
  listed(
    'deviceType',
    values.device_type,
    byValue(({ device_type }) => device_type),
  ),
  listed(
    'browser',
    values.browser.map(orUnknown),
    byValue(({ browser }) => orUnknown(browser)),
  ),
  listed(
    'os',
    values.os.map(orUnknown),
    byValue(({ os }) => orUnknown(os)),
  ),
  listed(
    'language',
    values.language.filter((value) => value !== ''),
    byValue(({ language }) => language),
  ),
  listed('tags', ['red', 'big', 'blue', 'none'], byTags),
  listed(
    'urlType',
    ['standard', 'subdomain', 'branded'],
    byValue(({ link }) => linkKinds[link].url_type),
  ),
  campaign,
  trigger,
]

const spans = {
  last_hour: 1 / 24,
  last_24_hours: 1,
  '24h': 1,
  last_7_days: 7,
  '7d': 7,
  last_30_days: 30,
  '30d': 30,
  last_90_days: 90,
  last_year: 365,
  '1y': 365,
}

interface Period {
  query: string[]
  span: Span | null
  days: number | null
}

const period = (now: number, timezone: string): fc.Arbitrary<Period> => {
  const date = fc.integer({ min: 0, max: 100 }).map((days) => new Date(now - days * dayMs).toISOString().slice(0, 10))
  const instant = fc.integer({ min: now - 100 * dayMs, max: now })
  return fc.oneof(
    fc.constant<Period>({ query: [], span: null, days: null }),
    fc.constant<Period>({ query: ['dateRange=all_time'], span: { from: null, to: now }, days: null }),
    fc.integer({ min: 1, max: 365 }).map((days) => ({ query: [`days=${days}`], span: null, days })),
    fc.constantFrom(...Object.entries(spans)).map(([name, days]) => ({
      query: [`dateRange=${name}`],
      span: { from: daysBefore(now, days), to: now },
      days: null,
    })),
    fc.tuple(date, date).map((dates) => {
      const [first = '', last = ''] = [...dates].sort()
      const span = { from: startOfDay(first, timezone), to: endOfDay(last, timezone) }
      return { query: ['dateRange=custom', `startDate=${first}`, `endDate=${last}`], span, days: null }
    }),
    fc.tuple(instant, fc.integer({ min: 1, max: 40 * dayMs })).map(([from, length]) => {
      const query = [`startDate=${new Date(from).toISOString()}`, `endDate=${new Date(from + length).toISOString()}`]
      return { query, span: { from, to: from + length }, days: null }
    }),
    date.map((first) => ({
      query: [`startDate=${first}`],
      span: { from: startOfDay(first, timezone), to: now },
      days: null,
    })),
  )
}

const timezones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata']

/** Only some parameters at a time: with all of them hardly a click would match. */
export const randomFilter = (now: number): fc.Arbitrary<RandomFilter> =>
  fc
    .tuple(
      fc.constantFrom(...timezones),
      fc.constantFrom('default', 'default', 'human', 'bot', 'all'),
      fc.uniqueArray(fc.integer({ min: 0, max: parts.length - 1 }), { maxLength: 3 }),
    )
    .chain(([timezone, traffic, chosen]) =>
      fc
        .tuple(period(now, timezone), ...chosen.map((index) => parts[index] as fc.Arbitrary<Part>))
        .map(([asked, ...filters]) => ({
          query: [
            ...asked.query,
            `timezone=${timezone}`,
            `traffic=${traffic}`,
            ...filters.flatMap(({ query }) => query),
          ].join('&'),
          timezone,
          span: asked.span,
          days: asked.days,
          traffic,
          keeps: (click: PlainClick) => filters.every(({ keeps }) => keeps(click)),
        })),
    )

/** The clicks that match a filter in a span, for one link or for all. */
export function choose(
  clicks: readonly PlainClick[],
  { keeps, traffic }: Pick<RandomFilter, 'keeps' | 'traffic'>,
  { from, to }: Span,
  link: LinkKind | null,
): PlainClick[] {
  return clicks.filter(
    (click) =>
      (link === null || click.link === link) &&
      (from === null || click.at >= from) &&
      click.at < to &&
      (traffic === 'all' || (traffic === 'default' ? click.traffic !== 'bot' : click.traffic === traffic)) &&
      keeps(click),
  )
}
