import { readTable } from '#core/imports/read-table.ts'
import { refuseBound } from '#model/accounts/reach.ts'
import { findLinkDomain } from '#model/domains/find-link-domain.ts'
import { describeImport } from '#model/imports/import-row.ts'
import { insertImport } from '#model/imports/imports.ts'
import { createImportBody, importRecord } from '#schemas/imports.ts'
import { demandCaller } from '../frame/auth/demand-caller.ts'
import { endpoint } from '../frame/endpoint.ts'

const longestFileName = 255

export const createImport = endpoint({
  method: 'POST',
  path: '/imports',
  summary: 'Import links',
  description:
    'Reads a CSV file of another service, or any CSV file with a header row. The file is analyzed first; with `dry_run`, the import then waits until you resume it. Links keep their slugs, dates, tags and click totals. A link that was imported before is not imported again.',
  permission: 'write',
  bulk: true,
  body: createImportBody,
  uploads: 'large file',
  reply: importRecord,
  status: 202,
  errors: ['ACCESS_DENIED', 'CONFLICT', 'PAYLOAD_TOO_LARGE'],
  async handle({ body, account, reach, role, key, session, sql, config }) {
    refuseBound(reach)
    const domain = await findLinkDomain({ sql, config }, reach, body)
    const layout = await readTable(body.file.read(), body)
    const row = await insertImport(sql, {
      account_id: account.id,
      source: body.source,
      domain_id: domain.id,
      conflict: body.conflict,
      dry_run: body.dry_run,
      tags: body.tags,
      file_name: body.file.name.replaceAll('\0', '').slice(0, longestFileName) || null,
      layout,
      content: body.file.read(),
      // The file may have taken an hour to arrive.
      begin: (tx) => demandCaller(tx, { account, role, key, session }),
    })
    return describeImport(row)
  },
})
