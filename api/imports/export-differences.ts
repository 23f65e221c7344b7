import { z } from 'zod'
import { demand } from '#core/api-error.ts'
import { refuseBound } from '#model/accounts/reach.ts'
import { selectImport } from '#model/imports/imports.ts'
import { readDifferencePages } from '#model/imports/verifications.ts'
import { importParams } from '#schemas/imports.ts'
import { exportDifferencesQuery, importDifference } from '#schemas/verification.ts'
import { endpoint } from '../frame/endpoint.ts'
import { exportList, listMediaTypes } from '../frame/export-list.ts'
import { noSuchImport } from './refusals.ts'

export const exportDifferences = endpoint({
  method: 'GET',
  path: '/imports/{id}/differences',
  summary: 'Export the differences of an import',
  description:
    'Returns the links that differ from their source as a file. During the verification, it contains the differences found so far.',
  permission: 'read',
  bulk: true,
  params: importParams,
  query: exportDifferencesQuery,
  reply: z.never(),
  files: listMediaTypes,
  errors: ['NOT_FOUND'],
  async handle({ params, query, account, reach, sql }) {
    refuseBound(reach)
    const { id } = demand(await selectImport(sql, account.id, params.id), noSuchImport)
    return exportList({
      name: 'differences',
      format: query.format,
      row: importDifference,
      pages: readDifferencePages(sql, id),
    })
  },
})
