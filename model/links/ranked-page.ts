import type { Sql } from '#runtime/postgres.ts'
import type { Reach } from '../accounts/reach.ts'
import type { Page } from '../rows.ts'
import type { LinkFilter, OrderedFilter } from './link-page.ts'
import { isUnlisted } from './link-status.ts'

/**
 * The ids of a page by clicks, from the narrow table of counts alone. Reads all rows of the account: an index on columns
 * that clicks change would more than double the cost of counting (docs/decisions/0008-order-by-clicks.md). null if the
 * order or the filter also needs the links.
 */
export function rankedPage(sql: Sql, reach: Reach, query: OrderedFilter, { limit, offset }: Page) {
  const { sortBy, sortOrder } = query
  if ((sortBy !== 'clicks' && sortBy !== 'last_clicked_at') || !asksForAll(reach, query)) return null
  const way = sortOrder === 'asc' ? sql`asc` : sql`desc`
  const order = {
    clicks: sql`clicks ${way}, link_id ${way}`,
    last_clicked_at: sql`last_clicked_at ${way} nulls last, link_id ${way}`,
  }
  return sql`
    select link_id
    from link_counts
    where account_id = ${reach.account_id}
    ${query.status === 'all' ? sql`` : sql`and not exists (${unlisted(sql, reach)})`}
    order by ${order[sortBy]}
    limit ${limit}
    offset ${offset}`
}

/** Few links, which a partial index holds. */
const unlisted = (sql: Sql, { account_id }: Reach) => sql`
  select from links
  where links.id = link_counts.link_id and links.account_id = ${account_id} and (${isUnlisted(sql)})`

function asksForAll({ domain_ids }: Reach, filter: LinkFilter): boolean {
  const { status, search, tags, used_by, health, created_after, created_before } = filter
  const { type, host, campaign, outsideCampaign } = filter
  const others = [used_by, health, created_after, created_before, type, host, campaign, outsideCampaign]
  const hasTags = tags !== undefined && tags.include.length + tags.exclude.length > 0
  const isFiltered = (status !== 'all' && status !== undefined) || (search !== undefined && search !== '') || hasTags
  return domain_ids === null && !isFiltered && others.every((value) => value === undefined)
}
