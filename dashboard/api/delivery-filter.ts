import { readKey } from '../format/read-search.ts'
import type { States } from '../parts/pill.tsx'
import type { DeliveryFilter, DeliveryStatus } from './webhooks.ts'

export const deliveryStates: States<DeliveryStatus> = {
  pending: { name: 'Pending', look: 'warn' },
  succeeded: { name: 'Succeeded', look: 'good' },
  failed: { name: 'Failed', look: 'bad' },
}

/** The shape of a name. Names alone decide nothing: the route checks them against the events of the API. */
const eventShape = /^[a-z_]+\.[a-z_]+$/

/** The filter of a delivery log, as the URL of the page has it. */
export const readDeliveryFilter = (search: Record<string, unknown>): DeliveryFilter => ({
  status: readKey(deliveryStates, search['status']),
  event: readEvent(search['event']),
})

const readEvent = (value: unknown): string | undefined =>
  typeof value === 'string' && eventShape.test(value) ? value : undefined
