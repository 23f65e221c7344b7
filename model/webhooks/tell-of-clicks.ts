import type { Tx } from '#runtime/postgres.ts'
import { uuidv7 } from '#runtime/uuid.ts'
import type { ClickRow } from '#schemas/clicks.ts'
import type { Site } from '../links/describe-link.ts'
import { chooseMessages } from './click-messages.ts'
import { readClickSubjects } from './click-subjects.ts'
import { findListeners } from './listeners.ts'

/**
 * Stores the clicks of a batch for the webhooks that subscribe to them, one row for each webhook. Runs in the transaction that
 * marks the batch as stored, so that it happens once.
 */
export async function tellOfClicks(tx: Tx, site: Site, rows: readonly ClickRow[]): Promise<void> {
  const accounts = new Set(rows.map(({ account_id }) => account_id))
  const listeners = await findListeners(tx, [...accounts], ['url.clicked', 'qr.scanned'])
  if (listeners.length === 0) return
  const hearing = new Set(listeners.map(({ account_id }) => account_id))
  const heard = rows.filter(({ account_id }) => hearing.has(account_id))
  const told = await readClickSubjects(tx, site, heard)
  for (const listener of listeners) {
    const messages = chooseMessages(listener, heard, told)
    if (messages.length === 0) continue
    await tx`
      insert into webhook_batches (id, webhook_id, messages)
      values (${uuidv7()}, ${listener.id}, ${tx.json(messages)})`
  }
}
