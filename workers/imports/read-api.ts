import type { ApiLink, ApiPage, ApiSource, Completion } from '#core/imports/sources/api-source.ts'
import type { ImportRow } from '#model/imports/import-row.ts'
import type { ImportStores } from '#model/imports/record-links.ts'
import { Analysis, SourceError } from '#model/imports/stage-links.ts'
import { openService } from './open-service.ts'
import type { ServiceClient } from './service-client.ts'

const mostLinks = 2_000_000
/** Then other imports get their turn. */
export const longestTurnMs = 300_000

/** Reads all links of a service, page by page, from where an earlier turn stopped. False if the turn is over. */
export async function readApi(stores: ImportStores, run: ImportRow, stopping: AbortSignal): Promise<boolean> {
  const { source, client, stored } = await openService(stores, run, stopping)
  const analysis = await (stored.cursor === null ? Analysis.start(stores.sql, run) : Analysis.continue(stores.sql, run))
  let { cursor, position } = { position: stored.position, cursor: stored.cursor ? stored.cursor.next : source.start }
  const end = Date.now() + longestTurnMs
  while (cursor !== null) {
    if (stopping.aborted || Date.now() > end) return false
    const { links, next } = await readPage(client, source, cursor)
    if (JSON.stringify(next) === JSON.stringify(cursor))
      throw new SourceError(`${source.name} returned the same page twice. Update it, or import a file.`)
    const numbered = links.map((link) => ({ ...link, position: ++position }))
    if (position > mostLinks)
      throw new SourceError(
        `The source has more than ${mostLinks.toLocaleString('en-US')} links. Import them in parts, as files.`,
      )
    await analysis.addPage(numbered, { next, position })
    cursor = next
  }
  await analysis.end()
  return true
}

async function readPage(client: ServiceClient, source: ApiSource, cursor: unknown): Promise<ApiPage> {
  const page = await client.read(source.call(cursor), (body) => source.read(body, cursor))
  for (const completion of page.completions ?? []) await complete(client, completion)
  return page
}

/** Some plans and keys do not allow every request. The links are then imported without the settings that it would return. */
async function complete(client: ServiceClient, completion: Completion): Promise<void> {
  const completed = await client.readIfAllowed(completion.call, (body) => {
    completion.read(body)
    return true
  })
  if (completed !== true) for (const link of completion.links) addNote(link)
}

function addNote(link: ApiLink): void {
  link.notes = [...(link.notes ?? []), 'details_missing']
}
