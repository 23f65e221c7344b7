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
  await tx`
    insert into webhook_messages (id, account_id, type, data)
    values (${uuidv7()}, ${accountId}, ${type}, ${tx.json(data)})
  `
}
