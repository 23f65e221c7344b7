import { zoneOffset } from './time-zone.ts'

/** Value of a datetime-local input: local time in the user's time zone. */
export function localMoment(instant: string | null): string {
  if (instant === null) return ''
  const date = new Date(instant)
  return new Date(date.getTime() + zoneOffset(date)).toISOString().slice(0, 'yyyy-mm-ddThh:mm'.length)
}

/** Local time in the user's time zone, with its offset from UTC: two hours of a clock change have the same local time. */
export function localInstant(instant: string): string {
  const offset = zoneOffset(new Date(instant)) / 60_000
  const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60]
  return `${localMoment(instant)}${offset < 0 ? '-' : '+'}${twoDigits(hours)}:${twoDigits(minutes)}`
}

const twoDigits = (number: number): string => String(number).padStart(2, '0')

/** The instant of a local time. A time that a clock change skips is read with the offset before the change. */
export function readMoment(shown: string): string {
  const wall = Date.parse(`${shown}Z`)
  const near = wall - zoneOffset(new Date(wall))
  // Around a clock change, `near` may have the offset of the other side.
  const at = wall - zoneOffset(new Date(near))
  const isShown = at + zoneOffset(new Date(at)) === wall
  return new Date(isShown ? at : Math.max(at, near)).toISOString()
}

/**
 * The instant of a local time in a form. If the time was not changed, it is the instant that was read, which may have seconds.
 * `formerShown` is how the form showed it: a draft may be from before a change of the time zone.
 */
export function keepMoment(shown: string, former: string | undefined, formerShown?: string): string {
  if (former === undefined || shown !== (formerShown ?? localMoment(former))) return readMoment(shown)
  return former
}

/** The instant at which a day begins in the user's time zone. */
export const startOfDay = (day: string): string => readMoment(`${day}T00:00`)
