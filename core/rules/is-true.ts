import type { Condition, ConditionOf, ConditionType } from '#schemas/targeting.ts'
import type { VisitFacts } from './visit-facts.ts'
import { zonedTime } from './zoned-clock.ts'

/** The rule of a condition, and the secret that decides its percentages. */
export interface RuleIdentity {
  id: string
  secret: string
}

type Tests = {
  [Type in ConditionType]: (condition: ConditionOf<Type>, facts: VisitFacts, rule: RuleIdentity) => boolean
}

const tests: Tests = {
  country: (condition, { country }) => isListed(condition, country),
  region: (condition, { region }) => isListed(condition, region),
  city: (condition, { city }) => isListed(condition, city),
  continent: (condition, { continent }) => isListed(condition, continent),
  device_type: (condition, { device_type }) => isListed(condition, device_type),
  os: (condition, { os }) => isListed(condition, os),
  browser: (condition, { browser }) => isListed(condition, browser),
  language: ({ operator, value }, { language }) =>
    (value.includes(language) || value.includes(primaryTag(language))) === (operator === 'in'),
  referrer_domain: ({ operator, value }, { referrer_domain }) =>
    includesDomain(value, referrer_domain) === (operator === 'in'),
  query_param: hasParameter,
  date: ({ operator, value }, { now }) => {
    if (!Array.isArray(value)) return isInRange(operator, now, Date.parse(value))
    return now >= Date.parse(value[0]) && now < Date.parse(value[1])
  },
  time_of_day: ({ operator, value, tz = 'UTC' }, { now }) => {
    const { time } = zonedTime(now, tz)
    if (!Array.isArray(value)) return isInRange(operator, time, value)
    const [start, end] = value
    return start < end ? time >= start && time < end : time >= start || time < end
  },
  weekday: (condition, { now }) => isListed(condition, zonedTime(now, condition.tz ?? 'UTC').weekday),
  is_qr_scan: ({ value }, { is_qr_scan }) => is_qr_scan === value,
  visitor: ({ value }, { visitor }) => visitor === value,
  click_number: ({ operator, value }, { click_number }) => {
    if (click_number === null) return false
    if (Array.isArray(value)) return click_number >= value[0] && click_number <= value[1]
    return operator === 'eq' ? click_number === value : isInRange(operator, click_number, value)
  },
  percentage: ({ value }, facts, rule) => facts.percentileIn(rule) < value,
}

/** Whether a condition of a record is true for a visit. */
export function isTrue(condition: Condition, facts: VisitFacts, rule: RuleIdentity): boolean {
  const test = tests[condition.type] as (given: Condition, of: VisitFacts, rule: RuleIdentity) => boolean
  return test(condition, facts, rule)
}

const isListed = ({ operator, value }: { operator: string; value: readonly string[] }, fact: string): boolean =>
  value.includes(fact) === (operator === 'in')

const isInRange = <Value extends string | number>(operator: string, fact: Value, value: Value): boolean =>
  operator === 'gte' ? fact >= value : fact < value

function primaryTag(language: string): string {
  const end = language.indexOf('-')
  return end === -1 ? language : language.slice(0, end)
}

/** Whether the domain, or one that it is a subdomain of, is in the list. */
function includesDomain(listed: readonly string[], domain: string): boolean {
  for (let name = domain; name !== ''; name = name.slice(name.indexOf('.') + 1)) {
    if (listed.includes(name)) return true
    if (!name.includes('.')) return false
  }
  return false
}

function hasParameter({ name, operator, value }: ConditionOf<'query_param'>, { parameters }: VisitFacts): boolean {
  const found = parameters.getAll(name)
  if (typeof value === 'boolean') return found.length > 0 === value
  return found.some((one) => value.includes(one)) === (operator === 'in')
}
