import { findDue } from '#model/webhooks/endpoints.ts'
import type { Tx } from '#runtime/postgres.ts'
import type { TypedQueue } from '#runtime/queues.ts'

/** Puts every endpoint that has something due into the queue, once: Postgres knows it, so Redis may forget it. */
export async function sweepWebhooks(tx: Tx, queue: TypedQueue<'webhooks'>): Promise<void> {
  for (const webhook_id of await findDue(tx)) await queue.add({ webhook_id }, webhook_id)
}
