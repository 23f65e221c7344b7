import { refuseBound } from '#model/accounts/reach.ts'
import { describeImport } from '#model/imports/import-row.ts'
import { resumeImport } from '#model/imports/imports.ts'
import { importParams, importRecord, resumeImportBody } from '#schemas/imports.ts'
import { endpoint } from '../frame/endpoint.ts'
import { demandChanged } from './refusals.ts'

export const resumePausedImport = endpoint({
  method: 'POST',
  path: '/imports/{id}/resume',
  summary: 'Resume an import',
  description: 'Continues a paused import, or creates the links of a dry run.',
  permission: 'write',
  params: importParams,
  body: resumeImportBody,
  example: { conflict: 'rename' },
  reply: importRecord,
  errors: ['NOT_FOUND', 'CONFLICT'],
  async handle({ params, body, account, reach, sql }) {
    refuseBound(reach)
    const changed = await sql.begin((tx) => resumeImport(tx, account.id, params.id, body.conflict))
    return describeImport(demandChanged(changed, 'Only a paused import, or one that is ready, can be resumed.'))
  },
})
