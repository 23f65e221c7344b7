import { describeImport } from '#model/imports/import-row.ts'
import { countImports, selectImports } from '#model/imports/imports.ts'
import { pageOf } from '#schemas/envelope.ts'
import { importRecord, listImportsQuery } from '#schemas/imports.ts'
import { endpoint } from '../frame/endpoint.ts'
import { paginate, readPage } from '../frame/pagination.ts'

export const listImports = endpoint({
  method: 'GET',
  path: '/imports',
  summary: 'List imports',
  description: 'Newest first.',
  permission: 'read',
  query: listImportsQuery,
  reply: pageOf(importRecord),
  envelope: 'page',
  async handle({ query, account, reach, sql }) {
    // A key that is limited to domains cannot access imports: they can have links of all domains.
    if (reach.domain_ids !== null) return { data: [], pagination: paginate(query, 0) }
    const { rows, pagination } = await readPage(
      query,
      (part) => selectImports(sql, account.id, part),
      countImports(sql, account.id),
    )
    return { data: rows.map(describeImport), pagination }
  },
})
