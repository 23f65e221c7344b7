import type { Condition, TargetingRule } from '#schemas/targeting.ts'
import type { VisitFacts } from './visit-facts.ts'

/** A plain implementation of the documented rules, to compare with: clause by clause, nothing prepared or kept. */
export function chooseInPlainWay(
  rules: readonly TargetingRule[],
  facts: VisitFacts,
  secret: string,
): TargetingRule | undefined {
  return rules.find((rule) => {
    const results = rule.conditions.map((condition) => isTrueInPlainWay(condition, facts, { id: rule.id, secret }))
    return rule.match === 'all' ? !results.includes(false) : results.includes(true)
  })
}

function isTrueInPlainWay(condition: Condition, facts: VisitFacts, rule: { id: string; secret: string }): boolean {
  const { type, operator, value } = condition
  const named = (fact: string) => {
    const found = (value as string[]).filter((text) => text.toLowerCase() === fact.toLowerCase()).length > 0
    return operator === 'in' ? found : !found
  }
  if (type === 'language') {
    const found = value.some((text) => {
      const wanted = text.toLowerCase()
      return facts.language === wanted || facts.language.startsWith(`${wanted}-`)
    })
    return operator === 'in' ? found : !found
  }
  if (type === 'referrer_domain') {
    const found = value.some((text) => `.${facts.referrer_domain}`.endsWith(`.${text.toLowerCase()}`))
    return operator === 'in' ? found : !found
  }
  if (type === 'query_param') {
    const given = [...facts.parameters].filter(([name]) => name === condition.name).map(([, text]) => text)
    if (operator === 'exists') return value === given.length > 0
    const found = given.some((text) => (value as string[]).includes(text))
    return operator === 'in' ? found : !found
  }
  if (type === 'date')
    return isWithin(
      operator,
      facts.now,
      [value].flat().map((text) => new Date(text).getTime()),
    )
  if (type === 'time_of_day') {
    const minutes = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3))
    const clock = read(facts.now, condition.tz, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
    const [start = 0, end = 0] = [value].flat().map(minutes)
    if (operator === 'between' && start > end) return minutes(clock) >= start || minutes(clock) < end
    return isWithin(operator, minutes(clock), [start, end])
  }
  if (type === 'weekday') return named(read(facts.now, condition.tz, { weekday: 'long' }))
  if (type === 'is_qr_scan') return facts.is_qr_scan === value
  if (type === 'visitor') return facts.visitor === value
  if (type === 'percentage') return facts.percentileIn(rule) < value
  if (type === 'click_number') {
    const number = facts.click_number
    if (number === null) return false
    const [start = 0, end = start] = [value].flat()
    if (operator === 'eq') return number === start
    return operator === 'between' ? number >= start && number <= end : isWithin(operator, number, [start])
  }
  return named(facts[type])
}

/** `between` includes its start, but not its end. */
function isWithin(operator: string, fact: number, [start = 0, end = 0]: number[]): boolean {
  if (operator === 'gte') return fact >= start
  if (operator === 'lt') return fact < start
  return fact >= start && fact < end
}

const read = (instant: number, zone = 'UTC', options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone: zone, ...options }).format(instant)
