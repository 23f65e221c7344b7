import { badRequest } from '#core/api-error.ts'
import { type LinkCounts, linkCounts, linkCountsRow } from '#model/clicks/queries/link-counts.ts'
import { type LinkClicks, topLinks, topLinksRow } from '#model/clicks/queries/top-links.ts'
import { amongLinks } from '#model/clicks/which-clicks.ts'
import { type LinkChoice, pickLinks } from '#model/links/pick-links.ts'
import type { Page } from '#model/rows.ts'
import type { TopUrlsQuery } from '#schemas/analytics-urls.ts'
import type { ReportRequest } from './report.ts'

/** Limit of links with clicks that Postgres sorts. */
const mostRanked = 200_000
/** Limit of links named in a query of the click store, whose URL is limited to 1 MB. */
const mostNamed = 5_000

/** Handles every other order. */
const noCounts: Pick<LinkCounts, 'ids' | 'counts'> = { ids: '', counts: '' }

/**
 * A page of links in its order, each with its clicks.
 *
 * By name or date, Postgres selects the page and the click store counts clicks of its links only. By clicks, the click store
 * sorts and stops at the end of the page, and Postgres adds the names of its links. If the page reaches links without clicks
 * or there is a search, Postgres sorts with the clicks of all links, or only of the links found if they are few.
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

/** null if there are too many. */
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
  badRequest(
    `More than ${mostRanked.toLocaleString('en-US')} short URLs have clicks. Shorten the period, or sort by clicks in descending order without a search.`,
  )
