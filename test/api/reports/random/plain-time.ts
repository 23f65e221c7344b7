const dayMs = 86_400_000
const quarterMs = 900_000
/** The largest offset of a time zone from UTC. */
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

/** Local time in the zone: 2026-03-29 02:30:00. */
const shown = (at: number, timezone: string) => formatOf(timezone).format(at)

export const dayOf = (at: number, timezone: string): string => shown(at, timezone).slice(0, 10)

export const hourOf = (at: number, timezone: string): number => Number(shown(at, timezone).slice(11, 13))

/** The first moment of a day, found by trial: all clock changes are at a quarter of an hour. */
export function startOfDay(day: string, timezone: string): number {
  const guess = Date.parse(`${day}T00:00:00Z`)
  for (let at = guess - farthestMs; at <= guess + farthestMs; at += quarterMs) {
    if (dayOf(at, timezone) === day) return at
  }
  throw new Error(`${timezone} has no ${day}`)
}

export const nextDay = (day: string): string => new Date(Date.parse(day) + dayMs).toISOString().slice(0, 10)

export const endOfDay = (day: string, timezone: string): number => startOfDay(nextDay(day), timezone)

/** The start of a period of this many days until now: of a day or more, at a full quarter of an hour. */
export const daysBefore = (now: number, days: number): number =>
  days < 1 ? now - days * dayMs : beginOfQuarter(now - days * dayMs)

/** A period until now includes the complete current quarter of an hour. */
export const endOfQuarter = (now: number): number => beginOfQuarter(now) + quarterMs

const beginOfQuarter = (at: number): number => at - (at % quarterMs)

/** The start of the hour of a moment. */
export function startOfHour(at: number, timezone: string): number {
  const minutes = Number(shown(at, timezone).slice(14, 16))
  return Math.floor(at / 60_000) * 60_000 - minutes * 60_000
}
