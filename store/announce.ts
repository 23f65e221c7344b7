import type { Tx } from '#runtime/postgres.ts'
import { uuidv7 } from '#runtime/uuid.ts'
import type { EventData, EventType } from '#schemas/events.ts'

/** Writes down what happened, for webhooks: in the transaction of the change, so that neither exists without the other. */
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
  const rows = happened.map(({ account_id, data }) => ({ id: uuidv7(), account_id, type, data: tx.json(data) }))
  await tx`insert into webhook_messages ${tx(rows)}`
}
