import type { EventType } from '#schemas/events.ts'
import { readKey } from '../format/read-search.ts'
import type { DeliveryFilter, DeliveryStatus } from './webhooks.ts'

export const deliveryNames = { pending: 'Pending', succeeded: 'Succeeded', failed: 'Failed' } as const satisfies Record<
  DeliveryStatus,
  string
>

/** Without their contracts, which a page has no use for. */
const eventNames = {
  'url.clicked': true,
  'url.created': true,
  'url.updated': true,
  'url.deleted': true,
  'url.expired': true,
  'url.limit_reached': true,
  'campaign.created': true,
  'campaign.updated': true,
  'campaign.deleted': true,
  'qr.created': true,
  'qr.updated': true,
  'qr.deleted': true,
  'qr.expired': true,
  'qr.scanned': true,
  'ab_test.started': true,
  'ab_test.paused': true,
  'ab_test.completed': true,
  'ab_test.significant': true,
  'conversion.recorded': true,
  'domain.verified': true,
  'domain.failed': true,
  'webhook.test': true,
} as const satisfies Record<EventType, true>

/** What an address says of a log of deliveries. */
export const readDeliveryFilter = (search: Record<string, unknown>): DeliveryFilter => ({
  status: readKey(deliveryNames, search['status']),
  event: readKey(eventNames, search['event']),
})
