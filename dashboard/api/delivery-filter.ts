import { readKey } from '../format/read-search.ts'
import type { DeliveryFilter, DeliveryStatus } from './webhooks.ts'

export const deliveryNames = { pending: 'Pending', succeeded: 'Succeeded', failed: 'Failed' } as const satisfies Record<
  DeliveryStatus,
  string
>

/** The shape of a name. Names alone decide nothing: the route checks them against the events of the API. */
const eventShape = /^[a-z_]+\.[a-z_]+$/

/** The filter of a delivery log, as the URL of the page has it. */
export const readDeliveryFilter = (search: Record<string, unknown>): DeliveryFilter => ({
  status: readKey(deliveryNames, search['status']),
  event: readEvent(search['event']),
})

const readEvent = (value: unknown): string | undefined =>
  typeof value === 'string' && eventShape.test(value) ? value : undefined
