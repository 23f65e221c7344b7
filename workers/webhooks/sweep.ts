import { findDue } from '#model/webhooks/endpoints.ts'
import type { Tx } from '#runtime/postgres.ts'
import type { TypedQueue } from '#runtime/queues.ts'

/** Queues every endpoint with due messages, once. Postgres is the source of truth, so Redis may lose the queue. */
export async function sweepWebhooks(tx: Tx, queue: TypedQueue<'webhooks'>): Promise<void> {
  for (const webhook_id of await findDue(tx)) await queue.add({ webhook_id }, webhook_id)
}
