import type { LinkRules } from '#schemas/link-record.ts'
import type { RecordRule } from '#schemas/targeting.ts'
import { isTrue, type RuleIdentity } from './is-true.ts'
import type { VisitFacts } from './visit-facts.ts'

/** The first rule that is true for a visit. */
export function chooseRule({ list, secret = '' }: LinkRules, facts: VisitFacts): RecordRule | undefined {
  for (const rule of list) if (applies(rule, facts, { id: rule.id, secret })) return rule
  return undefined
}

/** A rule of a link without conditions never applies. */
export function applies({ match, conditions }: RecordRule, facts: VisitFacts, identity: RuleIdentity): boolean {
  if (match === 'any') return conditions.some((condition) => isTrue(condition, facts, identity))
  return conditions.length > 0 && conditions.every((condition) => isTrue(condition, facts, identity))
}
