import type { TargetingRule } from '#schemas/targeting.ts'
import { withScheme } from '../format/urls.ts'
import { type ConditionDraft, draftCondition, newCondition, readCondition } from './condition-kinds.ts'

/** A targeting rule in the form. */
export interface RuleDraft {
  /** '' for a new rule. */
  id: string
  name: string
  match: 'all' | 'any'
  conditions: ConditionDraft[]
  destination_url: string
}

export const newRule = (): RuleDraft => ({
  id: '',
  name: '',
  match: 'all',
  conditions: [newCondition('country')],
  destination_url: '',
})

/** Forms hold text, so that drafts can be kept and compared. */
export const writeRules = (rules: readonly RuleDraft[]): string => JSON.stringify(rules)
export const parseRules = (text: string): RuleDraft[] => JSON.parse(text === '' ? '[]' : text) as RuleDraft[]

/** Converts the rules of a link. */
export const draftRules = (rules: readonly TargetingRule[]): string =>
  writeRules(
    rules.map(({ id, name, match, conditions, destination_url }) => ({
      ...{ id, name, match, destination_url },
      conditions: conditions.map(draftCondition),
    })),
  )

/** The rules for a request, in their order. */
export const readRules = (text: string): object[] =>
  parseRules(text).map(({ id, name, match, conditions, destination_url }) => ({
    ...(id !== '' && { id }),
    ...(name.trim() !== '' && { name: name.trim() }),
    match,
    conditions: conditions.map(readCondition),
    destination_url: withScheme(destination_url.trim()),
  }))

/** The list with one item moved by a place. */
export function moved<Item>(items: readonly Item[], from: number, by: 1 | -1): Item[] {
  const list = [...items]
  const [item] = list.splice(from, 1)
  if (item !== undefined) list.splice(from + by, 0, item)
  return list
}

export const replaced = <Item>(items: readonly Item[], at: number, item: Item): Item[] =>
  items.map((one, index) => (index === at ? item : one))

export const without = <Item>(items: readonly Item[], at: number): Item[] => items.filter((_, index) => index !== at)
