import { clockParts, offsetMs } from '#core/zone-offset.ts'

const dayMs = 86_400_000

/**
 * The instant of a local time (2026-03-29T02:30) in a zone. The first one if the time occurs twice; shifted by the length of
 * the gap if it is skipped.
 */
export function findInstant(local: string, timezone: string): number {
  const clock = clockIn(timezone)
  const shown = Date.parse(`${local}Z`)
  const before = shown - offsetMs(shown - dayMs, clock)
  const after = shown - offsetMs(shown + dayMs, clock)
  const fitting = [before, after].filter((instant) => instant + offsetMs(instant, clock) === shown)
  return fitting.length === 0 ? before : Math.min(...fitting)
}

/** The start of the day of an instant in the zone. */
export function startOfDay(instant: number, timezone: string): number {
  const shown = new Date(instant + offsetMs(instant, clockIn(timezone))).toISOString()
  return findInstant(`${shown.slice(0, 10)}T00:00`, timezone)
}

export const clockIn = (timezone: string) => new Intl.DateTimeFormat('en', { ...clockParts, timeZone: timezone })
