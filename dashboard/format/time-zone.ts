import { clockParts, offsetMs } from '#core/zone-offset.ts'

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

const clock = inZone(clockParts)

/** Offset from UTC in milliseconds at this instant. */
export const zoneOffset = (at: Date): number => offsetMs(at.getTime(), clock())
