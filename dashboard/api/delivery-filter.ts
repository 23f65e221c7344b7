import { readKey, readText } from '../format/read-search.ts'
import type { DeliveryFilter, DeliveryStatus } from './webhooks.ts'

export const deliveryNames = { pending: 'Pending', succeeded: 'Succeeded', failed: 'Failed' } as const satisfies Record<
  DeliveryStatus,
  string
>

/** What an address says of a log of deliveries. */
export const readDeliveryFilter = (search: Record<string, unknown>): DeliveryFilter => ({
  status: readKey(deliveryNames, search['status']),
  event: readText(search['event']),
})
