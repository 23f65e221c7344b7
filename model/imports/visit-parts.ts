import type { RawVisit } from '#core/imports/raw-visit.ts'
import type { Sql, Tx } from '#runtime/postgres.ts'
import type { ImportRow } from './import-row.ts'
import { holdTurn } from './import-turn.ts'

/** A part is stored as one batch of clicks, which can have 65,536. */
export const visitsOfPart = 5_000

/** A visit that was read from a file, without the IP address of its visitor. */
export type StagedVisit = RawVisit & { source_key: string }

/** Keeps visits until the links exist. */
export async function keepVisits(
  sql: Sql,
  run: ImportRow,
  part: number,
  visits: readonly StagedVisit[],
): Promise<void> {
  await sql.begin(async (tx) => {
    await holdTurn(tx, run, { visits_found: visits.length })
    await tx`
      insert into import_parts (import_id, kind, part, content)
      values (${run.id}, 'visits', ${part}, ${Buffer.from(JSON.stringify(visits))})`
  })
}

/** The first part that is not stored yet. */
export async function readVisitPart(
  sql: Sql,
  importId: string,
): Promise<{ part: number; visits: StagedVisit[] } | undefined> {
  const [row] = await sql<{ part: number; content: Buffer }[]>`
    select part, content
    from import_parts
    where import_id = ${importId} and kind = 'visits'
    order by part
    limit 1`
  return row && { part: row.part, visits: JSON.parse(row.content.toString()) as StagedVisit[] }
}

/** Call in the transaction that marks its clicks as stored. */
export async function removeVisitPart(tx: Tx, importId: string, part: number): Promise<void> {
  await tx`
    delete from import_parts
    where import_id = ${importId} and kind = 'visits' and part = ${part}`
}

/** Links that this import has created, by source key. Deleted ones stay, so that each attempt has the same clicks. */
export async function selectVisited(
  sql: Sql,
  run: ImportRow,
  sourceKeys: readonly string[],
): Promise<Map<string, string>> {
  const rows = await sql<{ source_key: string; link_id: string }[]>`
    select distinct on (source_key) source_key, link_id
    from import_items
    where account_id = ${run.account_id} and import_id = ${run.id} and source_key = any(${[...sourceKeys]}::text[])
    and link_id is not null and outcome in ('created', 'renamed')
    order by source_key, position`
  return new Map(rows.map(({ source_key, link_id }) => [source_key, link_id]))
}
