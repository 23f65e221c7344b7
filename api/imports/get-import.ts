import { demand } from '#core/api-error.ts'
import { refuseBound } from '#model/accounts/reach.ts'
import { describeImport } from '#model/imports/import-row.ts'
import { selectImport } from '#model/imports/imports.ts'
import { importParams, importRecord } from '#schemas/imports.ts'
import { endpoint } from '../frame/endpoint.ts'
import { noSuchImport } from './refusals.ts'

export const getImport = endpoint({
  method: 'GET',
  path: '/imports/{id}',
  summary: 'Get an import',
  description: 'With its analysis, progress and result.',
  permission: 'read',
  params: importParams,
  reply: importRecord,
  errors: ['NOT_FOUND'],
  async handle({ params, account, reach, sql }) {
    refuseBound(reach)
    return describeImport(demand(await selectImport(sql, account.id, params.id), noSuchImport))
  },
})
