import { readStart, writeNext } from '#core/cursor.ts'
import { presentLinks } from '#model/links/present-links.ts'
import { countLinks, selectLinks } from '#model/links/select-links.ts'
import { pageOf } from '#schemas/envelope.ts'
import { listShortUrlsQuery, shortUrl } from '#schemas/links.ts'
import { endpoint } from '../frame/endpoint.ts'
import { readFrom } from '../frame/pagination.ts'
import { readLinkFilter } from './read-link-filter.ts'

export const listShortUrls = endpoint({
  method: 'GET',
  path: '/short-urls',
  summary: 'List short URLs',
  permission: 'read',
  query: listShortUrlsQuery,
  reply: pageOf(shortUrl),
  envelope: 'page',
  async handle({ query, account, reach, sql, config, ...rest }) {
    const filter = await readLinkFilter({ sql, config, account }, query)
    const { rows, pagination } = await readFrom(
      { ...query, cursor: readStart(query) },
      (part) => selectLinks(sql, reach, filter, part),
      countLinks(sql, reach, filter),
      (last) => writeNext(query, last),
    )
    return { data: await presentLinks({ account, config, ...rest }, rows), pagination }
  },
})
