import { type Continent, countryCodes } from '#core/visits/find-continent.ts'
import type { Condition, ConditionType } from '#schemas/targeting.ts'
import { keepMoment, localMoment } from '../format/local-moment.ts'
import { capitalized, countryName } from '../format/names.ts'
import { timeZone } from '../format/time-zone.ts'

/** How the value of a condition is entered. */
type Input = 'choices' | 'texts' | 'moment' | 'time' | 'number' | 'percent'

interface ConditionKind {
  name: string
  /** Sentences about the value, by operator. */
  operators: Readonly<Record<string, string>>
  input: Input
  choices?: readonly string[]
  /** The display name of a choice. */
  label?: (value: string) => string
  placeholder?: string
}

const isIn = { in: 'is', not_in: 'is not' }
const range = { gte: 'from', lt: 'before', between: 'between' }
const yes = { eq: 'is' }
const texts = (name: string, placeholder: string): ConditionKind => ({
  name,
  operators: isIn,
  input: 'texts',
  placeholder,
})
const choices = (name: string, values: readonly string[], label = capitalized): ConditionKind => ({
  name,
  operators: isIn,
  input: 'choices',
  choices: values,
  label,
})

const continents: readonly Continent[] = [
  ...(['Africa', 'Antarctica', 'Asia', 'Europe'] as const),
  ...(['North America', 'Oceania', 'South America'] as const),
]
const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
const byName = (one: string, other: string) => countryName(one).localeCompare(countryName(other), 'en')

/** All types of conditions, in the order of the menu. */
export const conditionKinds: Readonly<Record<ConditionType, ConditionKind>> = {
  country: choices('Country', [...countryCodes].sort(byName), countryName),
  continent: choices('Continent', continents, String),
  region: texts('Region', 'California, Hesse'),
  city: texts('City', 'London, São Paulo'),
  device_type: choices('Device', ['desktop', 'mobile', 'tablet', 'other']),
  os: texts('Operating system', 'iOS, Android'),
  browser: texts('Browser', 'Chrome, Safari'),
  language: texts('Language', 'en, pt-BR'),
  referrer_domain: texts('Referrer', 'google.com, news.example'),
  query_param: {
    name: 'Query parameter',
    operators: { ...isIn, exists: 'is present' },
    input: 'texts',
    placeholder: 'newsletter',
  },
  date: { name: 'Date', operators: range, input: 'moment' },
  time_of_day: { name: 'Time of day', operators: range, input: 'time' },
  weekday: choices('Weekday', weekdays),
  is_qr_scan: { name: 'QR code scan', operators: yes, input: 'choices', choices: ['yes', 'no'], label: capitalized },
  visitor: { name: 'Visitor', operators: yes, input: 'choices', choices: ['new', 'returning'], label: capitalized },
  click_number: {
    name: 'Click number',
    operators: { eq: 'is', gte: 'at least', lt: 'less than', between: 'between' },
    input: 'number',
  },
  percentage: { name: 'Share of visitors', operators: { lt: 'is' }, input: 'percent' },
}

/** A condition in the form: all parts are text. */
export interface ConditionDraft {
  type: ConditionType
  operator: string
  /** Texts of the list, the ends of a range, or one value. */
  values: string[]
  /** The dates of the link, which may have seconds, and as the form showed them. */
  exact?: string[]
  shown?: string[]
  /** Name of a query parameter. */
  name: string
  tz: string
}

export function newCondition(type: ConditionType): ConditionDraft {
  const operator = Object.keys(conditionKinds[type].operators)[0] ?? ''
  return { type, operator, values: firstValues(type, operator), name: '', tz: timeZone() }
}

export const withOperator = (condition: ConditionDraft, operator: string): ConditionDraft => {
  const keeps = (condition.operator === 'exists') === (operator === 'exists')
  return { ...condition, operator, values: keeps ? condition.values : firstValues(condition.type, operator) }
}

function firstValues(type: ConditionType, operator: string): string[] {
  if (operator === 'exists') return ['yes']
  return takesOne({ type, operator }) ? (conditionKinds[type].choices?.slice(0, 1) ?? []) : []
}

export const takesOne = ({ operator, type }: Pick<ConditionDraft, 'operator' | 'type'>): boolean =>
  operator === 'eq' && conditionKinds[type].input === 'choices'

/** Converts a condition of the API. */
export function draftCondition(condition: Condition): ConditionDraft {
  const { type, operator, value } = condition
  const values = [value].flat().map((one) => {
    if (typeof one === 'boolean') return one ? 'yes' : 'no'
    return type === 'date' ? localMoment(String(one)) : String(one)
  })
  return {
    ...{ type, operator, values },
    ...(type === 'date' && { exact: [value].flat().map(String), shown: values }),
    name: 'name' in condition ? condition.name : '',
    tz: type === 'time_of_day' || type === 'weekday' ? (condition.tz ?? 'UTC') : timeZone(),
  }
}

/** Converts it back. Values that are missing are reported by the API. */
export function readCondition({ type, operator, values, exact, shown, name, tz }: ConditionDraft): object {
  const { input } = conditionKinds[type]
  const read = (text = '', at = 0): string | number => {
    if (input === 'number' || input === 'percent') return Number(text)
    return input === 'moment' && text !== '' ? keepMoment(text, exact?.[at], shown?.[at]) : text.trim()
  }
  const given = {
    ...{ type, operator },
    ...(type === 'query_param' && { name: name.trim() }),
    ...((type === 'time_of_day' || type === 'weekday') && { tz }),
  }
  if (operator === 'exists') return { ...given, value: values[0] !== 'no' }
  if (type === 'is_qr_scan') return { ...given, value: values[0] !== 'no' }
  if (operator === 'between') return { ...given, value: [read(values[0], 0), read(values[1], 1)] }
  if (operator === 'in' || operator === 'not_in') return { ...given, value: values.map(read) }
  return { ...given, value: read(values[0]) }
}
