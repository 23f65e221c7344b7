import type { ShortUrlStatus } from '#schemas/links.ts'

/** As the interface names them, and as people read them. */
export const statusNames = {
  active: 'Active',
  scheduled: 'Scheduled',
  expired: 'Expired',
  limit_reached: 'Limit reached',
  disabled: 'Off',
} as const satisfies Record<ShortUrlStatus, string>

export const shortUrlStatus = (value: unknown): ShortUrlStatus | undefined =>
  typeof value === 'string' && value in statusNames ? (value as ShortUrlStatus) : undefined
