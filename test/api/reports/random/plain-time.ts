const dayMs = 86_400_000
const quarterMs = 900_000
/** Zones are no further from UTC. */
const farthestMs = 15 * 3_600_000

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timezone: string): Intl.DateTimeFormat {
  const known = formats.get(timezone)
  if (known !== undefined) return known
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: timezone,
    dateStyle: 'short',
    timeStyle: 'medium',
  })
  formats.set(timezone, format)
  return format
}

/** What clocks of the zone show: 2026-03-29 02:30:00. */
const shown = (at: number, timezone: string) => formatOf(timezone).format(at)

export const dayOf = (at: number, timezone: string): string => shown(at, timezone).slice(0, 10)

export const hourOf = (at: number, timezone: string): number => Number(shown(at, timezone).slice(11, 13))

/** The first moment of a day, found by trying: no zone changes its clocks but at a quarter of an hour. */
export function startOfDay(day: string, timezone: string): number {
  const guess = Date.parse(`${day}T00:00:00Z`)
  for (let at = guess - farthestMs; at <= guess + farthestMs; at += quarterMs) {
    if (dayOf(at, timezone) === day) return at
  }
  throw new Error(`${timezone} has no ${day}`)
}

export const nextDay = (day: string): string => new Date(Date.parse(day) + dayMs).toISOString().slice(0, 10)

export const endOfDay = (day: string, timezone: string): number => startOfDay(nextDay(day), timezone)

/** Where so many days until now begin: a day and more with a whole quarter of an hour. */
export const daysBefore = (now: number, days: number): number =>
  days < 1 ? now - days * dayMs : beginOfQuarter(now - days * dayMs)

/** A period until now has the running quarter of an hour whole. */
export const endOfQuarter = (now: number): number => beginOfQuarter(now) + quarterMs

const beginOfQuarter = (at: number): number => at - (at % quarterMs)

/** Where the hour of a moment began. */
export function startOfHour(at: number, timezone: string): number {
  const minutes = Number(shown(at, timezone).slice(14, 16))
  return Math.floor(at / 60_000) * 60_000 - minutes * 60_000
}
