import { z } from 'zod'
import { changeMembers, type FieldWith, fieldsWith } from '#schemas/link-fields.ts'
import { listShortUrlsQuery, shortUrl, shortUrlDomain, shortUrlParams, urlTypes } from '#schemas/links.ts'
import { alias, text } from '#schemas/values.ts'
import { ofPage, pageArguments, pageOutput } from './page.ts'
import { tool } from './tool.ts'

const id = shortUrlParams.shape.id.describe('UUID, short code or alias.')
const place = {
  subdomain: shortUrlDomain.shape.subdomain.describe('Only if the same code stands on several domains.'),
  branded_domain: shortUrlDomain.shape.branded_domain,
}

/** Fields that agents can set. */
const fields = Object.fromEntries(fieldsWith('agents').map((name) => [name, changeMembers[name]])) as Pick<
  typeof changeMembers,
  FieldWith<'agents'>
>

/** Of a list: what tells short URLs apart. */
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

const whole = shortUrl.omit({ stored_clicks: true, actual_clicks: true })

const createShortUrl = tool({
  name: 'create_short_url',
  title: 'Shorten an address',
  description:
    'Makes a short URL that leads to `url`. Use it whenever a short, trackable address is wanted. Only `url` is needed; ' +
    'without `custom_alias` a code is generated. With `find_if_exists` an own short URL with the same destination and ' +
    'options is returned instead of a second one, so that the call may be repeated. Answers the record; give people ' +
    '`short_url`. CONFLICT: the alias is taken.',
  effect: 'creates',
  calls: ['POST /short-urls'],
  input: z.strictObject({
    url: z.string().max(8_192).describe('Where it leads: http or https.'),
    custom_alias: alias.optional().describe('The path of the short URL; case-sensitive.'),
    ...fields,
    url_type: z.enum(urlTypes).default('standard').describe('Which kind of domain it stands on.'),
    subdomain: shortUrlDomain.shape.subdomain.describe('A reserved subdomain; with url_type subdomain.'),
    branded_domain: shortUrlDomain.shape.branded_domain.describe('A verified domain; with url_type branded.'),
    find_if_exists: z.boolean().default(false),
  }),
  output: whole,
  ask: (body) => ({ body }),
})

const getShortUrl = tool({
  name: 'get_short_url',
  title: 'Read a short URL',
  description:
    'Reads one short URL with its settings and lifetime clicks. Use it to look up where a short URL leads or whether it ' +
    'is active. For clicks by time, place or device use the analytics tools.',
  effect: 'reads',
  calls: ['GET /short-urls/{id}'],
  input: z.strictObject({ id, ...place }),
  output: whole,
  ask: ({ id, ...query }) => ({ params: { id }, query }),
})

const listShortUrls = tool({
  name: 'list_short_urls',
  title: 'Find short URLs',
  description:
    'Lists own short URLs, newest first, ten at a time. Use `search` to find one by a part of its name, code or ' +
    'destination. Answers brief records; get_short_url has the rest.',
  effect: 'reads',
  calls: ['GET /short-urls'],
  input: z.strictObject({
    search: text(200).optional().describe('Part of the name, the code or the destination.'),
    status: listShortUrlsQuery.shape.status,
    campaign_id: listShortUrlsQuery.shape.campaign_id,
    tags: z
      .string()
      .max(5_000)
      .optional()
      .describe('One of these tags, comma-separated; a hyphen before one excludes it.'),
    created_after: z.string().max(64).optional().describe('ISO 8601 instant or day (UTC).'),
    created_before: z.string().max(64).optional().describe('ISO 8601 instant or day (UTC).'),
    sort_by: listShortUrlsQuery.shape.sortBy,
    sort_order: listShortUrlsQuery.shape.sortOrder,
    ...pageArguments,
  }),
  output: z.object({ short_urls: z.array(brief), pagination: pageOutput }),
  ask: (args) => ({ query: ofPage(args) }),
  tell: ({ data, pagination }: Page<typeof brief>) => ({ short_urls: data, pagination }),
})

interface Page<Item extends z.ZodType> {
  data: z.input<Item>[]
  pagination: z.input<typeof pageOutput>
}

const updateShortUrl = tool({
  name: 'update_short_url',
  title: 'Change a short URL',
  description:
    'Changes a short URL: where it leads, its name, tags, campaign, expiry and so on. What is left out stays; null ' +
    'empties. `is_active: false` switches it off, so that visitors do not find it. Answers the record as it is now.',
  effect: 'changes',
  calls: ['PUT /short-urls/{id}'],
  input: z.strictObject({
    id,
    url: z.string().max(8_192).optional().describe('A new destination.'),
    custom_alias: alias.optional().describe('A new path; printed copies of the old one stop working.'),
    ...fields,
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
    'Deletes a short URL for good, with its analytics. Only for API keys with the permission `delete`. To take a short ' +
    'URL out of use but keep its figures, use update_short_url with `is_active: false` instead.',
  effect: 'deletes',
  calls: ['DELETE /short-urls/{id}'],
  input: z.strictObject({ id, ...place }),
  output: z.object({ message: z.string() }),
  ask: ({ id, ...query }) => ({ params: { id }, query }),
})

export const linkTools = [createShortUrl, getShortUrl, listShortUrls, updateShortUrl, deleteShortUrl]
