import { z } from 'zod'
import { spellHost } from './domains.ts'
import { instant, pageQuery } from './envelope.ts'
import { eventTypes } from './events.ts'
import { timestamp } from './moment.ts'
import type { ReadOnlyMembers } from './read-only.ts'
import { knownTagSet } from './tags.ts'
import { text } from './values.ts'

const longestName = 255
const longestUrl = 2_048
const mostFilterValues = 100

const eventSet = z
  .array(z.enum(eventTypes))
  .min(1, 'Must have at least one event.')
  .transform((types) => [...new Set(types)])

const each = (value: z.ZodType<string, string>) =>
  z
    .array(value)
    .min(1, 'Must not be empty. Leave this filter out to match everything.')
    .max(mostFilterValues, `Must have at most ${mostFilterValues} values.`)
    .transform((values) => [...new Set(values)])
    .pipe(z.array(z.string()))
    .nullable()
    .default(null)

const id = z.guid('Must be a UUID.').transform((value) => value.toLowerCase())
const host = text(255, 1).transform(spellHost)

/** An event must match every filter; each filter matches any of its values. */
export const webhookFilters = z.strictObject({
  url_ids: each(id).describe('Short URL IDs.'),
  campaign_ids: each(id).describe('Campaign IDs. Includes events of everything in the campaigns.'),
  tags: knownTagSet
    .refine((tags) => tags.length > 0, 'Must not be empty. Leave this filter out to match everything.')
    .nullable()
    .default(null)
    .describe('Tags of the short URL, QR code, or campaign.'),
  qr_code_ids: each(id).describe('QR code IDs. Includes events of their short URLs.'),
  domains: each(host).describe('Hosts of short URLs, such as go.example.com.'),
})
export type WebhookFilters = z.output<typeof webhookFilters>

export const createWebhookBody = z.strictObject({
  name: text(longestName).nullish(),
  url: text(longestUrl).describe('HTTPS URL of your endpoint. Its IP address must be public.'),
  events: eventSet,
  filters: webhookFilters
    .prefault({})
    .describe('An event must match every filter. Each filter matches any of its values. Default: all events.'),
  include_bots: z.boolean().default(false).describe('Also send clicks and scans by bots.'),
  delivery_mode: z.enum(['single']).default('single').describe('`single`: one request per event.'),
  is_active: z
    .boolean()
    .default(true)
    .describe('false: no events are recorded or sent. Pending events are sent when it is true again.'),
})
export type CreateWebhookBody = z.output<typeof createWebhookBody>

export const updateWebhookBody = z.strictObject({
  name: createWebhookBody.shape.name,
  url: createWebhookBody.shape.url.optional(),
  events: eventSet.optional(),
  filters: webhookFilters.optional().describe('Replaces all filters.'),
  include_bots: z.boolean().optional(),
  delivery_mode: z.enum(['single']).optional(),
  is_active: z.boolean().optional().describe('true also re-enables a disabled webhook and sends the pending events.'),
})

const deliveryStatuses = ['pending', 'succeeded', 'failed'] as const

const lastDelivery = z.object({
  id: z.uuid(),
  event: z.string(),
  status: z.enum(deliveryStatuses),
  response_status: z.int().nullable(),
  created_at: timestamp,
})

export const webhook = z
  .object({
    id: z.uuid(),
    name: z.string().nullable(),
    url: z.string(),
    events: z.array(z.string()),
    filters: webhookFilters,
    include_bots: z.boolean(),
    delivery_mode: z.literal('single'),
    is_active: z.boolean(),
    disabled_reason: z
      .enum(['gone', 'failing'])
      .nullable()
      .describe(
        'Why it was disabled automatically: `gone` after a 410, `failing` after 20 failures without a success, if they took five days or no delivery had ever succeeded.',
      ),
    failing_since: instant.nullable().describe('No attempt has succeeded since this time.'),
    paused_until: instant
      .nullable()
      .describe('No attempts are made before this time, because of repeated failures or a `Retry-After` header.'),
    last_delivery: lastDelivery.nullable().describe('Most recent delivery. null if there is none.'),
    created_at: instant,
    updated_at: instant,
  })
  .meta({ id: 'Webhook' })
export type Webhook = z.input<typeof webhook>

export const readOnlyWebhookMembers = {
  id: {},
  disabled_reason: { moves: true },
  failing_since: { moves: true },
  paused_until: { moves: true },
  last_delivery: { moves: true },
  created_at: {},
  updated_at: { moves: true },
} as const satisfies ReadOnlyMembers<Webhook>

const secret = z.string().describe('Signing secret: `whsec_` followed by base64. Shown only once.')

export const createdWebhook = webhook.extend({ secret }).meta({ id: 'CreatedWebhook' })

export const rotatedSecret = z.object({
  secret,
  old_secret_valid_until: instant.describe('Deliveries are also signed with the previous secret until this time.'),
})

export const webhookParams = z.object({ id: z.uuid() })
export const deliveryParams = webhookParams.extend({ deliveryId: z.uuid() })

export const listWebhooksQuery = pageQuery.omit({ cursor: true })

const mostIds = 100

const deliveryIds = z
  .string()
  .transform((list) => list.split(','))
  .refine((ids) => ids.length <= mostIds, `Must not list more than ${mostIds} IDs.`)
  .refine((ids) => ids.every((id) => z.uuid().safeParse(id).success), 'Must be comma-separated UUIDs.')

export const listDeliveriesQuery = pageQuery.extend({
  status: z.enum(deliveryStatuses).optional(),
  event: z.enum(eventTypes).optional(),
  ids: deliveryIds.optional().describe(`Comma-separated IDs of deliveries, at most ${mostIds}.`),
})
export type ListDeliveriesQuery = z.output<typeof listDeliveriesQuery>

export const mostBodyBytes = 2_048

export const webhookDelivery = z
  .object({
    id: z.uuid(),
    event_id: z.string().describe('Sent as `webhook-id` with every attempt.'),
    event: z.string(),
    status: z.enum(deliveryStatuses).describe('`pending`: another attempt follows. `failed`: no more attempts.'),
    attempts: z.int(),
    attempted_at: instant.nullable().describe('Time of the last attempt, which the fields below describe.'),
    next_attempt_at: instant.nullable(),
    duration_ms: z.int().nullable(),
    request: z.object({
      url: z.string().describe('URL of the last attempt, even if the webhook has another one now.'),
      headers: z.record(z.string(), z.string()),
      body: z.string().describe('First 2,048 bytes.'),
    }),
    response: z
      .object({ status: z.int(), body: z.string().describe('First 2,048 bytes.') })
      .nullable()
      .describe('null if there was no response.'),
    error: z.string().nullable().describe('Why the last attempt failed.'),
    created_at: instant,
  })
  .meta({ id: 'WebhookDelivery' })

export const webhookEvent = z.object({ type: z.string(), description: z.string() })

/** Body of a delivery, around the `data` of an event. */
export const eventPayload = <Data extends z.ZodType>(type: string, data: Data) =>
  z.object({
    id: z.string().describe('`evt_` and 32 hexadecimal digits. Stays the same for all retries.'),
    type: z.literal(type),
    created_at: z.iso.datetime(),
    api_version: z.literal('v1'),
    data,
  })
