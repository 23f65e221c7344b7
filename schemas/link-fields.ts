import { z } from 'zod'
import { deviceDestination } from './app-url.ts'
import { moment, timestamp } from './moment.ts'
import { givenSchedules, scheduledChanges } from './schedules.ts'
import { tagSet } from './tags.ts'
import { givenRules, targetingRules } from './targeting.ts'
import { longestUtmValue } from './utm-fields.ts'
import { campaignReference, destination, linkPassword, text } from './values.ts'

const redirectType = z.literal([301, 302, 307, 308])

/** Every counter is exact up to this limit. */
const highestClickLimit = 1_000_000_000

const utmValue = text(longestUtmValue)
  .transform((value) => (value.trim() === '' ? null : value.trim()))
  .nullable()
  .describe('Added to the destination URL.')

const card = z.strictObject({
  title: text(300).nullish(),
  description: text(1_000).nullish(),
  image_url: destination.nullish(),
})

/** A field that clients set. Bodies, records, rows and MCP tools are derived from it. */
interface LinkField {
  /** Value in requests; null clears the field. */
  input: z.ZodType
  output?: z.ZodType
  /** Default for new links; otherwise the default of the column. */
  standard?: string | number | boolean
  onlyUpdate?: true
  /** Name of the column, if different. */
  column?: string
  /** MCP tools can set it. */
  agents?: true
  /** Sent to redirectors unchanged, unless it is null or the default. */
  redirects?: true
  /** Status of links whose field has this value. Lists leave unlisted statuses out by default. */
  status?: { name: string; when: boolean; unlisted?: true }
}

const nullableText = z.string().nullable()

export const linkFields = {
  name: { input: text(255).nullable(), output: nullableText, agents: true },
  description: { input: text(1_000).nullable(), output: nullableText, agents: true },
  tags: { input: tagSet, output: z.array(z.string()), agents: true },
  campaign_id: {
    input: campaignReference.nullable().describe('Campaign UUID or name. null for no campaign.'),
    output: z.uuid().nullable(),
    agents: true,
  },
  external_id: { input: text(255, 1).nullable().describe('Your own ID for the short URL.'), output: nullableText },
  archived: {
    input: z.boolean().describe('Hide the short URL from lists by default. It keeps redirecting.'),
    output: z.boolean(),
    standard: false,
    agents: true,
    status: { name: 'archived', when: true, unlisted: true },
  },
  is_active: {
    input: z.boolean().describe('Whether the short URL is enabled. If false, visitors get a 404 page.'),
    output: z.boolean().describe('false if the short URL is disabled.'),
    onlyUpdate: true,
    status: { name: 'disabled', when: false },
  },
  starts_at: {
    input: moment.nullable().describe('Start date. Before it, visitors get a 404 page.'),
    output: timestamp.nullable(),
    agents: true,
  },
  expires_at: { input: moment.nullable().describe('Expiration date.'), output: timestamp.nullable(), agents: true },
  expired_url: {
    input: destination
      .nullable()
      .describe('Redirect URL after expiration or at the click limit. Default: the `expired_url` of the domain.'),
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
        'Click limit. Bots and HEAD requests do not count, so do not rely on it to keep the destination secret. The preview at `/<code>+` hides the destination, and returns 410 once the limit is reached.',
      ),
    output: z.int().nullable(),
    agents: true,
  },
  password: {
    input: linkPassword.nullable().describe('Password that visitors must enter. Write-only. null removes it.'),
    column: 'password_hash',
  },
  tracking_enabled: { input: z.boolean().describe('Record clicks.'), output: z.boolean(), standard: true },
  redirect_type: {
    input: redirectType.describe('HTTP status code of the redirect.'),
    output: redirectType,
    standard: 302,
  },
  forward_query: {
    input: z
      .boolean()
      .describe(
        'Forward query parameters to the destination, at most 64 and 2,048 characters (512 if any must be percent-encoded). Parameters that the destination already has keep their values, except `utm_*`, which the visit replaces.',
      ),
    output: z.boolean(),
    standard: true,
  },
  indexing: {
    input: z
      .boolean()
      .describe(
        'If false, redirects include `X-Robots-Tag: noindex`, which keeps the short URL out of search results.',
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
    input: deviceDestination
      .nullable()
      .describe(
        'Destination URL for iPhones and iPads, or the URL of an app, such as `myapp://open`. Visitors without the app go to the `store_url` of the domain, or to the destination.',
      ),
    output: nullableText,
    agents: true,
  },
  android_url: {
    input: deviceDestination
      .nullable()
      .describe('Destination URL for Android devices, or the URL of an app, as for `ios_url`.'),
    output: nullableText,
    agents: true,
  },
  targeting_rules: { input: givenRules, output: targetingRules, agents: true },
  fallback_url: {
    input: destination
      .nullable()
      .describe('Destination URL if no targeting rule is true for the visitor. Default: the destination of the link.'),
    output: nullableText,
    agents: true,
  },
  use_fallback_when_dead: {
    input: z
      .boolean()
      .describe(
        'Redirect to `fallback_url` in place of the destination while `destination_health` is `dead`. Requires destination checks.',
      ),
    output: z.boolean(),
    standard: false,
  },
  schedules: { input: givenSchedules, output: scheduledChanges },
  og: {
    input: card.nullable().describe('Link preview in social networks and chat apps.'),
    output: z.object({ title: nullableText, description: nullableText, image_url: nullableText }).nullable(),
    redirects: true,
  },
} as const satisfies Record<string, LinkField>

export type LinkFields = typeof linkFields
export type LinkFieldName = keyof LinkFields

export const linkFieldNames = Object.keys(linkFields) as LinkFieldName[]
export const linkField = (name: LinkFieldName): LinkField => linkFields[name]

export type FieldWith<Member extends keyof LinkField> = {
  [Name in LinkFieldName]: LinkFields[Name] extends { [Each in Member]: unknown } ? Name : never
}[LinkFieldName]

export const fieldsWith = <Member extends keyof LinkField>(member: Member): FieldWith<Member>[] =>
  linkFieldNames.filter((name) => linkField(name)[member] !== undefined) as FieldWith<Member>[]

/** The columns of the table of links that hold fields. */
export const columnsOfFields: readonly string[] = linkFieldNames.map((name) => linkField(name).column ?? name)

type FlagStatus = {
  [Name in FieldWith<'status'>]: {
    field: Name
    name: LinkFields[Name]['status']['name']
    when: boolean
    unlisted: boolean
  }
}[FieldWith<'status'>]

/** Statuses decided by a single field, in order of precedence. */
export const flagStatuses = fieldsWith('status').map((field) => ({
  unlisted: false,
  ...linkFields[field].status,
  field,
})) as FlagStatus[]

type Outputs = { [Name in FieldWith<'output'>]: LinkFields[Name]['output'] }

export const recordMembers = Object.fromEntries(
  fieldsWith('output').map((name) => [name, linkFields[name].output]),
) as Outputs

type Changes = { [Name in LinkFieldName]: z.ZodOptional<LinkFields[Name]['input']> }

export const changeMembers = Object.fromEntries(
  linkFieldNames.map((name) => [name, linkField(name).input.optional()]),
) as Changes

type Creations = {
  [Name in Exclude<LinkFieldName, FieldWith<'onlyUpdate'>>]: LinkFields[Name] extends { standard: unknown }
    ? z.ZodDefault<LinkFields[Name]['input']>
    : Changes[Name]
}

export const createMembers = Object.fromEntries(
  linkFieldNames.flatMap((name) => {
    const { input, standard, onlyUpdate } = linkField(name)
    if (onlyUpdate) return []
    return [[name, standard === undefined ? input.optional() : input.default(standard)]]
  }),
) as Creations
