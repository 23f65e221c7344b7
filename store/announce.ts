import { passes, subjectOf } from '#core/webhooks/event-subject.ts'
import type { Tx } from '#runtime/postgres.ts'
import { uuidv7 } from '#runtime/uuid.ts'
import type { EventData, EventType } from '#schemas/events.ts'
import { findListeners } from './listeners.ts'

/**
 * Writes down what happened, for the webhooks that are told of it: in the transaction of the change, so that neither
 * exists without the other. Where nobody listens nothing is written.
 */
export async function announce<Type extends EventType>(
  tx: Tx,
  accountId: string,
  type: Type,
  data: EventData<Type>,
): Promise<void> {
  await announceEach(tx, type, [{ account_id: accountId, data }])
}

/** The same that happened to several, at least one. */
export async function announceEach<Type extends EventType>(
  tx: Tx,
  type: Type,
  happened: readonly { account_id: string; data: EventData<Type> }[],
): Promise<void> {
  const accountIds = [...new Set(happened.map(({ account_id }) => account_id))]
  const listeners = await findListeners(tx, accountIds, [type])
  if (listeners.length === 0) return
  const messages = []
  const deliveries = []
  for (const { account_id, data } of happened) {
    const subject = subjectOf(type, data)
    const told = listeners.filter((each) => each.account_id === account_id && passes(each.filters, subject))
    if (told.length === 0) continue
    const message_id = uuidv7()
    messages.push({ id: message_id, account_id, type, data: tx.json(data) })
    for (const { id } of told) deliveries.push({ id: uuidv7(), webhook_id: id, message_id })
  }
  if (messages.length === 0) return
  await tx`insert into webhook_messages ${tx(messages)}`
  await tx`insert into webhook_deliveries ${tx(deliveries)}`
}
