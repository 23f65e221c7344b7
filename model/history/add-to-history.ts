import type { Tx } from '#runtime/postgres.ts'
import type { HistoryActor } from '#schemas/history.ts'
import { changeSetting } from './change-origin.ts'
import type { ColumnValues } from './read-history.ts'

const waymark: HistoryActor = { type: 'system', id: null, name: 'Waymark' }

interface Addition {
  object_id: string
  account_id: string
  before: ColumnValues
  after: ColumnValues
}

/**
 * Records a change outside of the object's row. It becomes part of the entry that the transaction has already added for the
 * object, which is found by its time: that of the transaction.
 */
export async function addToHistory(tx: Tx, { object_id, account_id, before, after }: Addition): Promise<void> {
  const [was, is] = [JSON.stringify(before), JSON.stringify(after)]
  await tx`
    with joined as (
      update history
      set before = before || ${was}::text::jsonb, after = after || ${is}::text::jsonb
      where object_id = ${object_id} and at = now()
      returning 1
    )
    insert into history (object_id, account_id, actor, restored_from, before, after)
    select ${object_id}::uuid, ${account_id}::uuid,
      coalesce(nullif(current_setting(${changeSetting}, true), '')::jsonb -> 'actor', ${JSON.stringify(waymark)}::text::jsonb),
      (nullif(current_setting(${changeSetting}, true), '')::jsonb ->> 'restored_from')::uuid,
      ${was}::text::jsonb, ${is}::text::jsonb
    where not exists (select from joined)`
}
