import { ch, join, uuids } from '#runtime/ch-tag.ts'
import type { TopUrlsQuery } from '#schemas/analytics-urls.ts'
import { ApiError } from '../http/api-error.ts'
import { type LinkChoice, pickLinks } from './pick-links.sql.ts'
import { type LinkClicks, topLinks, topLinksRow } from './queries/top-links.ts'
import type { Asked } from './report.ts'

/** Links with clicks that Postgres can be given to sort. */
const mostRanked = 200_000

interface Page {
  limit: number
  offset: number
}

/**
 * A page of links in its order, each with its clicks.
 *
 * By name or date, Postgres picks the page and the click store counts for its links alone. By clicks, the click store sorts
 * and stops at the end of the page, and Postgres is asked for the names of its links. Only where that cannot be enough, since
 * the page reaches to links without clicks or a search decides which are listed, all links with clicks are handed to
 * Postgres, which sorts them among the others.
 */
export async function rankUrls(asked: Asked<TopUrlsQuery>, choice: LinkChoice, page: Page): Promise<LinkClicks[]> {
  const { sql, query } = asked
  if (query.sortBy !== 'clicks')
    return await countClicks(asked, await pickLinks(sql, choice, [], { ...query, ...page }))

  const end = page.offset + page.limit
  const isSortedThere = query.sortOrder === 'desc' && (query.search ?? '') === ''
  const wanted = isSortedThere ? end : mostRanked + 1
  const clicked = await asked.ask(topLinks(asked.where, wanted), topLinksRow)
  if (isSortedThere && clicked.length === end) return clicked.slice(page.offset)
  if (clicked.length > mostRanked) throw tooMany()
  const ids = await pickLinks(sql, choice, clicked, { ...query, ...page })
  return withNone(ids, clicked)
}

async function countClicks({ where, ask }: Asked<TopUrlsQuery>, ids: readonly string[]): Promise<LinkClicks[]> {
  if (ids.length === 0) return []
  const ofThese = join([where, ch`link_id in ${uuids(ids)}`], ch` and `)
  return withNone(ids, await ask(topLinks(ofThese, ids.length), topLinksRow))
}

function withNone(ids: readonly string[], clicked: readonly LinkClicks[]): LinkClicks[] {
  const known = new Map(clicked.map((link) => [link.link_id, link]))
  return ids.map((link_id) => known.get(link_id) ?? { link_id, clicks: 0, unique_visitors: 0 })
}

const tooMany = () =>
  new ApiError(
    'BAD_REQUEST',
    'Invalid request',
    `more than ${mostRanked} short URLs have clicks: shorten the period, or sort by clicks in descending order without search`,
  )
