import { fieldErrors } from '../api/failure.ts'
import type { Filled } from './draft.ts'
import { type FieldName, fieldsOf, type GroupName, optionGroup, optionGroups } from './form-fields.ts'

const groupNames = Object.keys(optionGroups) as GroupName[]

export const groupsFor = (purpose: 'create' | 'edit'): GroupName[] =>
  groupNames.filter((group) => {
    const { only } = optionGroup(group)
    return only === undefined || only === purpose
  })

/** How many fields of a group differ from the defaults. */
export const countSet = (group: GroupName, filled: Filled, plain: Filled): number =>
  fieldsOf(group).filter((field) => filled[field] !== plain[field]).length

/** Name of a field in the API: fields of the card are og.title and so on. */
export const wireName = (field: FieldName): string => field.replace(/^og_/, 'og.')

/** Groups with rejected fields, which have to be visible. */
export function groupsWithErrors(failure: unknown): GroupName[] {
  const refused = fieldErrors(failure).map(({ field }) => field)
  const isOf = (name: string, field: FieldName) => name === wireName(field) || name.startsWith(`${field}.`)
  return groupNames.filter((group) => fieldsOf(group).some((field) => refused.some((name) => isOf(name, field))))
}
