import { z } from 'zod'
import { encodeUrl, parseUrl } from './parse-url.ts'

const destinationLimit = 8_192

/** Characters of every code, custom or generated. */
export const codePattern = /^[a-zA-Z0-9_-]+$/

const leastAlias = 3
export const aliasTooShort = `Must be at least ${leastAlias} characters.`
export const isShortAlias = (slug: string): boolean => slug.length < leastAlias

const slugOf = (least: number) =>
  z
    .string()
    .min(least, aliasTooShort)
    .max(50, 'Must be at most 50 characters.')
    .regex(codePattern, 'Use only letters, digits, hyphens, and underscores.')

export const alias = slugOf(leastAlias)

/** An alias as a record may have it: imported links keep their slugs, which may be shorter. */
export const recordedAlias = slugOf(1)

const atMost = (limit: number) => `Must be at most ${limit.toLocaleString('en-US')} characters.`

export const loneSurrogate = /\p{Surrogate}/u

/** A boolean in a query string. */
export const queryFlag = z.enum(['true', 'false', '1', '0']).transform((value) => value === 'true' || value === '1')

/** Text that Postgres can store: no U+0000, and no lone surrogates, which its JSON refuses. */
export const text = (limit: number, least = 0) =>
  z
    .string()
    .min(least, least === 1 ? 'Must not be empty.' : `Must be at least ${least} characters.`)
    .max(limit, atMost(limit))
    .refine((value) => !value.includes('\u0000'), 'Must not contain the character U+0000.')
    .refine((value) => !loneSurrogate.test(value), 'Must be valid Unicode.')

export const hexColor = z
  .string()
  .regex(/^#[0-9a-fA-F]{6}$/, 'Enter a hex color, such as #1A2B3C.')
  .transform((hex) => hex.toUpperCase())
  .pipe(z.string())

/** A new password of a link. Links with a shorter one keep it. Wrong passwords are limited, so that 8 are hard to guess. */
export const linkPassword = text(200, 4)

/** A URL as browsers parse it, in the ASCII form of a Location header. */
export const destination = z
  .string()
  .max(destinationLimit, atMost(destinationLimit))
  .refine((value) => parseUrl(value) !== null, { error: 'Enter a full URL, such as https://example.com.', abort: true })
  .transform(encodeUrl)
  .refine((url) => /^https?:/.test(url), 'Must start with http:// or https://.')
  .refine((url) => !carriesLogin(url), 'Must not contain a username or password.')
  .refine((url) => url.length <= destinationLimit, 'Must be at most 8,192 characters when encoded.')
  .meta({ format: 'uri' })

function carriesLogin(url: string): boolean {
  const { username, password } = new URL(url)
  return username !== '' || password !== ''
}

/** A UUID or a name. Names never begin or end with a space. */
export const campaignReference = z.string().trim().min(1, 'Must not be empty.').max(200)
