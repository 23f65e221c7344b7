import { randomBytes } from 'node:crypto'
import { invalidField, invalidFields } from '#core/api-error.ts'
import { asksFor } from '#core/rules/record-rules.ts'
import { findContinent } from '#core/visits/find-continent.ts'
import { readReferrerDomain } from '#core/visits/find-source.ts'
import type { Config } from '#runtime/config.ts'
import type { Sql } from '#runtime/postgres.ts'
import type { SecretKeys } from '#runtime/secret-keys.ts'
import { uuidv7 } from '#runtime/uuid.ts'
import type { Condition, GivenRule, TargetingRule } from '#schemas/targeting.ts'
import { leadsToOurselves } from '../domains/own-host.ts'
import { sealSecret } from '../installation/stored-secrets.ts'
import type { LinkRow } from './link-row.ts'

const secretBytes = 16

/** The rules of a body in their order, with an id, a name, and priorities without gaps. */
export function readRules(given: readonly GivenRule[]): TargetingRule[] {
  const places = given.map((rule, index) => ({ rule, priority: rule.priority ?? index + 1 }))
  return places
    .toSorted((one, other) => one.priority - other.priority)
    .map(({ rule: { id = uuidv7(), name, match, conditions, destination_url } }, index) => ({
      id,
      name: name ?? `Rule ${index + 1}`,
      priority: index + 1,
      match,
      conditions: conditions.map(foldCountries),
      destination_url,
    }))
}

/** Codes are in lower case, as in reports. */
const foldCountries = (condition: Condition): Condition =>
  condition.type === 'country' ? { ...condition, value: condition.value.map((code) => code.toLowerCase()) } : condition

/** Refuses countries that do not exist, and destinations that are short URLs themselves. `path` is that of the rules. */
export function judgeRules(rules: readonly TargetingRule[], config: Config, path = ''): void {
  const loop = destinationsOfRules(rules).find(({ url }) => leadsToOurselves(url, config))
  if (loop !== undefined) throw invalidField(`${path}${loop.field}`, 'Must not be a short URL of this installation.')
  const errors = rules.flatMap(({ conditions }, rule) =>
    conditions.flatMap((condition, index) => {
      const unknown = condition.type === 'country' ? condition.value.filter((code) => findContinent(code) === '') : []
      const field = `${path}targeting_rules.${rule}.conditions.${index}.value`
      return unknown.map((code) => ({ field, message: `${code.toUpperCase()} is not the code of a country.` }))
    }),
  )
  if (errors.length > 0) throw invalidFields(errors)
}

/** Refuses referrers that no visit can have. The link keeps those it has, because earlier versions accepted them. */
export function judgeReferrers(before: Targeted<TargetingRule>, after: Targeted<TargetingRule>): void {
  const kept = new Set(referrersOf(allRulesOf(before)).map(({ text }) => text))
  const { targeting_rules: rules, schedules = [] } = after
  const given = [
    ...referrersOf(rules),
    ...schedules.flatMap(({ changes }, index) => referrersOf(changes.targeting_rules, `schedules.${index}.changes.`)),
  ]
  const errors = given
    .filter(({ text }) => !kept.has(text) && readReferrerDomain(text) === null)
    .map(({ field, text }) => ({
      field,
      message: `${text} is not a domain. Enter one such as google.com, which includes its subdomains.`,
    }))
  if (errors.length > 0) throw invalidFields(errors)
}

const referrersOf = (rules: readonly TargetingRule[] = [], path = '') =>
  rules.flatMap(({ conditions }, rule) =>
    conditions.flatMap((condition, index) => {
      const field = `${path}targeting_rules.${rule}.conditions.${index}.value`
      return condition.type === 'referrer_domain' ? condition.value.map((text) => ({ field, text })) : []
    }),
  )

/** The destinations of rules, with the field that names each. */
export const destinationsOfRules = (rules: readonly Pick<TargetingRule, 'destination_url'>[]) =>
  rules.map(({ destination_url: url }, index) => ({ field: `targeting_rules.${index}.destination_url`, url }))

interface Targeted<Rule> {
  targeting_rules?: readonly Rule[] | undefined
  schedules?: readonly { changes: { targeting_rules?: readonly Rule[] | undefined } }[] | undefined
}

/** The rules of a link, now and after its scheduled changes. */
export const allRulesOf = <Rule>({ targeting_rules: rules = [], schedules = [] }: Targeted<Rule>): Rule[] => [
  ...rules,
  ...schedules.flatMap(({ changes }) => changes.targeting_rules ?? []),
]

/** A new secret for the percentages of these rules, encrypted. undefined if they have none. */
export async function makeRulesSecret(
  { sql, secretKeys }: { sql: Sql; secretKeys: SecretKeys },
  link: Targeted<TargetingRule>,
): Promise<string | undefined> {
  if (!asksFor(allRulesOf(link), 'percentage')) return undefined
  const secret = randomBytes(secretBytes).toString('hex')
  return await sql.begin((tx) => sealSecret(tx, secretKeys, 'rule secret', secret))
}

/**
 * What changed rules need. A link keeps its secret as long as it has percentages, so that visitors stay where they are, and
 * goes on counting as long as a rule asks for the number of the click.
 */
export function columnsOfRules(
  link: LinkRow & { rev: number },
  changes: Targeted<TargetingRule>,
  newSecret?: string,
): Partial<Pick<LinkRow, 'rules_secret' | 'numbered_since'>> {
  if (changes.targeting_rules === undefined && changes.schedules === undefined) return {}
  const rules = allRulesOf({ ...link, ...changes })
  return {
    rules_secret: asksFor(rules, 'percentage') ? (link.rules_secret ?? newSecret ?? null) : null,
    numbered_since: asksFor(rules, 'click_number') ? (link.numbered_since ?? link.rev) : null,
  }
}
