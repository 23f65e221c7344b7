import fc from 'fast-check'
import {
  type Condition,
  type ConditionType,
  conditionTypes,
  continentNames,
  deviceTypes,
  type TargetingRule,
  weekdays,
} from '#schemas/targeting.ts'

/** Few values, so that conditions are often true. */
const words = {
  country: ['DE', 'at', 'us', 'fr', 'jp'],
  region: ['Hesse', 'California', 'Île-de-France'],
  city: ['Paris', 'Frankfurt am Main', 'San Francisco'],
  os: ['iOS', 'Android', 'Windows', 'macOS', 'Unknown'],
  browser: ['Chrome', 'Safari', 'Firefox', 'Unknown'],
  language: ['en', 'en-GB', 'de', 'pt', 'pt-BR'],
  referrer_domain: ['google.com', 'news.example', 'example', 'm.facebook.com'],
}
const zones = ['UTC', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'Europe/London']
const parameters = ['ref', 'utm_source', 'x']
const texts = ['a', 'b', 'A', '']

const some = <Value>(values: readonly Value[]) =>
  fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 4 })
const isIn = fc.constantFrom('in' as const, 'not_in' as const)
const from2026 = Date.parse('2026-01-01T00:00:00Z')
/** Two years, in which clocks change. */
const instants = fc.integer({ min: from2026, max: from2026 + 2 * 365 * 86_400_000 })
const dates = instants.map((at) => new Date(at).toISOString())
const times = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'))
const numbers = fc.integer({ min: 1, max: 6 })
const ordered = <Value extends string | number>(value: fc.Arbitrary<Value>) =>
  fc.tuple(value, value).map(([one, other]): [Value, Value] => (one < other ? [one, other] : [other, one]))
const zone = fc.record({ tz: fc.constantFrom(...zones) }, { requiredKeys: [] })

const list = (type: string, values: readonly string[]) =>
  fc.record({ type: fc.constant(type), operator: isIn, value: some(values) })
const amount = <Value extends string | number>(
  type: string,
  { value, range, operators }: { value: fc.Arbitrary<Value>; range: fc.Arbitrary<[Value, Value]>; operators: string[] },
) =>
  fc.oneof(
    fc.record({ type: fc.constant(type), operator: fc.constantFrom(...operators), value }),
    fc.record({ type: fc.constant(type), operator: fc.constant('between'), value: range }),
  )

const conditions: Record<ConditionType, fc.Arbitrary<object>> = {
  ...(Object.fromEntries(Object.entries(words).map(([type, values]) => [type, list(type, values)])) as Record<
    keyof typeof words,
    fc.Arbitrary<object>
  >),
  continent: list('continent', continentNames),
  device_type: list('device_type', deviceTypes),
  query_param: fc.oneof(
    fc.record({
      type: fc.constant('query_param'),
      name: fc.constantFrom(...parameters),
      operator: isIn,
      value: some(texts),
    }),
    fc.record({
      type: fc.constant('query_param'),
      name: fc.constantFrom(...parameters),
      operator: fc.constant('exists'),
      value: fc.boolean(),
    }),
  ),
  date: amount('date', { value: dates, range: ordered(dates), operators: ['gte', 'lt'] }),
  time_of_day: fc
    .tuple(amount('time_of_day', { value: times, range: fc.tuple(times, times), operators: ['gte', 'lt'] }), zone)
    .map(([condition, tz]) => ({ ...condition, ...tz })),
  weekday: fc.tuple(list('weekday', weekdays), zone).map(([condition, tz]) => ({ ...condition, ...tz })),
  is_qr_scan: fc.record({ type: fc.constant('is_qr_scan'), operator: fc.constant('eq'), value: fc.boolean() }),
  visitor: fc.record({
    type: fc.constant('visitor'),
    operator: fc.constant('eq'),
    value: fc.constantFrom('new', 'returning'),
  }),
  click_number: amount('click_number', { value: numbers, range: ordered(numbers), operators: ['eq', 'gte', 'lt'] }),
  percentage: fc.record({
    type: fc.constant('percentage'),
    operator: fc.constant('lt'),
    value: fc.integer({ min: 1, max: 100 }),
  }),
}

const isRange = (condition: object): boolean => {
  const { value } = condition as { value: unknown }
  return !Array.isArray(value) || value.length !== 2 || value[0] !== value[1]
}

const conditionOf = (type: ConditionType): fc.Arbitrary<Condition> =>
  conditions[type].filter(isRange) as fc.Arbitrary<Condition>

const ruleOf = (types: readonly ConditionType[]) =>
  fc.record({
    id: fc.uuid(),
    match: fc.constantFrom('all' as const, 'any' as const),
    conditions: fc.array(fc.oneof(...types.map(conditionOf)), { minLength: 1, maxLength: 4 }),
  })

/** Rule sets as links have them. */
export const ruleSets = (types: readonly ConditionType[] = conditionTypes): fc.Arbitrary<TargetingRule[]> =>
  fc.array(ruleOf(types), { minLength: 1, maxLength: 5 }).map((rules) =>
    rules.map((rule, index) => ({
      ...rule,
      name: `Rule ${index + 1}`,
      priority: index + 1,
      destination_url: `https://example.com/rule-${index + 1}`,
    })),
  )

const pick = (values: readonly string[]) => fc.constantFrom('', ...values.map((value) => value.toLowerCase()))

/** What is known of a visitor. */
export const randomFacts = fc
  .record({
    country: pick(words.country),
    region: pick(words.region),
    city: pick(words.city),
    continent: fc.constantFrom('', ...continentNames),
    device_type: fc.constantFrom(...deviceTypes),
    os: pick(words.os),
    browser: pick(words.browser),
    language: pick([...words.language, 'pt-PT', 'den']),
    referrer_domain: pick([...words.referrer_domain, 'www2.google.com', 'l.m.facebook.com', 'notgoogle.com']),
    query: fc
      .array(fc.tuple(fc.constantFrom(...parameters), fc.constantFrom(...texts)), { maxLength: 3 })
      .map((pairs) => new URLSearchParams(pairs).toString()),
    now: instants,
    is_qr_scan: fc.boolean(),
    visitor: fc.constantFrom('new' as const, 'returning' as const, null),
    click_number: fc.option(numbers),
    percentile: fc.integer({ min: 0, max: 99 }),
  })
  .map(({ query, percentile, ...facts }) => ({
    ...facts,
    parameters: new URLSearchParams(query),
    percentileIn: () => percentile,
  }))
