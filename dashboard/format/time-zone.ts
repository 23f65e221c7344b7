export const browserZone = Intl.DateTimeFormat().resolvedOptions().timeZone

const kept: { chosen: string | null } = { chosen: null }

/** The time zone of all days and times: the user's choice, or the browser's time zone. */
export const timeZone = (): string => kept.chosen ?? browserZone

/** Set from the session, before anything is shown. */
export function keepTimeZone(chosen: string | null): void {
  kept.chosen = chosen
}

/** A format in that time zone. Formats are created once per time zone. */
export function inZone(options: Intl.DateTimeFormatOptions): () => Intl.DateTimeFormat {
  const formats = new Map<string, Intl.DateTimeFormat>()
  return () => {
    const zone = timeZone()
    const format = formats.get(zone) ?? new Intl.DateTimeFormat('en', { ...options, timeZone: zone })
    formats.set(zone, format)
    return format
  }
}

const clock = inZone({
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
  hourCycle: 'h23',
})

/** Offset from UTC in milliseconds at this instant. */
export function zoneOffset(at: Date): number {
  const parts = clock().formatToParts(at)
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((one) => one.type === type)?.value)
  const [year, month, day] = [part('year'), part('month'), part('day')]
  const wall = Date.UTC(year, month - 1, day, part('hour'), part('minute'), part('second'))
  return wall - Math.floor(at.getTime() / 1_000) * 1_000
}
