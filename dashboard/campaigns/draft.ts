import type { Campaign, CampaignChanges } from '../api/campaigns.ts'
import { dayName, daysName, shiftDay, writeDay } from '../format/days.ts'
import { startOfDay } from '../format/local-moment.ts'
import { readTags } from '../format/tags.ts'

/** Form values are text; '' means empty. Both days are included. */
export interface Filled {
  name: string
  description: string
  first: string
  last: string
  tags: string
}

export const emptyForm: Filled = { name: '', description: '', first: '', last: '', tags: '' }

export const formOf = ({ name, description = '', start_date, end_date, tags }: Campaign): Filled => ({
  name,
  description,
  first: start_date === undefined ? '' : writeDay(new Date(start_date)),
  last: end_date === undefined ? '' : lastDay(end_date),
  tags: tags.join(', '),
})

/** The last included day: the end itself is midnight of the following day. */
const lastDay = (end: string): string => writeDay(new Date(Date.parse(end) - 1))

export function draftOf(filled: Filled, former: Filled): CampaignChanges {
  const changed = (name: keyof Filled) => filled[name].trim() !== former[name]
  return {
    ...(changed('name') && { name: filled.name.trim() }),
    ...(changed('description') && { description: filled.description.trim() || null }),
    ...(changed('first') && { start_date: filled.first === '' ? null : startOfDay(filled.first) }),
    ...(changed('last') && { end_date: filled.last === '' ? null : startOfDay(shiftDay(filled.last, 1)) }),
    ...(changed('tags') && { tags: readTags(filled.tags) }),
  }
}

/** Formats the dates of a campaign; undefined if it has none. */
export function sayDays({ start_date, end_date }: Campaign): string | undefined {
  const first = start_date === undefined ? undefined : writeDay(new Date(start_date))
  const last = end_date === undefined ? undefined : lastDay(end_date)
  if (first !== undefined && last !== undefined) return daysName(first, last)
  if (first !== undefined) return `From ${dayName(first)}`
  return last === undefined ? undefined : `Until ${dayName(last)}`
}
