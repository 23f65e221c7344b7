import type { ShortUrl } from '#schemas/links.ts'
import type { Simulation } from '#schemas/simulate.ts'
import type { ConditionType } from '#schemas/targeting.ts'
import type { MadeUpVisitor } from '../api/simulations.ts'
import { readMoment } from '../format/local-moment.ts'
import { bareUrl } from '../format/urls.ts'

/** Columns of the table. */
export const devices = [
  { name: 'Computer', visitor: { device_type: 'desktop', os: 'Windows', browser: 'Chrome' } },
  { name: 'iPhone', visitor: { device_type: 'mobile', os: 'iOS', browser: 'Safari' } },
  { name: 'Android phone', visitor: { device_type: 'mobile', os: 'Android', browser: 'Chrome' } },
] as const satisfies readonly { name: string; visitor: MadeUpVisitor }[]

const usualCountries = ['US', 'DE', 'IN', 'BR', 'JP']
const mostCountries = 12

/** Rows of the table: the countries that the rules name, and others from several continents. */
export function countriesFor({ targeting_rules }: Pick<ShortUrl, 'targeting_rules'>): string[] {
  const named = targeting_rules
    .flatMap(({ conditions }) => conditions)
    .flatMap((condition) => (condition.type === 'country' ? condition.value : []))
    .map((code) => code.toUpperCase())
  return [...new Set([...named, ...usualCountries])].slice(0, mostCountries)
}

/** A property of a visitor that conditions of rules compare, besides country and device. It is entered as text. */
export interface Question {
  name: 'at' | 'language' | 'region' | 'city' | 'referrer' | 'query' | 'visitor' | 'scan' | 'percentile' | 'number'
  label: string
  types: readonly ConditionType[]
  input: 'text' | 'number' | 'datetime-local' | readonly [value: string, label: string][]
  placeholder?: string
  start: string
}

const questions: readonly Question[] = [
  { name: 'at', label: 'Time', types: ['date', 'time_of_day', 'weekday'], input: 'datetime-local', start: '' },
  { name: 'language', label: 'Language', types: ['language'], input: 'text', placeholder: 'de-AT, en', start: '' },
  { name: 'region', label: 'Region', types: ['region'], input: 'text', placeholder: 'California', start: '' },
  { name: 'city', label: 'City', types: ['city'], input: 'text', placeholder: 'London', start: '' },
  {
    ...{ name: 'referrer', label: 'Referrer', types: ['referrer_domain'], input: 'text', start: '' },
    placeholder: 'https://news.example/today',
  },
  {
    name: 'query',
    label: 'Query parameters',
    types: ['query_param'],
    input: 'text',
    placeholder: 'source=news',
    start: '',
  },
  {
    ...{ name: 'visitor', label: 'Visitor', types: ['visitor'], start: 'new' },
    input: [
      ['new', 'New'],
      ['returning', 'Returning'],
    ],
  },
  {
    ...{ name: 'scan', label: 'Opened by', types: ['is_qr_scan'], start: 'no' },
    input: [
      ['no', 'A click'],
      ['yes', 'A scan'],
    ],
  },
  { name: 'percentile', label: 'Percentile (0 to 99)', types: ['percentage'], input: 'number', start: '0' },
  {
    name: 'number',
    label: 'Click number',
    types: ['click_number'],
    input: 'number',
    placeholder: 'Next click',
    start: '',
  },
]

/** The questions that this link's rules ask. */
export function questionsFor({ targeting_rules }: Pick<ShortUrl, 'targeting_rules'>): Question[] {
  const asked = new Set(targeting_rules.flatMap(({ conditions }) => conditions.map(({ type }) => type)))
  return questions.filter(({ types }) => types.some((type) => asked.has(type)))
}

export type Answers = Partial<Record<Question['name'], string>>

/** A question without an answer is left to the API. */
export function describeVisitor(answers: Answers): MadeUpVisitor {
  const given = (name: Question['name'], read: (answer: string) => MadeUpVisitor): MadeUpVisitor => {
    const answer = answers[name]?.trim() ?? ''
    return answer === '' ? {} : read(answer)
  }
  return {
    ...given('at', (at) => ({ at: readMoment(at) })),
    ...given('language', (accept_language) => ({ accept_language })),
    ...given('region', (region) => ({ region })),
    ...given('city', (city) => ({ city })),
    ...given('referrer', (referrer) => ({ referrer })),
    ...given('query', (query) => ({ query })),
    ...given('visitor', (visitor) => ({ visitor: visitor === 'returning' ? 'returning' : 'new' })),
    ...given('scan', (scan) => ({ is_qr_scan: scan === 'yes' })),
    ...given('percentile', (percentile) => ({ percentile: Number(percentile) })),
    ...given('number', (number) => ({ click_number: Number(number) })),
  }
}

/** What decided, in a few words. */
export function nameDecision({ decided_by, rule_id, outcome, rules }: Simulation): string {
  if (outcome === 'not_found') return 'Not found page'
  if (outcome === 'expired') return 'Expired page'
  if (outcome === 'quarantined') return 'Stopped by the operator'
  if (outcome === 'content') return 'Content of the QR code'
  if (decided_by === 'rule') return rules.find(({ id }) => id === rule_id)?.name ?? 'Rule'
  return {
    state: 'After expiration',
    fallback_url: 'No rule applies',
    ab_test: 'A/B test',
    device: 'Device destination',
    dead_destination: 'Broken destination',
    link: 'The link’s destination',
  }[decided_by]
}

export const nameTarget = ({ url, outcome, without_app_url }: Simulation): string =>
  url === null
    ? 'A Waymark page'
    : outcome === 'app'
      ? `${url}, or ${bareUrl(without_app_url ?? '')}`
      : `${bareUrl(url)}${outcome === 'password' ? ' (after the password)' : ''}`
