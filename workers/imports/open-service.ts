import type { ApiSource } from '#core/imports/sources/api-source.ts'
import { apiSources } from '#core/imports/sources/index.ts'
import type { ImportRow } from '#model/imports/import-row.ts'
import { type ImportSourceRow, readSource } from '#model/imports/import-source.ts'
import { holdTurn } from '#model/imports/import-turn.ts'
import type { ImportStores } from '#model/imports/record-links.ts'
import { SourceError } from '#model/imports/stage-links.ts'
import type { Config } from '#runtime/config.ts'
import { createResolve } from '#runtime/resolve-host.ts'
import { SecretKeys } from '#runtime/secret-keys.ts'
import type { ApiSourceName } from '#schemas/imports.ts'
import { ServiceClient } from './service-client.ts'

interface OpenService {
  source: ApiSource
  client: ServiceClient
  stored: ImportSourceRow
}

/** The API of an import with its token. Throws SourceError if the token is gone. */
export async function openService(
  { sql, config }: ImportStores,
  run: ImportRow,
  stopping: AbortSignal,
): Promise<OpenService> {
  const source = apiSources[run.source as ApiSourceName]
  const stored = await readSource(sql, new SecretKeys(config), run.id)
  if (stored === undefined || run.base_url === null)
    throw new SourceError('The token of the import is no longer available. Import the source again.')
  const client = new ServiceClient({
    source,
    baseUrl: run.base_url,
    token: stored.token,
    ...reachOf(config),
    stopping,
    keepTurn: () => sql.begin((tx) => holdTurn(tx, run)),
  })
  return { source, client, stored }
}

/** Which hosts imports may reach, and how their IP addresses are found. */
export function reachOf(config: Pick<Config, 'IMPORT_ALLOW_PRIVATE' | 'DNS_SERVERS'>) {
  const allowPrivate = config.IMPORT_ALLOW_PRIVATE
  return { allowPrivate, resolve: createResolve(config, { allowPrivate }) }
}
