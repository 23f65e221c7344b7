import { readKey } from '../format/read-search.ts'
import type { States } from '../parts/pill.tsx'
import type { DeliveryFilter, DeliveryStatus } from './webhooks.ts'

export const deliveryStates: States<DeliveryStatus> = {
  pending: { name: 'Pending', look: 'warn' },
  succeeded: { name: 'Succeeded', look: 'good' },
  failed: { name: 'Failed', look: 'bad' },
}

/** Shape of an event name. The route checks the name against the events of the API. */
const eventShape = /^[a-z_]+\.[a-z_]+$/

export const readDeliveryFilter = (search: Record<string, unknown>): DeliveryFilter => ({
  status: readKey(deliveryStates, search['status']),
  event: readEvent(search['event']),
})

const readEvent = (value: unknown): string | undefined =>
  typeof value === 'string' && eventShape.test(value) ? value : undefined
