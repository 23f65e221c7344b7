import { inZone, zoneOffset } from './time-zone.ts'

export const dayMs = 86_400_000

/** The day in the user's time zone, in API format. */
export const writeDay = (date: Date): string =>
  new Date(date.getTime() + zoneOffset(date)).toISOString().slice(0, 'yyyy-mm-dd'.length)

/** Keeps the time of day, even across a clock change. */
export function addDays(date: Date, days: number): Date {
  const moved = new Date(date.getTime() + days * dayMs)
  return new Date(moved.getTime() + zoneOffset(date) - zoneOffset(moved))
}

function writer(options: Intl.DateTimeFormatOptions): (date: Date) => string {
  const format = inZone(options)
  return (date) => format().format(date)
}

export const shortDay = writer({ day: 'numeric', month: 'short' })
const longDay = writer({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' })
const longDate = writer({ day: 'numeric', month: 'short', year: 'numeric' })
export const hour = writer({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
/** Labels of a chart's buckets: short below the chart, long in its tooltip. */
export const bucketNames = {
  hour: { short: hour, long: (at: Date): string => `${shortDay(at)}, ${hour(at)}` },
  day: { short: shortDay, long: longDay },
  week: { short: shortDay, long: (at: Date): string => `Week of ${longDate(at)}` },
  month: { short: writer({ month: 'short', year: '2-digit' }), long: writer({ month: 'long', year: 'numeric' }) },
} as const
export const fullMoment = writer({ dateStyle: 'medium', timeStyle: 'short' })

/** Adds days in the calendar, without time zones. */
export function shiftDay(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}

/** Whether a day exists, which 2026-02-31 does not, and is in the years that analytics accept. */
export const isDay = (value: unknown): value is string =>
  typeof value === 'string' &&
  /^(197[1-9]|19[89]\d|20\d\d)-\d\d-\d\d$/.test(value) &&
  !Number.isNaN(Date.parse(value)) &&
  shiftDay(value, 0) === value

/** Number of days, including both. */
export const countDays = (first: string, last: string): number =>
  Math.round((Date.parse(last) - Date.parse(first)) / dayMs) + 1

const nameShortDay = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const nameDay = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })

/** "Mar 1", "Mar 1, 2026", or a range of days. */
export const shortDayName = (day: string): string => nameShortDay.format(new Date(`${day}T00:00:00Z`))
export const dayName = (day: string): string => nameDay.format(new Date(`${day}T00:00:00Z`))
export const daysName = (first: string, last: string): string =>
  nameDay.formatRange(new Date(`${first}T00:00:00Z`), new Date(`${last}T00:00:00Z`))

const steps = [
  { unit: 'second', seconds: 1, below: 60 },
  { unit: 'minute', seconds: 60, below: 3_600 },
  { unit: 'hour', seconds: 3_600, below: 86_400 },
  { unit: 'day', seconds: 86_400, below: 7 * 86_400 },
] as const
const relativeFormats = {
  short: new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' }),
  long: new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'long' }),
}

/** "3 min. ago", "in 2 days"; long: "3 minutes ago". A date if it is more than a week away. */
export function relativeTime(date: Date, now: Date, style: keyof typeof relativeFormats = 'short'): string {
  const seconds = Math.round((date.getTime() - now.getTime()) / 1_000)
  const step = steps.find(({ below }) => Math.abs(seconds) < below)
  if (step !== undefined) return relativeFormats[style].format(Math.round(seconds / step.seconds), step.unit)
  const year = writeDay(date).slice(0, 'yyyy'.length)
  return writeDay(now).startsWith(year) ? shortDay(date) : `${shortDay(date)} ${year}`
}
