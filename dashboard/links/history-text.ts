import { labelOf } from '../api/failure.ts'
import { fullMoment } from '../format/days.ts'

const names: Record<string, string> = { url: 'Destination', og: 'Social preview', trashed_at: 'Moved to the trash' }

/** The name of a field in the history. */
export const historyLabel = (field: string): string => names[field] ?? labelOf(field)

type Rules = readonly { name: string; destination_url: string }[]

const isDate = (field: string): boolean => field.endsWith('_at')

/** A value of the history in a line of text. `campaignName` finds the name of a campaign. */
export function historyValue(field: string, value: unknown, campaignName: (id: string) => string | undefined): string {
  if (value === null || value === undefined || value === '') return 'none'
  if (field === 'password') return value === true ? 'set' : 'none'
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  if (field === 'campaign_id') return campaignName(value as string) ?? 'a deleted campaign'
  if (isDate(field) && typeof value === 'string') return fullMoment(new Date(value))
  if (field === 'targeting_rules') return list((value as Rules).map((rule) => `${rule.name}: ${rule.destination_url}`))
  if (field === 'og') return list(Object.values(value).filter((part) => part !== null))
  return Array.isArray(value) ? list(value.map(String)) : `${value as string | number}`
}

const list = (parts: readonly string[]): string => (parts.length === 0 ? 'none' : parts.join(', '))
