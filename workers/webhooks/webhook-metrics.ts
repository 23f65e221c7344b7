import { Counter, type Registry } from 'prom-client'
import type { Attempted } from '#model/webhooks/delivery-queue.ts'

export interface WebhookMetrics {
  count(attempted: Attempted): void
}

export function createWebhookMetrics(registry: Registry): WebhookMetrics {
  const attempts = new Counter({
    name: 'webhook_attempts_total',
    help: 'Attempts to deliver an event, by the first digit of the status; none: there was no answer.',
    labelNames: ['answer'],
    registers: [registry],
  })
  return {
    count: ({ status }) => attempts.inc({ answer: status === null ? 'none' : `${Math.floor(status / 100)}xx` }),
  }
}
