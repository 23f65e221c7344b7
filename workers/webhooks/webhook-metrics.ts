import { Counter, type Registry } from 'prom-client'
import type { Attempted } from '#model/webhooks/delivery-queue.ts'

export interface WebhookMetrics {
  count(attempted: Attempted): void
}

export function createWebhookMetrics(registry: Registry): WebhookMetrics {
  const attempts = new Counter({
    name: 'webhook_attempts_total',
    help: 'Delivery attempts, by first digit of the response status, or none without a response.',
    labelNames: ['answer'],
    registers: [registry],
  })
  return {
    count: ({ status }) => attempts.inc({ answer: status === null ? 'none' : `${Math.floor(status / 100)}xx` }),
  }
}
