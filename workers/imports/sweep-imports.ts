import { findDueImports } from '#model/imports/import-turn.ts'
import { findDueVerifications } from '#model/imports/verifications.ts'
import type { Tx } from '#runtime/postgres.ts'
import type { TypedQueue } from '#runtime/queues.ts'

/** Queues every import with work to do, once. Postgres is the source of truth, so Redis may lose the queue. */
export async function sweepImports(tx: Tx, queue: TypedQueue<'imports'>): Promise<void> {
  for (const import_id of await findDueImports(tx)) await queue.add({ import_id }, import_id)
}

export async function sweepVerifications(tx: Tx, queue: TypedQueue<'imports'>): Promise<void> {
  for (const import_id of await findDueVerifications(tx))
    await queue.add({ import_id, verify: true }, `verify-${import_id}`)
}
