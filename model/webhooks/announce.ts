import { passes, subjectOf } from '#core/webhooks/event-subject.ts'
import type { Tx } from '#runtime/postgres.ts'
import { uuidv7 } from '#runtime/uuid.ts'
import type { EventData, EventType } from '#schemas/events.ts'
import { findListeners } from './listeners.ts'

/**
 * Stores an event for the webhooks that subscribe to it, in the transaction of the change, so that neither exists without the
 * other. Without subscribers, nothing is stored.
 */
export async function announce<Type extends EventType>(
  tx: Tx,
  accountId: string,
  type: Type,
  data: EventData<Type>,
): Promise<void> {
  await announceEach(tx, type, [{ account_id: accountId, data }])
}

interface Happened<Type extends EventType> {
  account_id: string
  data: EventData<Type>
  /** Members that the record lacks, for filters only. */
  filteredMembers?: Readonly<Record<string, unknown>> | null | undefined
}

/** The same event for several subjects, at least one. */
export async function announceEach<Type extends EventType>(
  tx: Tx,
  type: Type,
  happened: readonly Happened<Type>[],
): Promise<void> {
  const accountIds = [...new Set(happened.map(({ account_id }) => account_id))]
  const listeners = await findListeners(tx, accountIds, [type])
  if (listeners.length === 0) return
  const messages = []
  const ids: string[] = []
  const webhookIds: string[] = []
  const messageIds: string[] = []
  for (const { account_id, data, filteredMembers } of happened) {
    const subject = subjectOf(type, { ...data, ...filteredMembers })
    const told = listeners.filter((each) => each.account_id === account_id && passes(each.filters, subject))
    if (told.length === 0) continue
    const message_id = uuidv7()
    messages.push({ id: message_id, account_id, type, data: tx.json(data) })
    for (const { id } of told) {
      ids.push(uuidv7())
      webhookIds.push(id)
      messageIds.push(message_id)
    }
  }
  if (messages.length === 0) return
  await tx`insert into webhook_messages ${tx(messages)}`
  // Three lists: a thousand expired links and fifty webhooks would exceed the parameters of a statement.
  await tx`
    insert into webhook_deliveries (id, webhook_id, message_id)
    select *
    from unnest(${ids}::uuid[], ${webhookIds}::uuid[], ${messageIds}::uuid[])`
}
