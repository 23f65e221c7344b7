import {
  type ApiCall,
  type ApiLink,
  type ApiPage,
  type ApiSource,
  type Completion,
  MalformedResponse,
} from '#core/imports/sources/api-source.ts'
import { apiSources } from '#core/imports/sources/index.ts'
import type { ImportRow } from '#model/imports/import-row.ts'
import { readSource } from '#model/imports/import-source.ts'
import { holdTurn } from '#model/imports/import-turn.ts'
import type { ImportStores } from '#model/imports/record-links.ts'
import { Analysis, SourceError } from '#model/imports/stage-links.ts'
import { SecretKeys } from '#runtime/secret-keys.ts'
import type { ApiSourceName } from '#schemas/imports.ts'
import { ServiceClient } from './service-client.ts'

const mostLinks = 2_000_000

/** Reads all links of a service, page by page, from where an earlier turn stopped. False if the worker stops. */
export async function readApi(stores: ImportStores, run: ImportRow, stopping: AbortSignal): Promise<boolean> {
  const { sql, config } = stores
  const source = apiSources[run.source as ApiSourceName]
  const stored = await readSource(sql, new SecretKeys(config), run.id)
  if (stored === undefined || run.base_url === null)
    throw new SourceError('The token of the import is no longer available. Import the source again.')
  const client = new ServiceClient({
    source,
    baseUrl: run.base_url,
    token: stored.token,
    allowPrivate: config.IMPORT_ALLOW_PRIVATE,
    stopping,
    keepTurn: () => sql.begin((tx) => holdTurn(tx, run)),
  })
  const analysis = await (stored.cursor === null ? Analysis.start(sql, run) : Analysis.continue(sql, run))
  let { cursor, position } = { position: stored.position, cursor: stored.cursor ?? source.start }
  try {
    while (cursor !== null) {
      if (stopping.aborted) return false
      const { links, next } = await readPage(client, source, cursor)
      if (JSON.stringify(next) === JSON.stringify(cursor))
        throw new SourceError(`${source.name} returned the same page twice. Update it, or import a file.`)
      const numbered = links.map((link) => ({ ...link, position: ++position }))
      if (position > mostLinks)
        throw new SourceError(`The source has more than ${mostLinks.toLocaleString('en-US')} links.`)
      await analysis.addPage(numbered, { cursor: next, position })
      cursor = next
    }
  } catch (error) {
    if (stopping.aborted) return false
    throw error
  }
  await analysis.end()
  return true
}

async function readPage(client: ServiceClient, source: ApiSource, cursor: unknown): Promise<ApiPage> {
  const page = await readWith(source, async () =>
    source.read(await demand(client, source, source.call(cursor)), cursor),
  )
  for (const completion of page.completions ?? []) await complete(client, source, completion)
  return page
}

/** Some plans and keys do not allow every request: the links are imported without what it would return. */
async function complete(client: ServiceClient, source: ApiSource, completion: Completion): Promise<void> {
  const { body } = await client.get(completion.call)
  if (body === undefined) for (const link of completion.links) addNote(link)
  else await readWith(source, async () => completion.read(body))
}

function addNote(link: ApiLink): void {
  link.notes = [...(link.notes ?? []), 'details_missing']
}

async function readWith<Result>(source: ApiSource, read: () => Promise<Result>): Promise<Result> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof MalformedResponse)) throw error
    throw new SourceError(`The response of ${source.name} is not as documented: ${error.message}`)
  }
}

/** The body of a response without which the import cannot continue. */
async function demand(client: ServiceClient, { name }: ApiSource, call: ApiCall): Promise<unknown> {
  const { status, body } = await client.get(call)
  if (body !== undefined) return body
  if (status === 401 || status === 403)
    throw new SourceError(`${name} rejected the token. Check that it is valid and may read links.`)
  if (status === 404) throw new SourceError(`There is no API of ${name} at this URL. Check the URL.`)
  if (status >= 300 && status < 400)
    throw new SourceError(`The URL of ${name} redirects (status ${status}). Enter the URL to which it redirects.`)
  throw new SourceError(`${name} rejected the request (status ${status}).`)
}
