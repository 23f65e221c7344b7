import { nameBatch } from '#core/clicks/name-batch.ts'
import type { ImportRow } from '#model/imports/import-row.ts'
import { holdTurn } from '#model/imports/import-turn.ts'
import type { ImportStores } from '#model/imports/record-links.ts'
import { storeClicks } from '#model/imports/store-clicks.ts'
import { readVisitPart, removeVisitPart, type StagedVisit, selectVisited } from '#model/imports/visit-parts.ts'
import type { Tx } from '#runtime/postgres.ts'
import type { ClickRow } from '#schemas/clicks.ts'
import { VisitRows } from './visit-rows.ts'

/**
 * Stores the visits of a file as clicks, after its links were created. A part is stored as a batch whose id depends only on the
 * import and its number, so that each click is stored once. False if the worker stops.
 */
export async function storeVisits(stores: ImportStores, run: ImportRow, stopping: AbortSignal): Promise<boolean> {
  const rows = new VisitRows(run, stores.config)
  for (;;) {
    if (stopping.aborted) return false
    const next = await readVisitPart(stores.sql, run.id)
    if (next === undefined) return true
    await storePart(stores, run, { rows, ...next })
  }
}

async function storePart(
  stores: ImportStores,
  run: ImportRow,
  { rows, part, visits }: { rows: VisitRows; part: number; visits: readonly StagedVisit[] },
): Promise<void> {
  const links = await selectVisited(stores.sql, run, [...new Set(visits.map(({ source_key }) => source_key))])
  const linked = visits.flatMap((visit) => {
    const link_id = links.get(visit.source_key)
    return link_id === undefined ? [] : [{ ...visit, link_id }]
  })
  const batch_id = nameBatch(`${run.id} visits ${part}`, run.created_at.getTime())
  const clicks = await rows.make(batch_id, linked)
  const commit = async (tx: Tx, stored: readonly ClickRow[]) => {
    await holdTurn(tx, run, { visits_stored: stored.length })
    await removeVisitPart(tx, run.id, part)
  }
  const isStored = clicks.length > 0 && (await storeClicks(stores, { batch_id, rows: clicks, commit }))
  if (!isStored) await stores.sql.begin((tx) => commit(tx, []))
}
