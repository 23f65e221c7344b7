import type { Sql, Tx } from '#runtime/postgres.ts'

/** A link with visits that were not read. */
export interface VisitsRow {
  position: number
  link_id: string
  /** The link in the terms of the service. */
  path: string
  /** The next page; 1 for the first. */
  page: number
}

/** Call in the transaction that creates the links. */
export async function insertVisits(
  tx: Tx,
  importId: string,
  links: readonly Pick<VisitsRow, 'position' | 'link_id' | 'path'>[],
): Promise<void> {
  if (links.length === 0) return
  await tx`insert into import_visits ${tx(links.map((link) => ({ import_id: importId, ...link })))}`
}

export async function nextVisits(sql: Sql, importId: string): Promise<VisitsRow | undefined> {
  const [row] = await sql<VisitsRow[]>`
    select position, link_id, path, page
    from import_visits
    where import_id = ${importId}
    order by position
    limit 1`
  return row
}

/** Call in the transaction that marks the last visits of a page as stored. */
export async function finishPage(tx: Tx, importId: string, { position }: VisitsRow, isLast: boolean): Promise<void> {
  if (isLast) await tx`delete from import_visits where import_id = ${importId} and position = ${position}`
  else
    await tx`
      update import_visits
      set page = page + 1
      where import_id = ${importId} and position = ${position}`
}
