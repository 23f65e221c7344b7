import { z } from 'zod'
import { moment } from './moment.ts'
import { parseUrl } from './parse-url.ts'

/** What a client may say of a short URL, field by field: shared by creating, updating and their bulk forms. */

export const redirectTypes = [301, 302, 307, 308] as const
export const utmFields = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const

const destinationLimit = 8_192
/** Of one link. */
export const mostTags = 20
/** Beyond this nobody means a limit; and it is exact in every place that counts. */
const highestClickLimit = 1_000_000_000

/** Paths of the product itself, and words of its own routes. No link may have one as its code, in any spelling. */
const reservedAliases: ReadonlySet<string> = new Set(
  (
    'api app mcp docs login setup assets healthz readyz metrics robots favicon oauth admin all bulk export ' +
    'check-alias t'
  ).split(' '),
)

export const isReservedAlias = (alias: string): boolean => reservedAliases.has(alias.toLowerCase())

/** Every code that can exist, chosen or generated, is of these characters. */
export const codePattern = /^[a-zA-Z0-9_-]+$/

export const alias = z
  .string()
  .min(3, 'must have at least 3 characters')
  .max(50, 'must have at most 50 characters')
  .regex(codePattern, 'may only have letters, digits, hyphens and underscores')

const loneSurrogate = /\p{Surrogate}/u

/** Text that Postgres can store: it takes every character but U+0000, and in JSON no half of one. */
export const text = (limit: number, least = 0) =>
  z
    .string()
    .min(least, least === 1 ? 'must not be empty' : `must have at least ${least} characters`)
    .max(limit, `must have at most ${limit} characters`)
    .refine((value) => !value.includes('\u0000'), 'must not have the character U+0000')
    .refine((value) => !loneSurrogate.test(value), 'must be well-formed Unicode')

/** An address as browsers understand it, in the ASCII form that goes into a Location header. */
export const destination = z
  .string()
  .max(destinationLimit, `must have at most ${destinationLimit} characters`)
  .refine((value) => parseUrl(value) !== null, { error: 'must be an absolute address', abort: true })
  .transform(encodeAddress)
  .refine((url) => /^https?:/.test(url), 'must begin with http:// or https://')
  .refine((url) => !carriesLogin(url), 'must not carry a user name or password')
  .refine((url) => url.length <= destinationLimit, `must have at most ${destinationLimit} characters once encoded`)
  .meta({ format: 'uri' })

/** As it was given where that is the same address: https://example.com is not answered with a slash it did not have. */
function encodeAddress(value: string): string {
  const { href } = new URL(value)
  return href === `${value}/` ? value : href
}

function carriesLogin(url: string): boolean {
  const { username, password } = new URL(url)
  return username !== '' || password !== ''
}

/** Tags are listed with commas between them in filters. */
const tag = text(50, 1)
  .refine((value) => !value.includes(','), 'must not have a comma')
  .refine((value) => value.trim() === value, 'must not begin or end with a space')

/** Each once. */
export const tagSet = z
  .array(tag)
  .max(mostTags, `must have at most ${mostTags} tags`)
  .transform((tags) => [...new Set(tags)])

/** A UUID or a name. No name begins or ends with a space. */
export const campaignReference = z.string().trim().min(1, 'must not be empty').max(200)

const utmValue = text(200)
  .transform((value) => (value.trim() === '' ? null : value.trim()))
  .nullable()

const card = z.strictObject({
  title: text(300).nullish(),
  description: text(1_000).nullish(),
  image_url: destination.nullish(),
})

/** What may be left out. null empties what may be empty. */
const options = z.strictObject({
  name: text(255).nullable(),
  description: text(1_000).nullable(),
  tags: tagSet,
  campaign_id: campaignReference.nullable().describe('UUID or name of a campaign. null: in none.'),
  external_id: text(255, 1).nullable(),
  starts_at: moment.nullable().describe('Before this the short URL is not found.'),
  expires_at: moment.nullable(),
  expired_url: destination.nullable().describe('Where visitors go after the expiry or the last allowed click.'),
  max_clicks: z
    .int()
    .min(1)
    .max(highestClickLimit)
    .nullable()
    .describe(
      'Click limit: after this many human clicks the link is closed. The preview at `/<code>+` of a link with a click limit does not show its destination, and returns 410 once the limit is reached; bots and HEAD requests do not count, so a click limit does not keep the destination secret.',
    ),
  password: text(200, 1).nullable().describe('Asked of visitors. Never shown again.'),
  tracking_enabled: z.boolean(),
  redirect_type: z.literal(redirectTypes),
  forward_query: z.boolean(),
  utm_source: utmValue,
  utm_medium: utmValue,
  utm_campaign: utmValue,
  utm_term: utmValue,
  utm_content: utmValue,
  ios_url: destination.nullable().describe('Where iPhones and iPads go instead.'),
  android_url: destination.nullable().describe('Where Android devices go instead.'),
  og: card.nullable().describe('The card that social networks show where the short URL is posted.'),
})

/** Every field that a client may set, all of them optional but the destination. */
export const linkFields = options.partial().extend({
  url: destination.describe('Where the short URL leads: http or https. May be called original_url.'),
})

const mostFilterTags = 50

/** A comma-separated list, or several; a hyphen excludes a tag. */
export const tagFilter = z.preprocess(
  (value) => (Array.isArray(value) ? value.join(',') : value),
  text(5_000)
    .transform((list) =>
      list
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== ''),
    )
    .refine((names) => names.length <= mostFilterTags, `must not list more than ${mostFilterTags} tags`)
    .transform(splitTags),
)

/** The same as an array. */
export const tagFilterList = z
  .array(
    text(51, 1)
      .trim()
      .refine((name) => name !== '-', 'must have a tag after the hyphen'),
  )
  .min(1, 'must not be empty')
  .max(mostFilterTags, `must have at most ${mostFilterTags} tags`)
  .transform(splitTags)

function splitTags(names: readonly string[]): { include: string[]; exclude: string[] } {
  return {
    include: names.filter((name) => !name.startsWith('-')),
    exclude: names.filter((name) => name.startsWith('-')).map((name) => name.slice(1)),
  }
}
