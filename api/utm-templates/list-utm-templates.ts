import { countUtmTemplates, selectUtmTemplates } from '#model/utm-templates/utm-templates.ts'
import { pageOf } from '#schemas/envelope.ts'
import { listUtmTemplatesQuery, utmTemplate } from '#schemas/utm-templates.ts'
import { endpoint } from '../frame/endpoint.ts'
import { readPage } from '../frame/pagination.ts'

export const listUtmTemplates = endpoint({
  method: 'GET',
  path: '/utm-templates',
  summary: 'List UTM templates',
  description: 'Ordered by name.',
  permission: 'read',
  query: listUtmTemplatesQuery,
  reply: pageOf(utmTemplate),
  envelope: 'page',
  async handle({ query, account, sql }) {
    const { rows, pagination } = await readPage(
      query,
      (page) => selectUtmTemplates(sql, account.id, query, page),
      countUtmTemplates(sql, account.id, query),
    )
    return { data: rows, pagination }
  },
})
