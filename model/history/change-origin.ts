import type { Part, Sql, Tx } from '#runtime/postgres.ts'
import type { HistoryActor } from '#schemas/history.ts'

interface ChangeOrigin {
  actor?: HistoryActor
  /** The entry whose earlier state the transaction restores. */
  restored_from?: string
}

/** The setting from which the triggers of the history read who changes something. It ends with the transaction. */
export const changeSetting = 'waymark.change'

/** An expression that sets the origin in the history entries of the transaction. Members that are not given stay as they are. */
export const withOrigin = (sql: Sql | Tx, origin: ChangeOrigin): Part => sql`
  set_config(
    ${changeSetting}::text,
    (coalesce(nullif(current_setting(${changeSetting}, true), ''), '{}')::jsonb || ${JSON.stringify(origin)}::text::jsonb)::text,
    true)`

/** Does work as another actor in the history entries of the transaction. */
export async function asActor<Result>(tx: Tx, actor: HistoryActor, work: () => Promise<Result>): Promise<Result> {
  const [before] = await tx<{ origin: string | null }[]>`
    select current_setting(${changeSetting}, true) as origin, ${withOrigin(tx, { actor })}`
  const result = await work()
  await tx`select set_config(${changeSetting}::text, ${before?.origin ?? ''}, true)`
  return result
}
