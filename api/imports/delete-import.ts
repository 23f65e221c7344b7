import { refuseBound } from '#model/accounts/reach.ts'
import { removeImport } from '#model/imports/imports.ts'
import { done } from '#schemas/envelope.ts'
import { importParams } from '#schemas/imports.ts'
import { endpoint } from '../frame/endpoint.ts'
import { noSuchImport } from './refusals.ts'

export const deleteImport = endpoint({
  method: 'DELETE',
  path: '/imports/{id}',
  summary: 'Delete an import',
  description: 'Cancels it if it is not finished, and deletes its report. Links that it created stay.',
  permission: 'delete',
  params: importParams,
  reply: done,
  errors: ['NOT_FOUND'],
  async handle({ params, account, reach, sql }) {
    refuseBound(reach)
    if (!(await sql.begin((tx) => removeImport(tx, account.id, params.id)))) throw noSuchImport()
    return { message: 'Import deleted' }
  },
})
