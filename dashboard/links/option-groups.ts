import { Failure } from '../api/failure.ts'
import type { Filled } from './draft.ts'

type FieldName = keyof Filled

interface OptionGroup {
  name: string
  fields: readonly FieldName[]
  /** Its one field has the same name. */
  isNamedByField?: true
  /** Of a link that is being made, or of one that is there. Else of both. */
  only?: 'create' | 'edit'
}

/** What most links do without, by what it is for. */
export const optionGroups = {
  about: { name: 'Name and notes', fields: ['name', 'description', 'external_id'] },
  tags: { name: 'Tags', fields: ['tags'], isNamedByField: true },
  campaign: { name: 'Campaign', fields: ['campaign_id'], isNamedByField: true },
  utm: { name: 'UTM', fields: ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] },
  ends: { name: 'Expiry and limit', fields: ['starts_at', 'expires_at', 'max_clicks', 'expired_url'] },
  password: { name: 'Password', fields: ['password', 'drops_password'] },
  devices: { name: 'Devices', fields: ['ios_url', 'android_url'] },
  card: { name: 'Social card', fields: ['og_title', 'og_description', 'og_image_url'] },
  redirect: { name: 'Redirect', fields: ['redirect_type', 'forward_query', 'tracking_enabled', 'is_active'] },
  code: { name: 'Code', fields: ['code_length', 'find_if_exists', 'generate_qr'], only: 'create' },
} as const satisfies Record<string, OptionGroup>

export type GroupName = keyof typeof optionGroups

export const groupsFor = (purpose: 'create' | 'edit'): GroupName[] =>
  (Object.keys(optionGroups) as GroupName[]).filter((group) => {
    const { only }: OptionGroup = optionGroups[group]
    return only === undefined || only === purpose
  })

/** How many fields of a group say something else than what holds anyway. */
export const countSet = (group: GroupName, filled: Filled, plain: Filled): number =>
  optionGroups[group].fields.filter((field) => filled[field] !== plain[field]).length

/** As the interface calls it: a member of the card is og.title. */
export const wireName = (field: FieldName): string => field.replace(/^og_/, 'og.')

/** The groups that a refusal is about: whoever reads it has to see their fields. */
export function groupsInFailure(failure: unknown): GroupName[] {
  if (!(failure instanceof Failure)) return []
  const { details } = failure
  if (typeof details !== 'object' || details === null || !('errors' in details)) return []
  const told = (details.errors as { field: string }[]).map(({ field }) => field)
  return (Object.keys(optionGroups) as GroupName[]).filter((group) =>
    optionGroups[group].fields.some((field) => told.includes(wireName(field))),
  )
}
