import { demand } from '#core/api-error.ts'
import { refuseBound } from '#model/accounts/reach.ts'
import { describeImport } from '#model/imports/import-row.ts'
import { selectImport } from '#model/imports/imports.ts'
import { startVerification } from '#model/imports/verifications.ts'
import { importParams, importRecord } from '#schemas/imports.ts'
import { verifyImportBody } from '#schemas/verification.ts'
import { endpoint } from '../frame/endpoint.ts'
import { noSuchImport } from './refusals.ts'

export const verifyImport = endpoint({
  method: 'POST',
  path: '/imports/{id}/verify',
  summary: 'Verify an import',
  description:
    'Requests the old short URL of each imported link, without following redirects, and compares its status and destination with those of the imported link. `verification` of the import shows the progress. A new verification replaces the report.',
  permission: 'write',
  params: importParams,
  body: verifyImportBody,
  example: { hosts: ['bit.ly', 'go.example.com'] },
  reply: importRecord,
  status: 202,
  errors: ['NOT_FOUND', 'CONFLICT'],
  async handle({ params, body, account, reach, sql }) {
    refuseBound(reach)
    return await sql.begin(async (tx) => {
      demand(await startVerification(tx, { account_id: account.id, import_id: params.id, ...body }), noSuchImport)
      return describeImport(demand(await selectImport(tx, account.id, params.id), noSuchImport))
    })
  },
})
