import type { Condition, ConditionType, RecordRule, TargetingRule } from '#schemas/targeting.ts'
import { readReferrerDomain } from '../visits/find-source.ts'

/** Conditions whose values are compared in lower case. */
const lowerCase: ReadonlySet<ConditionType> = new Set([
  ...(['country', 'region', 'city', 'os', 'browser', 'language'] as const),
])

/** A rule as redirectors compare it. */
export const recordRule = (
  { id, match, conditions, destination_url }: TargetingRule,
  withUtm: (url: string) => string,
): RecordRule => ({ id, match, conditions: conditions.map(fold), url: withUtm(destination_url) })

function fold(condition: Condition): Condition {
  if (condition.type === 'referrer_domain') return { ...condition, value: condition.value.map(foldDomain) }
  if (!lowerCase.has(condition.type)) return condition
  const value = (condition.value as string[]).map((text) => text.toLowerCase())
  return { ...condition, value } as Condition
}

/** Earlier versions accepted values that are no domains. */
const foldDomain = (text: string): string => readReferrerDomain(text) ?? text.toLowerCase()

/** Whether any rule has a condition of this type. */
export const asksFor = (rules: readonly { conditions: readonly Condition[] }[], ...types: ConditionType[]): boolean =>
  rules.some(({ conditions }) => conditions.some(({ type }) => types.includes(type)))
