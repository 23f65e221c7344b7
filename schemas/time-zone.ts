import { z } from 'zod'

export const timeZone = z
  .string()
  .max(64)
  .transform((value, context) => {
    const name = canonicalZone(value)
    if (name !== undefined) return name
    context.addIssue({ code: 'custom', message: 'Use the name of a time zone, such as America/New_York.' })
    return z.NEVER
  })

/**
 * Returns undefined for an unknown zone. ClickHouse knows zones by name, so an offset (+02:00) is refused. Only ICU knows
 * zones such as SystemV/EST5; it names all others as IANA does.
 */
function canonicalZone(value: string): string | undefined {
  if (!/^[A-Za-z]/.test(value) || /^SystemV\//i.test(value)) return undefined
  try {
    return new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

export const isTimeZone = (value: string): boolean => canonicalZone(value) !== undefined
