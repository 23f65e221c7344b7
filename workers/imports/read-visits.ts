import { nameBatch } from '#core/clicks/name-batch.ts'
import type { RawVisit } from '#core/imports/raw-visit.ts'
import type { VisitSource } from '#core/imports/sources/api-source.ts'
import type { ImportRow } from '#model/imports/import-row.ts'
import { holdTurn } from '#model/imports/import-turn.ts'
import { finishPage, nextVisits, type VisitsRow } from '#model/imports/import-visits.ts'
import type { ImportStores } from '#model/imports/record-links.ts'
import { storeClicks } from '#model/imports/store-clicks.ts'
import type { ClickRow } from '#schemas/clicks.ts'
import { Months } from './months.ts'
import { openService } from './open-service.ts'
import { longestTurnMs } from './read-api.ts'
import type { ServiceClient } from './service-client.ts'
import { VisitRows } from './visit-rows.ts'

/** 100 million visits of a link. */
const mostPages = 100_000

/**
 * Reads the visits of created links, page by page, and stores them as clicks. A page is stored as batches whose ids depend
 * only on the import, the link and the page, so that each click is stored once. False if the turn is over.
 */
export async function readVisits(stores: ImportStores, run: ImportRow, stopping: AbortSignal): Promise<boolean> {
  let row = await nextVisits(stores.sql, run.id)
  if (row === undefined) return true
  const { source, client } = await openService(stores, run, stopping)
  if (source.visits === undefined) throw new Error(`${source.name} has no visits`)
  const rows = new VisitRows(run, stores.config)
  const end = Date.now() + longestTurnMs
  while (row !== undefined) {
    if (stopping.aborted || Date.now() > end) return false
    const page = await readPage(client, source.visits, run, row)
    await storePage(stores, run, { row, rows, ...page })
    row = await nextVisits(stores.sql, run.id)
  }
  return true
}

interface Page {
  visits: readonly RawVisit[]
  isLast: boolean
}

/** A link that was deleted in the service since the analysis no longer has visits. */
async function readPage(client: ServiceClient, visits: VisitSource, run: ImportRow, row: VisitsRow): Promise<Page> {
  const call = visits.call({ path: row.path, page: row.page, until: run.created_at })
  const page = await client.readIfAllowed(call, (body) => visits.read(body), [404])
  if (page === undefined) return { visits: [], isLast: true }
  return { visits: page.visits, isLast: row.page >= page.pages || row.page >= mostPages || page.visits.length === 0 }
}

async function storePage(
  stores: ImportStores,
  run: ImportRow,
  { row, rows, visits, isLast }: Page & { row: VisitsRow; rows: VisitRows },
): Promise<void> {
  const parts = cutByMonths(visits)
  for (const [index, part] of parts.entries()) {
    const batch_id = nameBatch(`${run.id} ${row.position} ${row.page} ${index}`, run.created_at.getTime())
    const isEnd = index === parts.length - 1
    await storeClicks(stores, {
      batch_id,
      rows: await rows.make(
        batch_id,
        part.map((visit) => ({ ...visit, link_id: row.link_id })),
      ),
      async commit(tx, stored: readonly ClickRow[]) {
        await holdTurn(tx, run, { visits_stored: stored.length })
        if (isEnd) await finishPage(tx, run.id, row, isLast)
      },
    })
  }
}

/** At least one part. */
function cutByMonths(visits: readonly RawVisit[]): RawVisit[][] {
  const parts: RawVisit[][] = [[]]
  const months = new Months()
  for (const visit of visits) {
    if (!months.add(visit.at)) parts.push([])
    parts.at(-1)?.push(visit)
  }
  return parts
}
