import type { ShortUrlStatus } from '#schemas/links.ts'
import { readKey } from '../format/read-search.ts'
import type { States } from '../parts/pill.tsx'

export const linkStates: States<ShortUrlStatus> = {
  active: { name: 'Active', look: 'good' },
  scheduled: { name: 'Scheduled', look: 'tell' },
  expired: { name: 'Expired', look: 'warn' },
  limit_reached: { name: 'Limit reached', look: 'warn' },
  disabled: { name: 'Off', look: 'quiet' },
  archived: { name: 'Archived', look: 'quiet' },
}

/** `all`: archived links too, which lists leave out otherwise. */
export type StatusFilter = ShortUrlStatus | 'all'

export const shortUrlStatus = (value: unknown): StatusFilter | undefined =>
  value === 'all' ? value : readKey(linkStates, value)
