const two = (part: number) => String(part).padStart(2, '0')

/** The day of the reader's time zone, as the interface takes it. */
export const writeDay = (date: Date): string =>
  `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`

export const addDays = (date: Date, days: number): Date =>
  new Date(date.getFullYear(), date.getMonth(), date.getDate() + days, date.getHours(), date.getMinutes())

const dayFormat = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short' })
const longDayFormat = new Intl.DateTimeFormat('en', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
})
const hourFormat = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
const momentFormat = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' })

export const shortDay = (date: Date): string => dayFormat.format(date)
export const longDay = (date: Date): string => longDayFormat.format(date)
export const hour = (date: Date): string => hourFormat.format(date)
export const fullMoment = (date: Date): string => momentFormat.format(date)

const steps = [
  { unit: 'second', seconds: 1, below: 60 },
  { unit: 'minute', seconds: 60, below: 3_600 },
  { unit: 'hour', seconds: 3_600, below: 86_400 },
  { unit: 'day', seconds: 86_400, below: 7 * 86_400 },
] as const
const relativeFormat = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' })

/** "3 min. ago", "in 2 days"; a day with its month where it is further away. */
export function relativeTime(date: Date, now: Date): string {
  const seconds = Math.round((date.getTime() - now.getTime()) / 1_000)
  const step = steps.find(({ below }) => Math.abs(seconds) < below)
  if (step !== undefined) return relativeFormat.format(Math.round(seconds / step.seconds), step.unit)
  return date.getFullYear() === now.getFullYear() ? shortDay(date) : `${shortDay(date)} ${date.getFullYear()}`
}
