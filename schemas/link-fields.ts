import { z } from 'zod'
import { moment, timestamp } from './moment.ts'
import { tagSet } from './tags.ts'
import { campaignReference, destination, text } from './values.ts'

const redirectTypes = [301, 302, 307, 308] as const
export const utmFields = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const

/** Beyond this nobody means a limit; and it is exact in every place that counts. */
const highestClickLimit = 1_000_000_000

const utmValue = text(200)
  .transform((value) => (value.trim() === '' ? null : value.trim()))
  .nullable()

const card = z.strictObject({
  title: text(300).nullish(),
  description: text(1_000).nullish(),
  image_url: destination.nullish(),
})

/** Everything that is known of a field that clients set. Bodies, records, rows and tools are derived from it. */
interface LinkField {
  /** What a client may send; null empties the field. */
  input: z.ZodType
  /** What the record shows under the same name. */
  output?: z.ZodType
  /** The default of a new link; without one it is that of the column. */
  standard?: string | number | boolean
  /** Creating a link does not take it. */
  onlyUpdate?: true
  /** The column, where its name is another. */
  column?: string
  /** Agents can set it. */
  agents?: true
  /** Redirectors get the value, as it is, of links where it is neither the default nor null. */
  redirects?: true
  /** A link where the field has this value has this status, whatever else it is. Lists leave unlisted ones out unless asked. */
  status?: { name: string; when: boolean; unlisted?: true }
}

const nullableText = z.string().nullable()

export const linkFields = {
  name: { input: text(255).nullable(), output: nullableText, agents: true },
  description: { input: text(1_000).nullable(), output: nullableText, agents: true },
  tags: { input: tagSet, output: z.array(z.string()), agents: true },
  campaign_id: {
    input: campaignReference.nullable().describe('UUID or name of a campaign. null: in none.'),
    output: z.uuid().nullable(),
    agents: true,
  },
  external_id: { input: text(255, 1).nullable(), output: nullableText },
  archived: {
    input: z.boolean().describe('true: lists leave the short URL out unless asked for. It keeps redirecting.'),
    output: z.boolean(),
    standard: false,
    agents: true,
    status: { name: 'archived', when: true, unlisted: true },
  },
  is_active: {
    input: z.boolean().describe('false: visitors do not find the short URL.'),
    output: z.boolean().describe('false: switched off by its owner.'),
    onlyUpdate: true,
    status: { name: 'disabled', when: false },
  },
  starts_at: {
    input: moment.nullable().describe('Before this the short URL is not found.'),
    output: timestamp.nullable(),
    agents: true,
  },
  expires_at: { input: moment.nullable(), output: timestamp.nullable(), agents: true },
  expired_url: {
    input: destination.nullable().describe('Where visitors go after the expiry or the last allowed click.'),
    output: nullableText,
    agents: true,
    redirects: true,
  },
  max_clicks: {
    input: z
      .int()
      .min(1)
      .max(highestClickLimit)
      .nullable()
      .describe(
        'Click limit: after this many human clicks the link is closed. The preview at `/<code>+` of a link with a click limit does not show its destination, and returns 410 once the limit is reached; bots and HEAD requests do not count, so a click limit does not keep the destination secret.',
      ),
    output: z.int().nullable(),
    agents: true,
  },
  password: {
    input: text(200, 1).nullable().describe('Asked of visitors. Never shown again.'),
    column: 'password_hash',
  },
  tracking_enabled: { input: z.boolean(), output: z.boolean(), standard: true },
  redirect_type: { input: z.literal(redirectTypes), output: z.literal(redirectTypes), standard: 302 },
  forward_query: { input: z.boolean(), output: z.boolean(), standard: true },
  indexing: {
    input: z
      .boolean()
      .describe(
        'false: redirects to the destination carry `X-Robots-Tag: noindex`, so that search engines leave the short URL out.',
      ),
    output: z.boolean(),
    standard: true,
    agents: true,
    redirects: true,
  },
  utm_source: { input: utmValue, agents: true },
  utm_medium: { input: utmValue, agents: true },
  utm_campaign: { input: utmValue, agents: true },
  utm_term: { input: utmValue },
  utm_content: { input: utmValue },
  ios_url: {
    input: destination.nullable().describe('Where iPhones and iPads go instead.'),
    output: nullableText,
    agents: true,
  },
  android_url: {
    input: destination.nullable().describe('Where Android devices go instead.'),
    output: nullableText,
    agents: true,
  },
  og: {
    input: card.nullable().describe('The card that social networks show where the short URL is posted.'),
    output: z.object({ title: nullableText, description: nullableText, image_url: nullableText }).nullable(),
    redirects: true,
  },
} as const satisfies Record<string, LinkField>

export type LinkFields = typeof linkFields
export type LinkFieldName = keyof LinkFields

const linkFieldNames = Object.keys(linkFields) as LinkFieldName[]
export const linkField = (name: LinkFieldName): LinkField => linkFields[name]

export type FieldWith<Member extends keyof LinkField> = {
  [Name in LinkFieldName]: LinkFields[Name] extends { [Each in Member]: unknown } ? Name : never
}[LinkFieldName]

export const fieldsWith = <Member extends keyof LinkField>(member: Member): FieldWith<Member>[] =>
  linkFieldNames.filter((name) => linkField(name)[member] !== undefined) as FieldWith<Member>[]

type FlagStatus = {
  [Name in FieldWith<'status'>]: {
    field: Name
    name: LinkFields[Name]['status']['name']
    when: boolean
    unlisted: boolean
  }
}[FieldWith<'status'>]

/** Statuses that a field alone decides; the first that holds counts. */
export const flagStatuses = fieldsWith('status').map((field) => ({
  unlisted: false,
  ...linkFields[field].status,
  field,
})) as FlagStatus[]

type Outputs = { [Name in FieldWith<'output'>]: LinkFields[Name]['output'] }

/** The members of the record. */
export const recordMembers = Object.fromEntries(
  fieldsWith('output').map((name) => [name, linkFields[name].output]),
) as Outputs

type Changes = { [Name in LinkFieldName]: z.ZodOptional<LinkFields[Name]['input']> }

/** The members of a body that changes links: all of them optional. */
export const changeMembers = Object.fromEntries(
  linkFieldNames.map((name) => [name, linkField(name).input.optional()]),
) as Changes

type Creations = {
  [Name in Exclude<LinkFieldName, FieldWith<'onlyUpdate'>>]: LinkFields[Name] extends { standard: unknown }
    ? z.ZodDefault<LinkFields[Name]['input']>
    : Changes[Name]
}

/** The members of a body that creates links. */
export const createMembers = Object.fromEntries(
  linkFieldNames.flatMap((name) => {
    const { input, standard, onlyUpdate } = linkField(name)
    if (onlyUpdate) return []
    return [[name, standard === undefined ? input.optional() : input.default(standard)]]
  }),
) as Creations
