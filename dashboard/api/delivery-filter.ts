import type { DeliveryFilter, DeliveryStatus } from './webhooks.ts'

const statuses: readonly string[] = ['pending', 'succeeded', 'failed'] satisfies DeliveryStatus[]

/** What an address says of a log of deliveries. */
export const readDeliveryFilter = (search: Record<string, unknown>): DeliveryFilter => ({
  status: statuses.includes(String(search['status'])) ? (search['status'] as DeliveryStatus) : undefined,
  event: typeof search['event'] === 'string' && search['event'] !== '' ? search['event'] : undefined,
})
