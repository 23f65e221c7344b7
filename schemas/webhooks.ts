import { z } from 'zod'
import { instant, pageQuery } from './envelope.ts'
import { eventTypes } from './events.ts'
import { timestamp } from './moment.ts'
import type { ReadOnlyMembers } from './read-only.ts'
import { tagSet } from './tags.ts'
import { text } from './values.ts'

const longestName = 255
const longestUrl = 2_048
const mostFilterValues = 100

const eventSet = z
  .array(z.enum(eventTypes))
  .min(1, 'must have at least one event')
  .transform((types) => [...new Set(types)])

const each = <Value extends z.ZodType<unknown, string>>(value: Value) =>
  z
    .array(value)
    .min(1, 'must not be empty; without this member it is not asked for')
    .max(mostFilterValues, `must have at most ${mostFilterValues} values`)
    .transform((values) => [...new Set(values)])
    .nullable()
    .default(null)

const id = z.guid('must be a UUID').transform((value) => value.toLowerCase())
const host = text(255, 1).transform((value) => value.toLowerCase())

/** An event passes that fits each member that is given: by one of its values. */
export const webhookFilters = z.strictObject({
  url_ids: each(id).describe('Short URLs.'),
  campaign_ids: each(id).describe('Campaigns and what is in them.'),
  tags: tagSet
    .refine((tags) => tags.length > 0, 'must not be empty; without this member it is not asked for')
    .nullable()
    .default(null)
    .describe('Of the short URL, the QR code or the campaign.'),
  qr_code_ids: each(id).describe('QR codes and their short URLs.'),
  domains: each(host).describe('Hosts of short URLs, as these show them.'),
})
export type WebhookFilters = z.output<typeof webhookFilters>

const fields = z.strictObject({
  name: text(longestName).nullish(),
  url: text(longestUrl).describe('https, at a public address.'),
  events: eventSet,
  filters: webhookFilters
    .prefault({})
    .describe('Without them it is told of all. A member that is null is not asked for.'),
  include_bots: z.boolean().default(false).describe('Tells of the clicks and scans of bots too.'),
  delivery_mode: z.enum(['single']).default('single').describe('One request for each event.'),
  is_active: z.boolean().default(true),
})

export const createWebhookBody = fields
export type CreateWebhookBody = z.output<typeof createWebhookBody>

export const updateWebhookBody = z.strictObject({
  name: fields.shape.name,
  url: fields.shape.url.optional(),
  events: eventSet.optional(),
  filters: webhookFilters.optional().describe('Replace those it has.'),
  include_bots: z.boolean().optional(),
  delivery_mode: z.enum(['single']).optional(),
  is_active: z.boolean().optional().describe('true: also after it was disabled, and what waits is sent.'),
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
      .describe('Why we disabled it: its receiver answered 410, or failed for five days.'),
    failing_since: instant.nullable().describe('Since then no attempt has succeeded.'),
    paused_until: instant.nullable().describe('Nothing is sent until then: too many failures, or Retry-After.'),
    last_delivery: lastDelivery.nullable().describe('The newest of its deliveries; null where there is none.'),
    created_at: instant,
    updated_at: instant,
  })
  .meta({ id: 'Webhook' })
export type Webhook = z.input<typeof webhook>

/** What a PUT may send back of the record, and no more than that. */
export const readOnlyWebhookMembers = {
  id: {},
  disabled_reason: { moves: true },
  failing_since: { moves: true },
  paused_until: { moves: true },
  last_delivery: { moves: true },
  created_at: {},
  updated_at: { moves: true },
} as const satisfies ReadOnlyMembers<Webhook>

const secret = z.string().describe('whsec_ and base64: signs what is sent. Shown this once.')

export const createdWebhook = webhook.extend({ secret }).meta({ id: 'CreatedWebhook' })

export const rotatedSecret = z.object({
  secret,
  old_secret_valid_until: instant.describe('Until then what is sent is signed with both.'),
})

export const webhookParams = z.object({ id: z.uuid() })
export const deliveryParams = webhookParams.extend({ deliveryId: z.uuid() })

export const listWebhooksQuery = pageQuery.omit({ cursor: true })
export const listDeliveriesQuery = pageQuery.extend({
  status: z.enum(deliveryStatuses).optional(),
  event: z.enum(eventTypes).optional(),
})
export type ListDeliveriesQuery = z.output<typeof listDeliveriesQuery>

/** Bodies in the log are cut there. */
export const mostBodyBytes = 1_024

export const webhookDelivery = z
  .object({
    id: z.uuid(),
    event_id: z.string().describe('The webhook-id of every attempt.'),
    event: z.string(),
    status: z.enum(deliveryStatuses).describe('pending: there will be another attempt. failed: there will be none.'),
    attempts: z.int(),
    attempted_at: instant.nullable().describe('The last attempt, as all that follows.'),
    next_attempt_at: instant.nullable(),
    duration_ms: z.int().nullable(),
    request: z.object({
      url: z.string(),
      headers: z.record(z.string(), z.string()),
      body: z.string().describe('The first KB.'),
    }),
    response: z
      .object({ status: z.int(), body: z.string().describe('The first KB.') })
      .nullable()
      .describe('null where none came.'),
    error: z.string().nullable().describe('Why none came, or why it is not a success.'),
    created_at: instant,
  })
  .meta({ id: 'WebhookDelivery' })

export const webhookEvent = z.object({ type: z.string(), description: z.string() })

/** What is sent, around the `data` of an event. */
export const eventPayload = <Data extends z.ZodType>(type: string, data: Data) =>
  z.object({
    id: z.string().describe('evt_ and 32 hexadecimal digits; the same over retries.'),
    type: z.literal(type),
    created_at: z.iso.datetime(),
    api_version: z.literal('v1'),
    data,
  })
