import { weekdays } from '#schemas/targeting.ts'
import { clockParts, offsetMs } from '../zone-offset.ts'

/** The local date and time in a time zone. */
interface ZonedTime {
  /** Such as 09:30. */
  time: string
  weekday: (typeof weekdays)[number]
}

/** Offsets change at quarters of an hour only. */
const quarterMs = 900_000
/** More than there are time zones. */
const mostZones = 1_000

interface Clock {
  format: Intl.DateTimeFormat
  quarter: number
  offset: number
}

const clocks = new Map<string, Clock>()

/** Takes 0.4 µs, and once in a quarter of an hour 15 µs. */
export function zonedTime(instant: number, zone: string): ZonedTime {
  const local = new Date(instant + offsetAt(instant, zone))
  return {
    time: local.toISOString().slice(11, 16),
    // Weeks of the list start on Monday, those of Date on Sunday.
    weekday: weekdays[(local.getUTCDay() + 6) % 7] ?? 'monday',
  }
}

function offsetAt(instant: number, zone: string): number {
  const quarter = Math.floor(instant / quarterMs)
  const clock = clocks.get(zone) ?? addClock(zone)
  if (clock.quarter !== quarter) {
    clock.offset = offsetMs(instant, clock.format)
    clock.quarter = quarter
  }
  return clock.offset
}

function addClock(zone: string): Clock {
  if (clocks.size >= mostZones) clocks.clear()
  const clock = { format: new Intl.DateTimeFormat('en', { ...clockParts, timeZone: zone }), quarter: -1, offset: 0 }
  clocks.set(zone, clock)
  return clock
}
