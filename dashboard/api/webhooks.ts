import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type {
  createdWebhook,
  createWebhookBody,
  rotatedSecret,
  updateWebhookBody,
  WebhookFilters,
  webhook,
  webhookDelivery,
  webhookEvent,
} from '#schemas/webhooks.ts'
import { change } from './client.ts'
import { isMissing } from './failure.ts'
import { pageQuery, pagesAfterCursor, readQuery } from './pages.ts'

export type { WebhookFilters }
export type Webhook = z.output<typeof webhook>
export type CreatedWebhook = z.output<typeof createdWebhook>
export type Delivery = z.output<typeof webhookDelivery>
export type DeliveryStatus = Delivery['status']
export type WebhookEvent = z.output<typeof webhookEvent>

const path = '/api/v1/webhooks'
/** Maximum webhook endpoints per account. */
const mostWebhooks = 50
const pageSize = 25
/** Poll interval. Hidden tabs do not poll. */
const liveMs = 3_000

/** Query key prefix for webhooks. A change to one invalidates all of it. */
export const webhooksKey = ['webhooks']

export const webhooksQuery = queryOptions({
  ...pageQuery<Webhook>([...webhooksKey, 'list'], path, { limit: mostWebhooks }),
  refetchInterval: 4 * liveMs,
})

export const webhookQuery = (id: string) =>
  queryOptions({
    ...readQuery<Webhook>([...webhooksKey, 'one', id], `${path}/${encodeURIComponent(id)}`),
    refetchInterval: ({ state }) => (isMissing(state.error) ? false : liveMs),
  })

export const webhookEventsQuery = queryOptions({
  ...readQuery<WebhookEvent[]>(['webhook-events'], `${path}/events`),
  staleTime: Number.POSITIVE_INFINITY,
})

export interface DeliveryFilter {
  status?: DeliveryStatus | undefined
  event?: string | undefined
}

export const deliveriesQuery = (id: string, { status, event }: DeliveryFilter) =>
  infiniteQueryOptions({
    ...pagesAfterCursor<Delivery>([...webhooksKey, 'deliveries', id, { status, event }], `${path}/${id}/deliveries`, {
      limit: pageSize,
      status,
      event,
    }),
    refetchInterval: ({ state }) => (isMissing(state.error) ? false : liveMs),
  })

export type WebhookBody = z.input<typeof createWebhookBody>
export const createWebhook = (body: WebhookBody) => change<CreatedWebhook>('POST', path, { body })
export const updateWebhook = (id: string, body: z.input<typeof updateWebhookBody>) =>
  change<Webhook>('PUT', `${path}/${id}`, { body })
export const deleteWebhook = (id: string) => change('DELETE', `${path}/${id}`)
export const rotateSecret = (id: string) =>
  change<z.output<typeof rotatedSecret>>('POST', `${path}/${id}/rotate-secret`)
export const sendTest = (id: string) => change<Delivery>('POST', `${path}/${id}/test`)
export const redeliver = (id: string, deliveryId: string) =>
  change<Delivery>('POST', `${path}/${id}/deliveries/${deliveryId}/redeliver`)
