import { columnOf, describeChanges } from '#model/history/link-changes.ts'
import { countHistory, type HistoryRow, selectHistory } from '#model/history/read-history.ts'
import { demandOwnLink } from '#model/links/find-own-link.ts'
import { pageOf } from '#schemas/envelope.ts'
import { historyEntry, historyQuery } from '#schemas/history.ts'
import { shortUrlDomain, shortUrlParams } from '#schemas/links.ts'
import { type Context, endpoint } from '../frame/endpoint.ts'
import { readFrom } from '../frame/pagination.ts'

export const listHistory = endpoint({
  method: 'GET',
  path: '/short-urls/{id}/history',
  summary: 'List the changes of a short URL',
  description:
    'Newest first, with the values before and after. Entries are kept for a year, or until the short URL is deleted.',
  permission: 'read',
  params: shortUrlParams,
  query: historyQuery.extend(shortUrlDomain.shape),
  reply: pageOf(historyEntry),
  envelope: 'page',
  errors: ['NOT_FOUND'],
  async handle({ params, query, reach, session, sql, config }) {
    const { page, limit, cursor, field, ...domain } = query
    const { id } = await demandOwnLink({ sql, config }, reach, params.id, domain)
    const filter = { object_id: id, column: field && columnOf(field) }
    const { rows, pagination } = await readFrom(
      { page, limit, cursor },
      (part) => selectHistory(sql, filter, part),
      countHistory(sql, filter),
      (last) => last.id,
    )
    return { data: rows.map((row) => present(row, session)), pagination }
  },
})

/** Email addresses of members are shown to members only, as in the list of members. */
function present({ before, after, actor, ...row }: HistoryRow, session: Context<unknown, unknown, unknown>['session']) {
  const name = actor.type === 'user' && session === null ? null : actor.name
  return { ...row, actor: { ...actor, name }, changes: describeChanges({ before, after }) }
}
