import { z } from 'zod'
import { changeMembers, type FieldWith, fieldsWith } from '#schemas/link-fields.ts'
import { listShortUrlsQuery, shortUrl, shortUrlDomain, shortUrlParams, urlTypes } from '#schemas/links.ts'
import { type ConditionType, conditionTypes } from '#schemas/targeting.ts'
import { alias, text } from '#schemas/values.ts'
import { ofPage, type PageOf, pageArguments, pageOutput } from './page.ts'
import { tool } from './tool.ts'

const id = shortUrlParams.shape.id.describe('UUID, short code, or custom alias.')
const place = {
  subdomain: shortUrlDomain.shape.subdomain.describe('Only needed if several domains have the same code.'),
  branded_domain: shortUrlDomain.shape.branded_domain,
}

/** Fields that agents can set. */
const fields = Object.fromEntries(fieldsWith('agents').map((name) => [name, changeMembers[name]])) as Pick<
  typeof changeMembers,
  FieldWith<'agents'>
>

/** The API checks the rest. Agents read the schemas of all tools, and those of all conditions are long. */
const condition = z.object({
  type: z.enum(conditionTypes as [ConditionType, ...ConditionType[]]),
  operator: z.enum(['in', 'not_in', 'eq', 'gte', 'lt', 'between', 'exists']),
  value: z.unknown().describe('A list for in, two for between. Such as de, 09:30, monday, new.'),
  name: z.string().optional().describe('With query_param.'),
  tz: z.string().optional(),
})
const rule = z.object({
  id: z.string().optional(),
  name: z.string().optional(),
  match: z.enum(['all', 'any']).default('all'),
  conditions: z.array(condition),
  destination_url: z.string(),
})
const shortened = {
  archived: changeMembers.archived.describe('Hide it from lists. It keeps redirecting.'),
  indexing: changeMembers.indexing.describe('If false, search engines do not list it.'),
  expired_url: changeMembers.expired_url.describe('Redirect URL after expiration or at the click limit.'),
  max_clicks: changeMembers.max_clicks.describe('Click limit. Bots do not count.'),
  fallback_url: changeMembers.fallback_url.describe('Destination URL if no targeting rule is true.'),
  ios_url: changeMembers.ios_url.describe('Destination URL for iPhones and iPads, or app URL.'),
  android_url: changeMembers.android_url.describe('The same for Android.'),
  targeting_rules: z.array(rule).optional().describe('Replaces all rules. The first true one decides the destination.'),
  schedules: z.array(z.unknown()).optional().describe('{at, changes: {url, is_active, targeting_rules, ...}}'),
}

/** Members that distinguish short URLs in a list. */
const brief = shortUrl.pick({
  id: true,
  short_url: true,
  name: true,
  original_url: true,
  tags: true,
  status: true,
  click_count: true,
  created_at: true,
})

/** The status tells enough about the trash and a quarantine. */
const hidden = { trashed_at: true, quarantined_at: true, quarantine_reason: true } as const

const whole = shortUrl
  .omit({ ...hidden, stored_clicks: true, actual_clicks: true, use_fallback_when_dead: true })
  .extend({
    targeting_rules: z.array(z.unknown()),
    schedules: z.array(z.unknown()),
    // Without the titles of pages: strangers write them, and an agent could take them for instructions.
    destination_health: z.object({ state: z.string(), problem: z.string().nullable() }).nullable(),
  })

const createShortUrl = tool({
  name: 'create_short_url',
  title: 'Create a short URL',
  description:
    'Creates a short URL that redirects to `url`. Use it when a short or trackable link is needed. Only `url` is ' +
    'required; without `custom_alias`, the slug is generated. With `find_if_exists`, an existing short URL with the ' +
    'same destination and options is returned instead, so it is safe to repeat the call. Returns the record; show ' +
    'users its `short_url`. CONFLICT: the alias is taken.',
  effect: 'creates',
  calls: ['POST /short-urls'],
  input: z.strictObject({
    url: z.string().max(8_192).describe('Destination URL (http or https).'),
    custom_alias: alias.optional().describe('Slug: the part after the slash. Case-sensitive.'),
    ...fields,
    ...shortened,
    url_type: z.enum(urlTypes).default('standard').describe('Kind of domain.'),
    subdomain: shortUrlDomain.shape.subdomain.describe('Reserved subdomain, with url_type subdomain.'),
    branded_domain: shortUrlDomain.shape.branded_domain.describe('Verified domain, with url_type branded.'),
    find_if_exists: z.boolean().default(false),
  }),
  output: whole,
  ask: (body) => ({ body }),
})

const getShortUrl = tool({
  name: 'get_short_url',
  title: 'Get a short URL',
  description:
    'Returns one short URL with its settings and lifetime clicks. Use it to look up a destination or a status. For ' +
    'clicks by time, location, or device, use the analytics tools.',
  effect: 'reads',
  calls: ['GET /short-urls/{id}'],
  input: z.strictObject({ id, ...place }),
  output: whole,
  ask: ({ id, ...query }) => ({ params: { id }, query }),
})

const listShortUrls = tool({
  name: 'list_short_urls',
  title: 'List short URLs',
  description:
    'Lists the short URLs of the account, newest first, 10 per page. Use `search` to find one by part of its name, slug, ' +
    'or destination. Returns brief records; get_short_url returns all fields.',
  effect: 'reads',
  calls: ['GET /short-urls'],
  input: z.strictObject({
    search: text(200).optional().describe('Matches part of the name, slug, or destination.'),
    status: listShortUrlsQuery.shape.status,
    campaign_id: listShortUrlsQuery.shape.campaign_id,
    tags: z
      .string()
      .max(5_000)
      .optional()
      .describe('Comma-separated; matches any of the tags. Prefix a tag with a hyphen to exclude it.'),
    created_after: z.string().max(64).optional().describe('ISO 8601 date or date and time (UTC).'),
    created_before: z.string().max(64).optional().describe('ISO 8601 date or date and time (UTC).'),
    sort_by: listShortUrlsQuery.shape.sortBy,
    sort_order: listShortUrlsQuery.shape.sortOrder,
    ...pageArguments,
  }),
  output: z.object({ short_urls: z.array(brief), pagination: pageOutput }),
  ask: (args) => ({ query: ofPage(args) }),
  tell: ({ data, pagination }: PageOf<typeof brief>) => ({ short_urls: data, pagination }),
})

const updateShortUrl = tool({
  name: 'update_short_url',
  title: 'Update a short URL',
  description:
    'Updates a short URL: its destination, name, tags, campaign, expiration date, and so on. Omitted fields stay ' +
    'unchanged; null clears one. `is_active: false` disables it, so that visitors get a 404 page. Returns the new record.',
  effect: 'changes',
  calls: ['PUT /short-urls/{id}'],
  input: z.strictObject({
    id,
    url: z.string().max(8_192).optional().describe('New destination.'),
    custom_alias: alias.optional().describe('New slug. Printed copies of the old one stop working.'),
    ...fields,
    ...shortened,
    is_active: z.boolean().optional(),
    ...place,
  }),
  output: whole,
  ask: ({ id, subdomain, branded_domain, ...body }) => ({ params: { id }, query: { subdomain, branded_domain }, body }),
})

const deleteShortUrl = tool({
  name: 'delete_short_url',
  title: 'Delete a short URL',
  description:
    'Permanently deletes a short URL and its analytics. Requires an API key with the `delete` permission. To disable a ' +
    'short URL but keep its analytics, use update_short_url with `is_active: false` instead.',
  effect: 'deletes',
  calls: ['DELETE /short-urls/{id}'],
  input: z.strictObject({ id, ...place }),
  output: z.object({ message: z.string() }),
  ask: ({ id, ...query }) => ({ params: { id }, query }),
})

export const linkTools = [createShortUrl, getShortUrl, listShortUrls, updateShortUrl, deleteShortUrl]
