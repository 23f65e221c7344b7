import { demand } from '#core/api-error.ts'
import { refuseBound } from '#model/accounts/reach.ts'
import { countItems, selectItems } from '#model/imports/import-items.ts'
import { selectImport } from '#model/imports/imports.ts'
import { shortUrlOf } from '#model/links/describe-link.ts'
import { importReportDays } from '#schemas/account-limits.ts'
import { pageOf } from '#schemas/envelope.ts'
import { importItem, importParams, listImportItemsQuery } from '#schemas/imports.ts'
import { endpoint } from '../frame/endpoint.ts'
import { readPage } from '../frame/pagination.ts'
import { noSuchImport } from './refusals.ts'

export const listImportItems = endpoint({
  method: 'GET',
  path: '/imports/{id}/items',
  summary: 'List the links of an import',
  description: `The result of each link, in the order of the source. Invalid links are listed after the analysis. ${importReportDays} days after the end of the import, links that were not imported are removed from the list, and overwritten ones that a later import has overwritten too. The counts of the import stay.`,
  permission: 'read',
  params: importParams,
  query: listImportItemsQuery,
  reply: pageOf(importItem),
  envelope: 'page',
  errors: ['NOT_FOUND'],
  async handle({ params, query, account, reach, sql, config }) {
    refuseBound(reach)
    const { id } = demand(await selectImport(sql, account.id, params.id), noSuchImport)
    const { rows, pagination } = await readPage(
      query,
      (part) => selectItems(sql, id, query, part),
      countItems(sql, id, query),
    )
    const data = rows.map(({ link_id, code, type, host, ...item }) => ({
      ...item,
      short_url_id: link_id,
      short_url: code === null ? null : shortUrlOf(config, { type, host }, code),
    }))
    return { data, pagination }
  },
})
