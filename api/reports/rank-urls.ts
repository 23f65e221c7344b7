import { ApiError } from '#core/api-error.ts'
import { type LinkCounts, linkCounts, linkCountsRow } from '#model/clicks/queries/link-counts.ts'
import { type LinkClicks, topLinks, topLinksRow } from '#model/clicks/queries/top-links.ts'
import { amongLinks } from '#model/clicks/which-clicks.ts'
import { type LinkChoice, pickLinks } from '#model/links/pick-links.ts'
import type { TopUrlsQuery } from '#schemas/analytics-urls.ts'
import type { ReportRequest } from './report.ts'

/** Links with clicks that Postgres can be given to sort. */
const mostRanked = 200_000
/** Links that the click store can be told one by one: the address of a query may have 1 MB. */
const mostNamed = 5_000

/** Where the order is another one. */
const noCounts: Pick<LinkCounts, 'ids' | 'counts'> = { ids: '', counts: '' }

interface Page {
  limit: number
  offset: number
}

/**
 * A page of links in its order, each with its clicks.
 *
 * By name or date, Postgres picks the page and the click store counts for its links alone. By clicks, the click store sorts
 * and stops at the end of the page, and Postgres is asked for the names of its links. Only where that cannot be enough, since
 * the page reaches to links without clicks or a search decides which are listed, the clicks of all links are handed to
 * Postgres, which sorts them among the others: of the links that were searched, where those are few.
 */
export async function rankUrls(
  asked: ReportRequest<TopUrlsQuery>,
  choice: LinkChoice,
  page: Page,
): Promise<LinkClicks[]> {
  const { query, sql, where } = asked
  const order = { ...query, ...page }
  if (query.sortBy !== 'clicks') return await countClicks(asked, await pickLinks(sql, choice, noCounts, order))

  const end = page.offset + page.limit
  const isSearched = (query.search ?? '') !== ''
  if (!isSearched && query.sortOrder === 'desc') {
    const clicked = await asked.ask(topLinks(where, end), topLinksRow)
    if (clicked.length === end) return clicked.slice(page.offset)
  }
  const searched = isSearched ? await findSearched(asked, choice) : null
  const [counted] = await asked.ask(linkCounts(amongLinks(where, searched), mostRanked + 1), linkCountsRow)
  if (counted === undefined) throw new Error('a count answered no row')
  if (counted.links > mostRanked) throw tooMany()
  return await countClicks(asked, await pickLinks(sql, choice, counted, order))
}

/** null: too many to be named. */
async function findSearched({ sql }: ReportRequest<TopUrlsQuery>, choice: LinkChoice): Promise<string[] | null> {
  const any = { sortBy: 'created_at', sortOrder: 'desc', limit: mostNamed + 1, offset: 0 } as const
  const ids = await pickLinks(sql, choice, noCounts, any)
  return ids.length > mostNamed ? null : ids
}

async function countClicks({ where, ask }: ReportRequest<TopUrlsQuery>, ids: readonly string[]): Promise<LinkClicks[]> {
  if (ids.length === 0) return []
  const clicked = await ask(topLinks(amongLinks(where, ids), ids.length), topLinksRow)
  const known = new Map(clicked.map((link) => [link.link_id, link]))
  return ids.map((link_id) => known.get(link_id) ?? { link_id, clicks: 0, unique_visitors: 0 })
}

const tooMany = () =>
  new ApiError(
    'BAD_REQUEST',
    'Invalid request',
    `more than ${mostRanked} short URLs have clicks: shorten the period, or sort by clicks in descending order without search`,
  )
