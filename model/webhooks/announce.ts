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

interface Happened<Type extends EventType> {
  account_id: string
  data: EventData<Type>
  /** Members that the change took from the record: filters find it by them too. */
  lost?: Readonly<Record<string, unknown>> | undefined
}

/** The same that happened to several, at least one. */
export async function announceEach<Type extends EventType>(
  tx: Tx,
  type: Type,
  happened: readonly Happened<Type>[],
): Promise<void> {
  const accountIds = [...new Set(happened.map(({ account_id }) => account_id))]
  const listeners = await findListeners(tx, accountIds, [type])
  if (listeners.length === 0) return
  const messages = []
  const deliveries: DeliveryColumns = { ids: [], webhookIds: [], messageIds: [] }
  for (const { account_id, data, lost } of happened) {
    const subject = subjectOf(type, { ...data, ...lost })
    const told = listeners.filter((each) => each.account_id === account_id && passes(each.filters, subject))
    if (told.length === 0) continue
    const message_id = uuidv7()
    messages.push({ id: message_id, account_id, type, data: tx.json(data) })
    for (const { id } of told) {
      deliveries.ids.push(uuidv7())
      deliveries.webhookIds.push(id)
      deliveries.messageIds.push(message_id)
    }
  }
  if (messages.length === 0) return
  await tx`insert into webhook_messages ${tx(messages)}`
  await insertDeliveries(tx, deliveries)
}

interface DeliveryColumns {
  ids: string[]
  webhookIds: string[]
  messageIds: string[]
}

/** As three lists: a thousand links that expire at once, told to fifty webhooks, are more than a statement has parameters. */
async function insertDeliveries(tx: Tx, { ids, webhookIds, messageIds }: DeliveryColumns): Promise<void> {
  await tx`
    insert into webhook_deliveries (id, webhook_id, message_id)
    select *
    from unnest(${ids}::uuid[], ${webhookIds}::uuid[], ${messageIds}::uuid[])`
}
