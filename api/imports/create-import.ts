import { ApiError, invalidField } from '#core/api-error.ts'
import { readSource } from '#core/imports/read-source.ts'
import { apiSources } from '#core/imports/sources/index.ts'
import { refuseBound } from '#model/accounts/reach.ts'
import { findLinkDomain, refuseVanished } from '#model/domains/find-link-domain.ts'
import { describeImport } from '#model/imports/import-row.ts'
import { type ImportedApi, type ImportedFile, insertImport } from '#model/imports/imports.ts'
import type { Config } from '#runtime/config.ts'
import { refusalOf } from '#runtime/safe-fetch.ts'
import type { SecretKeys } from '#runtime/secret-keys.ts'
import { type ApiSourceName, importRecord } from '#schemas/imports.ts'
import { createImportBody, type ImportInput, type UploadedFile } from '#schemas/new-import.ts'
import { type Role, roleHas } from '#schemas/roles.ts'
import { demandCaller } from '../frame/auth/demand-caller.ts'
import { demandConfirmed } from '../frame/auth/demand-session.ts'
import { endpoint } from '../frame/endpoint.ts'

const longestFileName = 255

export const createImport = endpoint({
  method: 'POST',
  path: '/imports',
  summary: 'Import links',
  description:
    'Reads the API of another service with a `token`, a CSV `file` of the service, the database of YOURLS or Kutt (SQL, XML or SQLite), any CSV file with a header row, or the archive of an account (`waymark`). Without a file, the body can be JSON with the same fields. The source is analyzed first; with `dry_run`, the import then waits until you resume it. Links keep their slugs, dates, tags and click totals. A link that was imported before is not imported again.',
  permission: 'write',
  bulk: true,
  body: createImportBody,
  uploads: 'large file',
  reply: importRecord,
  status: 202,
  errors: ['ACCESS_DENIED', 'CONFLICT', 'PAYLOAD_TOO_LARGE'],
  async handle({ body, account, reach, role, key, session, sql, config, secretKeys }) {
    refuseBound(reach)
    const domain = await findLinkDomain({ sql, config }, reach, body)
    if (body.source === 'waymark') {
      refuseArchive(role)
      // It can contain webhooks, which receive all events once they are activated.
      demandConfirmed(session)
    }
    const from = body.file === undefined ? readApi(body, { config, secretKeys }) : await readFile(body, body.file)
    const row = await insertImport(sql, {
      account_id: account.id,
      source: body.source,
      domain_id: domain.id,
      conflict: body.conflict,
      dry_run: body.dry_run,
      tags: body.tags,
      with_visits: body.visits,
      from,
      // The file may have taken an hour to arrive.
      begin: (tx) => demandCaller(tx, { account, role, key, session }),
    }).catch(refuseVanished)
    return describeImport(row)
  },
})

async function readFile(body: ImportInput, file: UploadedFile): Promise<ImportedFile> {
  return {
    file_name: file.name.replaceAll('\0', '').slice(0, longestFileName) || null,
    layout: await readSource(file.read(), body),
    content: file.read(),
  }
}

/** An archive also has domains and webhooks, which not every role may create. */
function refuseArchive(role: Role | null): void {
  if (role === null || (roleHas(role, 'domains') && roleHas(role, 'connect'))) return
  throw new ApiError('FORBIDDEN', 'Only owners and admins can import an archive.', { role })
}

interface Services {
  config: Config
  secretKeys: SecretKeys
}

function readApi({ source, token = '', base_url }: ImportInput, { config, secretKeys }: Services): ImportedApi {
  const url = base_url ?? apiSources[source as ApiSourceName].url ?? ''
  const refusal = refusalOf(url, config.IMPORT_ALLOW_PRIVATE)
  if (refusal !== null) throw invalidField('base_url', refusal)
  return { base_url: url, token, keys: secretKeys }
}
