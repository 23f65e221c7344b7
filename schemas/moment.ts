import { z } from 'zod'

/** Outside these years, not every ISO 8601 parser can read our replies. */
const earliest = new Date('1970-01-01T00:00:00Z')
const latest = new Date('9999-12-31T23:59:59.999Z')
const isUsual = (date: Date) => date >= earliest && date <= latest
const unusual = 'Must be between the years 1970 and 9999.'

const isLocal = (value: string) => value.includes('T') && !/(Z|[+-]\d\d:?\d\d)$/.test(value)

/** A date and time with a time zone, as clients send it. */
export const moment = z.iso
  .datetime({
    offset: true,
    abort: true,
    error: 'Use an ISO 8601 date and time with a time zone, such as 2026-11-30T09:00:00Z.',
  })
  .transform((value) => new Date(value))
  .refine(isUsual, unusual)
  .meta({ format: 'date-time' })

export const momentOrDay = z
  .union([z.iso.datetime({ offset: true, local: true }), z.iso.date()], {
    error: 'Use an ISO 8601 date or date and time, such as 2026-11-30 or 2026-11-30T09:00:00Z.',
  })
  .transform((value) => new Date(isLocal(value) ? `${value}Z` : value))
  .refine(isUsual, unusual)
  .meta({ description: 'ISO 8601 date or date and time. UTC unless it has an offset; a date means 00:00.' })

/** A date and time in records: ISO 8601 in UTC. */
export const timestamp = z.iso.datetime()
