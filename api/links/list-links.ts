import { pageOf } from '#schemas/envelope.ts'
import { type ListShortUrlsQuery, listShortUrlsQuery, shortUrl } from '#schemas/links.ts'
import { ApiError } from '../http/api-error.ts'
import { endpoint } from '../http/endpoint.ts'
import { paginate } from '../http/pagination.ts'
import { readPlace } from './address.ts'
import { type CursorPosition, readCursor, writeCursor } from './cursor.ts'
import { countLinks, selectLinks } from './links.sql.ts'
import { presentLinks } from './present-links.ts'
import { readCampaignFilter } from './resolve-campaign.ts'

export const listLinks = endpoint({
  method: 'GET',
  path: '/short-urls',
  summary: 'List short URLs',
  permission: 'read',
  query: listShortUrlsQuery,
  reply: pageOf(shortUrl),
  envelope: 'page',
  async handle({ query, account, reach, sql, config, ...rest }) {
    const { page, limit } = query
    const cursor = findStart(query)
    const offset = cursor === undefined ? (page - 1) * limit : 0
    const campaign = await readCampaignFilter(sql, account.id, query.campaign_id)
    const filter = { ...query, ...readPlace(query, config), campaign }
    const [found, total] = await Promise.all([
      selectLinks(sql, reach, filter, { cursor, limit: limit + 1, offset }),
      countLinks(sql, reach, filter),
    ])
    const links = found.slice(0, limit)
    const has_more = found.length > limit
    const last = links.at(-1)
    const next = has_more && last !== undefined && query.sortBy === 'created_at'
    const next_cursor = next ? writeCursor({ created_at: last.position, id: last.id }) : null
    return {
      data: await presentLinks({ account, config, ...rest }, links),
      pagination: { ...paginate(query, total, next_cursor), has_more },
    }
  },
})

function findStart({ cursor, sortBy }: ListShortUrlsQuery): CursorPosition | undefined {
  if (cursor === undefined) return undefined
  if (sortBy === 'created_at') return readCursor(cursor)
  throw new ApiError('BAD_REQUEST', 'Invalid request', 'cursor works only with sortBy=created_at; use page')
}
