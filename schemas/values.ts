import { z } from 'zod'
import { parseUrl } from './parse-url.ts'

const destinationLimit = 8_192

/** Characters of every code, custom or generated. */
export const codePattern = /^[a-zA-Z0-9_-]+$/

export const alias = z
  .string()
  .min(3, 'must have at least 3 characters')
  .max(50, 'must have at most 50 characters')
  .regex(codePattern, 'may only have letters, digits, hyphens and underscores')

const loneSurrogate = /\p{Surrogate}/u

/** Text that Postgres can store: no U+0000, and no lone surrogates, which its JSON refuses. */
export const text = (limit: number, least = 0) =>
  z
    .string()
    .min(least, least === 1 ? 'must not be empty' : `must have at least ${least} characters`)
    .max(limit, `must have at most ${limit} characters`)
    .refine((value) => !value.includes('\u0000'), 'must not have the character U+0000')
    .refine((value) => !loneSurrogate.test(value), 'must be well-formed Unicode')

/** A URL as browsers parse it, in the ASCII form of a Location header. */
export const destination = z
  .string()
  .max(destinationLimit, `must have at most ${destinationLimit} characters`)
  .refine((value) => parseUrl(value) !== null, { error: 'must be an absolute address', abort: true })
  .transform(encodeUrl)
  .refine((url) => /^https?:/.test(url), 'must begin with http:// or https://')
  .refine((url) => !carriesLogin(url), 'must not carry a user name or password')
  .refine((url) => url.length <= destinationLimit, `must have at most ${destinationLimit} characters once encoded`)
  .meta({ format: 'uri' })

/** Keeps https://example.com as it was sent, without a trailing slash. */
function encodeUrl(value: string): string {
  const { href } = new URL(value)
  return href === `${value}/` ? value : href
}

function carriesLogin(url: string): boolean {
  const { username, password } = new URL(url)
  return username !== '' || password !== ''
}

/** A UUID or a name. Names never begin or end with a space. */
export const campaignReference = z.string().trim().min(1, 'must not be empty').max(200)
