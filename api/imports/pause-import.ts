import { refuseBound } from '#model/accounts/reach.ts'
import { describeImport } from '#model/imports/import-row.ts'
import { pauseImport } from '#model/imports/imports.ts'
import { importParams, importRecord } from '#schemas/imports.ts'
import { endpoint } from '../frame/endpoint.ts'
import { demandChanged } from './refusals.ts'

export const pauseRunningImport = endpoint({
  method: 'POST',
  path: '/imports/{id}/pause',
  summary: 'Pause an import',
  description: 'Links that were created stay. A paused analysis starts again from the beginning when it is resumed.',
  permission: 'write',
  params: importParams,
  reply: importRecord,
  errors: ['NOT_FOUND', 'CONFLICT'],
  async handle({ params, account, reach, sql }) {
    refuseBound(reach)
    const changed = await sql.begin((tx) => pauseImport(tx, account.id, params.id))
    return describeImport(demandChanged(changed, 'Only a running import can be paused.'))
  },
})
