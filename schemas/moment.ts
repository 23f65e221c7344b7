import { z } from 'zod'

/** Outside of these years not everything that reads ISO 8601 can read what we would answer. */
const earliest = new Date('1970-01-01T00:00:00Z')
const latest = new Date('9999-12-31T23:59:59.999Z')
const isUsual = (date: Date) => date >= earliest && date <= latest
const unusual = 'must lie between the years 1970 and 9999'

const isLocal = (value: string) => value.includes('T') && !/(Z|[+-]\d\d:?\d\d)$/.test(value)

/** An instant as a client says it, with its offset. */
export const moment = z.iso
  .datetime({ offset: true, abort: true, error: 'must be an ISO 8601 instant' })
  .transform((value) => new Date(value))
  .refine(isUsual, unusual)
  .meta({ format: 'date-time' })

export const momentOrDay = z
  .union([z.iso.datetime({ offset: true, local: true }), z.iso.date()], { error: 'must be an ISO 8601 instant or day' })
  .transform((value) => new Date(isLocal(value) ? `${value}Z` : value))
  .refine(isUsual, unusual)
  .meta({ description: 'ISO 8601. Without an offset it is in UTC; a day alone is its first instant.' })

/** An instant as our records say it: ISO 8601 in UTC. */
export const timestamp = z.iso.datetime()
