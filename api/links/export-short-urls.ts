import { z } from 'zod'
import { presentLinks } from '#model/links/present-links.ts'
import { selectLinks } from '#model/links/select-links.ts'
import { readPages } from '#model/rows.ts'
import { shortUrl } from '#schemas/links.ts'
import { exportShortUrlsQuery } from '#schemas/list-exports.ts'
import { endpoint } from '../frame/endpoint.ts'
import { exportList, listMediaTypes } from '../frame/export-list.ts'
import { readLinkFilter } from './read-link-filter.ts'

export const exportShortUrls = endpoint({
  method: 'GET',
  path: '/short-urls/export',
  summary: 'Export short URLs',
  description:
    'Returns all short URLs that match the filters as a file, newest first. The CSV file can be imported again.',
  permission: 'read',
  bulk: true,
  query: exportShortUrlsQuery,
  reply: z.never(),
  files: listMediaTypes,
  async handle({ query, account, reach, sql, config, ...rest }) {
    const filter = await readLinkFilter({ sql, config, account }, query)
    const order = { sortBy: 'created_at', sortOrder: 'desc' } as const
    async function* pages() {
      for await (const links of readPages((page) => selectLinks(sql, reach, { ...filter, ...order }, page)))
        yield await presentLinks({ account, config, ...rest }, links)
    }
    return exportList({ name: 'links', format: query.format, row: shortUrl, pages: pages() })
  },
})
