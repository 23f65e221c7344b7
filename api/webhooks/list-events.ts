import { z } from 'zod'
import { events, eventTypes } from '#schemas/events.ts'
import { webhookEvent } from '#schemas/webhooks.ts'
import { endpoint } from '../frame/endpoint.ts'

export const listEvents = endpoint({
  method: 'GET',
  path: '/webhooks/events',
  summary: 'List event types',
  description:
    'Lists the events that you can subscribe to. The Webhooks section of this reference describes their payloads.',
  permission: 'read',
  feature: 'webhooks',
  reply: z.array(webhookEvent),
  async handle() {
    return eventTypes.map((type) => ({ type, description: events[type].description }))
  },
})
