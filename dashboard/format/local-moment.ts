import { zoneOffset } from './time-zone.ts'

/** As an input of type datetime-local has it: what the clocks of the reader's zone show, without a zone. */
export function localMoment(instant: string | null): string {
  if (instant === null) return ''
  const date = new Date(instant)
  return new Date(date.getTime() + zoneOffset(date)).toISOString().slice(0, 'yyyy-mm-ddThh:mm'.length)
}

/** The instant at which they show it. What they leave out when they are put forward is read as by those that were not. */
export function readMoment(shown: string): string {
  const wall = Date.parse(`${shown}Z`)
  const near = wall - zoneOffset(new Date(wall))
  // Where the clocks are changed in between, `near` has the offset of the other side.
  const at = wall - zoneOffset(new Date(near))
  const isShown = at + zoneOffset(new Date(at)) === wall
  return new Date(isShown ? at : Math.max(at, near)).toISOString()
}

/** The instant at which a day of the reader's zone begins. */
export const startOfDay = (day: string): string => readMoment(`${day}T00:00`)
