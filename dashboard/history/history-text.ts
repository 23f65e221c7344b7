import type { FieldChange } from '#schemas/history.ts'
import type { ScheduledChange } from '#schemas/schedules.ts'
import { labelOf } from '../api/failure.ts'
import { fullMoment } from '../format/days.ts'
import { rate } from '../format/numbers.ts'
import { changeTexts } from '../format/schedule-text.ts'

const names: Record<string, string> = {
  url: 'Destination',
  og: 'Social preview',
  trashed_at: 'Moved to the trash',
  quarantined_at: 'Quarantined',
  quarantine_reason: 'Reason for the quarantine',
  content_text: 'Content',
  content_data: 'Content',
  winner_variant_id: 'Winner',
  traffic_split_mode: 'Traffic split',
  min_sample_size: 'Minimum sample size',
  conversions_enabled: 'Conversions',
}

/** The name of a field in the history. */
export const historyLabel = (field: string): string => names[field] ?? labelOf(field)

/** The changes of an entry as lines. The design of a code is split into its settings, and its content is shown once. */
export function linesOf(changes: readonly FieldChange[]): FieldChange[] {
  const hasText = changes.some(({ field }) => field === 'content_text')
  return changes.flatMap((change) => {
    const { field, before, after } = change
    if (field === 'content_data' && hasText) return []
    return field === 'visual_settings' ? differing(before as object, after as object) : [change]
  })
}

function differing(before: object, after: object): FieldChange[] {
  const earlier = new Map<string, unknown>(Object.entries(before))
  return Object.entries(after).flatMap(([field, value]) =>
    JSON.stringify(earlier.get(field)) === JSON.stringify(value)
      ? []
      : [{ field, before: earlier.get(field), after: value as unknown }],
  )
}

type Variants = readonly { name: string; destination_url: string; traffic_weight: number }[]
type Rules = readonly { name: string; destination_url: string }[]

const isDate = (field: string): boolean => field.endsWith('_at')

/** A value of the history in a line of text. `campaignName` finds the name of a campaign. */
export function historyValue(field: string, value: unknown, campaignName: (id: string) => string | undefined): string {
  if (value === null || value === undefined || value === '') return 'none'
  if (field === 'password') return value === true ? 'set' : 'none'
  if (field === 'content_data' && value === true) return 'content with a password'
  if (field === 'winner_variant_id') return 'chosen'
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  if (field === 'campaign_id') return campaignName(value as string) ?? 'a deleted campaign'
  if (isDate(field) && typeof value === 'string') return fullMoment(new Date(value))
  if (field === 'targeting_rules') return list((value as Rules).map((rule) => `${rule.name}: ${rule.destination_url}`))
  if (field === 'schedules') return list((value as ScheduledChange[]).map(scheduleText))
  if (field === 'variants')
    return list(
      (value as Variants).map(
        ({ name, destination_url, traffic_weight }) => `${name}: ${destination_url} (${rate(traffic_weight)})`,
      ),
    )
  if (typeof value === 'object') return list(partsOf(value))
  return `${value as string | number}`
}

const scheduleText = ({ at, changes }: ScheduledChange): string =>
  `${fullMoment(new Date(at))}: ${changeTexts(changes).join(', ')}`

/** The values of an object or a list, without empty ones. */
const partsOf = (value: unknown): string[] => {
  if (value === null || value === undefined || value === '') return []
  if (typeof value === 'object') return Object.values(value).flatMap(partsOf)
  return [typeof value === 'string' ? value : JSON.stringify(value)]
}

const list = (parts: readonly string[]): string => (parts.length === 0 ? 'none' : parts.join(', '))
