import { z } from 'zod'

/** The IANA name of a time zone, in its usual spelling. */
export const timeZone = z
  .string()
  .max(64)
  .transform((value, context) => {
    const name = canonicalZone(value)
    if (name !== undefined) return name
    context.addIssue({ code: 'custom', message: 'must be the name of a time zone, such as Europe/Berlin' })
    return z.NEVER
  })

/**
 * undefined where there is no such zone. An offset alone (+02:00) is none: the click store knows zones by their names. Nor
 * is SystemV/EST5: those zones are known to ICU alone, which names all others as IANA does.
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
