const dayMs = 86_400_000

/**
 * The instant of a local time (2026-03-29T02:30) in a zone. The first one if the time occurs twice; shifted by the length of
 * the gap if it is skipped.
 */
export function findInstant(local: string, timezone: string): number {
  const shown = Date.parse(`${local}Z`)
  const before = shown - offsetMs(shown - dayMs, timezone)
  const after = shown - offsetMs(shown + dayMs, timezone)
  const fitting = [before, after].filter((instant) => instant + offsetMs(instant, timezone) === shown)
  return fitting.length === 0 ? before : Math.min(...fitting)
}

/** The start of the day of an instant in the zone. */
export function startOfDay(instant: number, timezone: string): number {
  const shown = new Date(instant + offsetMs(instant, timezone)).toISOString()
  return findInstant(`${shown.slice(0, 10)}T00:00`, timezone)
}

/** Offset of the zone from UTC. */
function offsetMs(instant: number, timezone: string): number {
  const format = new Intl.DateTimeFormat('en', {
    timeZone: timezone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  const parts = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]))
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(instant / 1_000) * 1_000
}
