import { columnOf, describeChanges } from '#model/history/link-changes.ts'
import { demandOwnLink } from '#model/links/find-own-link.ts'
import { pageOf } from '#schemas/envelope.ts'
import { historyEntry, linkHistoryQuery } from '#schemas/history.ts'
import { shortUrlDomain, shortUrlParams } from '#schemas/links.ts'
import { endpoint } from '../frame/endpoint.ts'
import { readHistoryPage } from '../frame/read-history-page.ts'

export const listHistory = endpoint({
  method: 'GET',
  path: '/short-urls/{id}/history',
  summary: 'List the changes of a short URL',
  description:
    'Newest first, with the values before and after. Entries are kept for a year, or until the short URL is deleted.',
  permission: 'read',
  params: shortUrlParams,
  query: linkHistoryQuery.extend(shortUrlDomain.shape),
  reply: pageOf(historyEntry),
  envelope: 'page',
  errors: ['NOT_FOUND'],
  async handle({ params, query, reach, session, sql, config }) {
    const { page, limit, cursor, field, ...domain } = query
    const { id } = await demandOwnLink({ sql, config }, reach, params.id, domain)
    const filter = { object_id: id, column: field && columnOf(field) }
    return await readHistoryPage({ sql, session }, { page, limit, cursor }, filter, describeChanges)
  },
})
