import type { ShortUrlStatus } from '#schemas/links.ts'
import { readKey } from '../format/read-search.ts'

/** As the interface names them, and as people read them. */
export const statusNames = {
  active: 'Active',
  scheduled: 'Scheduled',
  expired: 'Expired',
  limit_reached: 'Limit reached',
  disabled: 'Off',
} as const satisfies Record<ShortUrlStatus, string>

export const shortUrlStatus = (value: unknown): ShortUrlStatus | undefined => readKey(statusNames, value)
