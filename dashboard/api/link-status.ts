import type { ShortUrlStatus } from '#schemas/links.ts'
import { readKey } from '../format/read-search.ts'
import type { States } from '../parts/pill.tsx'

export const linkStates: States<ShortUrlStatus> = {
  active: { name: 'Active', look: 'good' },
  scheduled: { name: 'Scheduled', look: 'tell' },
  expired: { name: 'Expired', look: 'warn' },
  limit_reached: { name: 'Click limit reached', look: 'warn' },
  disabled: { name: 'Disabled', look: 'quiet' },
  archived: { name: 'Archived', look: 'quiet' },
  quarantined: { name: 'Quarantined', look: 'bad' },
  trashed: { name: 'In the trash', look: 'quiet' },
}

/** `all` includes archived links and the trash, which lists hide by default. */
export type StatusFilter = ShortUrlStatus | 'all'

export const shortUrlStatus = (value: unknown): StatusFilter | undefined =>
  value === 'all' ? value : readKey(linkStates, value)
