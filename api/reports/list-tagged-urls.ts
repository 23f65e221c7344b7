import { badRequest } from '#core/api-error.ts'
import { readCursor, writeCursor } from '#core/cursor.ts'
import { choosesClicks } from '#model/clicks/compile-filter.ts'
import { taggedLinks, taggedLinksRow } from '#model/clicks/queries/tagged-links.ts'
import { selectTaggedLinks } from '#model/links/tagged-links.ts'
import { taggedUrlsQuery, taggedUrlsReply } from '#schemas/breakdowns.ts'
import { cutPage } from '../frame/pagination.ts'
import { reportOfAccount } from './report.ts'
import { reportUrls } from './report-urls.ts'

/** Limit of links with tagged clicks that are passed to Postgres. */
const mostClicked = 200_000

export const listTaggedUrls = reportOfAccount('/analytics/urls-with-utm', {
  summary: 'List short URLs with UTM parameters',
  description:
    'The parameters can come from the short URL, its destination, or a click that matches the filters. Includes short URLs in the trash.',
  query: taggedUrlsQuery,
  reply: taggedUrlsReply,
  envelope: 'page',
  standard: 'all_time',
  async answer({ ask, sql, config, query, scope, where, period, now }) {
    const { page, limit } = query
    const cursor = query.cursor === undefined ? undefined : readCursor(query.cursor)
    const [clicked] = await ask(taggedLinks(where, mostClicked + 1), taggedLinksRow)
    if (clicked === undefined) throw new Error('a count answered no row')
    if (clicked.links > mostClicked) throw tooMany()
    const choice = {
      ...scope,
      urlType: query.urlType,
      tags: query.tags,
      search: undefined,
      clicked: clicked.ids,
      orOwn: !choosesClicks(query, period, now),
    }
    const offset = cursor === undefined ? (page - 1) * limit : 0
    const { found, total } = await selectTaggedLinks(sql, choice, { cursor, limit: limit + 1, offset })
    const { rows, pagination: pages } = cutPage(query, found, total, writeCursor)
    const ids = rows.map(({ id }) => id)
    return { data: await reportUrls({ sql, config }, ids), pagination: pages }
  },
})

const tooMany = () =>
  badRequest(
    `More than ${mostClicked.toLocaleString('en-US')} short URLs have clicks with UTM parameters. Shorten the period, or filter by campaignId, tags, or urlType.`,
  )
