export const browserZone = Intl.DateTimeFormat().resolvedOptions().timeZone

const kept: { chosen: string | null } = { chosen: null }

/** The time zone of all days and times: the user's choice, or the browser's time zone. */
export const timeZone = (): string => kept.chosen ?? browserZone

/** Set from the session, before anything is shown. */
export function keepTimeZone(chosen: string | null): void {
  kept.chosen = chosen
}

/** Offset from UTC in milliseconds at this instant. */
export function zoneOffset(at: Date): number {
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((one) => one.type === type)?.value)
  const parts = clockFormat(timeZone()).formatToParts(at)
  const [year, month, day] = [part('year'), part('month'), part('day')]
  const wall = Date.UTC(year, month - 1, day, part('hour'), part('minute'), part('second'))
  return wall - Math.floor(at.getTime() / 1_000) * 1_000
}

const clockFormats = new Map<string, Intl.DateTimeFormat>()

function clockFormat(zone: string): Intl.DateTimeFormat {
  const known = clockFormats.get(zone)
  if (known !== undefined) return known
  const format = new Intl.DateTimeFormat('en', {
    timeZone: zone,
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
    hourCycle: 'h23',
  })
  clockFormats.set(zone, format)
  return format
}
