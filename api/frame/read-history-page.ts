import type { Caller } from '#model/accounts/caller.ts'
import { countHistory, type HistoryFilter, type HistoryRow, selectHistory } from '#model/history/read-history.ts'
import type { Sql } from '#runtime/postgres.ts'
import type { FieldChange } from '#schemas/history.ts'
import { readFrom } from './pagination.ts'

interface HistoryQuery {
  page: number
  limit: number
  cursor?: string | undefined
}

/** A page of the changes of an object. Email addresses of members are shown to members only, as in the list of members. */
export async function readHistoryPage(
  { sql, session }: { sql: Sql; session: Caller['session'] },
  { page, limit, cursor }: HistoryQuery,
  filter: HistoryFilter,
  describe: (row: Pick<HistoryRow, 'before' | 'after'>) => FieldChange[],
) {
  const { rows, pagination } = await readFrom(
    { page, limit, cursor },
    (part) => selectHistory(sql, filter, part),
    countHistory(sql, filter),
    (last) => last.id,
  )
  const data = rows.map(({ before, after, actor, ...row }) => {
    const name = actor.type === 'user' && session === null ? null : actor.name
    return { ...row, actor: { ...actor, name }, changes: describe({ before, after }) }
  })
  return { data, pagination }
}
