import { Failure } from '../api/failure.ts'
import type { Filled } from './draft.ts'
import { type FieldName, fieldsOf, type GroupName, optionGroup, optionGroups } from './form-fields.ts'

const groupNames = Object.keys(optionGroups) as GroupName[]

export const groupsFor = (purpose: 'create' | 'edit'): GroupName[] =>
  groupNames.filter((group) => {
    const { only } = optionGroup(group)
    return only === undefined || only === purpose
  })

/** How many fields of a group say something else than what holds anyway. */
export const countSet = (group: GroupName, filled: Filled, plain: Filled): number =>
  fieldsOf(group).filter((field) => filled[field] !== plain[field]).length

/** As the API calls it: a member of the card is og.title. */
export const wireName = (field: FieldName): string => field.replace(/^og_/, 'og.')

/** The groups that a refusal is about: whoever reads it has to see their fields. */
export function groupsInFailure(failure: unknown): GroupName[] {
  if (!(failure instanceof Failure)) return []
  const { details } = failure
  if (typeof details !== 'object' || details === null || !('errors' in details)) return []
  const refused = (details.errors as { field: string }[]).map(({ field }) => field)
  return groupNames.filter((group) => fieldsOf(group).some((field) => refused.includes(wireName(field))))
}
