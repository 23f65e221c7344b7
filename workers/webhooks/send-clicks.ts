import {
  insertFailures,
  noteProgress,
  releaseBatch,
  type TakenBatch,
  takeBatch,
} from '#model/webhooks/delivery-queue.ts'
import { lockEndpoint } from '#model/webhooks/endpoints.ts'
import { keepHealth, leaseOf, mayGoOn, sendAll, type Turn, type WebhookSender, waitAfter, widthOf } from './turn.ts'

/** Sends as much of a click batch as possible. Returns false if there is none. */
export async function sendClicks(sender: WebhookSender, turn: Turn): Promise<boolean> {
  const batch = await takeBatch(sender.sql, turn.endpoint.id, leaseOf(sender))
  if (batch === undefined) return false
  let next: number | null = batch.next_index
  do {
    next = await sendSome(sender, turn, batch, next)
  } while (next !== null && next < batch.messages.length && mayGoOn(sender, turn))
  if (next === null || next < batch.messages.length) await releaseBatch(sender.sql, batch.id)
  return true
}

/**
 * Sends some messages of a batch and returns the index of the next one. The last message completes the batch. null if the
 * webhook was deleted or turned off meanwhile, or has another URL, which then gets these messages too.
 */
async function sendSome(sender: WebhookSender, turn: Turn, batch: TakenBatch, from: number): Promise<number | null> {
  const before = turn.health
  const messages = batch.messages.slice(from, from + widthOf(turn))
  const attempts = await sendAll(sender, turn, messages)
  // Another turn sends the canceled message and all after it.
  const unknown = attempts.indexOf(null)
  const sent = unknown === -1 ? attempts.length : unknown
  const failures = messages.slice(0, sent).flatMap((message, index) => {
    const attempted = attempts[index]
    return attempted?.error ? [{ message, attempted, waitMs: waitAfter(sender, attempted, 1) }] : []
  })
  const next = from + sent
  return await sender.sql.begin(async (tx) => {
    const locked = await lockEndpoint(tx, turn.endpoint)
    if (locked?.url !== turn.endpoint.url) return null
    await insertFailures(tx, turn.endpoint, failures)
    await noteProgress(tx, batch, next, leaseOf(sender))
    await keepHealth(tx, sender, turn, before)
    return locked.is_active ? next : null
  })
}
