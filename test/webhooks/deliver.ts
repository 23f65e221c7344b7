import { Counter, Registry } from 'prom-client'
import { createLifecycle } from '#runtime/lifecycle.ts'
import { openQueue } from '#runtime/queues.ts'
import { runEvery } from '../../workers/upkeep/run-tasks.ts'
import { startWebhooks } from '../../workers/webhooks/start-webhooks.ts'
import { sweepWebhooks } from '../../workers/webhooks/sweep.ts'
import type { TestStores } from '../stack/stores.ts'

/** Settings that allow local receivers, and run schedules in seconds. */
export const deliverySettings = { WEBHOOK_ALLOW_PRIVATE: 'true', WEBHOOK_TIME_FACTOR: '0.00002' }

/** The part of the workers that delivers events. */
export function startDelivering(stores: TestStores): { stop(): Promise<void> } {
  const lifecycle = createLifecycle(stores.log)
  const registry = new Registry()
  startWebhooks({ ...stores, lifecycle, registry }, stores.urls)
  const queue = openQueue('webhooks', stores.redis)
  const failures = new Counter({ name: 'f', help: 'f', labelNames: ['task'], registers: [registry] })
  const task = {
    name: 'webhooks',
    everyMs: 25,
    run: (tx: Parameters<typeof sweepWebhooks>[0]) => sweepWebhooks(tx, queue),
  }
  lifecycle.onStop('sweeper', runEvery({ sql: stores.sql, log: stores.log, failures }, task))
  return lifecycle
}
