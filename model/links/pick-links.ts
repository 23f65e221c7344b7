import type { Sql } from '#runtime/postgres.ts'
import type { Choice, FilterQuery } from '#schemas/analytics.ts'
import type { TopUrlsQuery } from '#schemas/analytics-urls.ts'
import { linksWithin, type Reach } from '../accounts/reach.ts'
import type { LinkCounts } from '../clicks/queries/link-counts.ts'
import { countRows, idsOf, type Page } from '../rows.ts'
import { hasTags } from './has-tags.ts'
import { isTrashed, linkStatus } from './link-status.ts'

/** Selects the links of a report by their properties. */
export interface LinkChoice extends Reach, Pick<FilterQuery, 'urlType' | 'tags'>, Pick<TopUrlsQuery, 'search'> {
  /** null for links in any campaign or none. */
  campaign_ids: readonly string[] | null
}

type Order = Pick<TopUrlsQuery, 'sortBy' | 'sortOrder'>

/** The ids of a page, in its order. Links that are not in the counts have no clicks. */
export async function pickLinks(
  sql: Sql,
  choice: LinkChoice,
  { ids, counts }: Pick<LinkCounts, 'ids' | 'counts'>,
  { sortBy, sortOrder, limit, offset }: Order & Page,
): Promise<string[]> {
  const way = sortOrder === 'asc' ? sql`asc` : sql`desc`
  const orders = {
    clicks: sql`coalesce(clicked.clicks, 0)`,
    name: sql`lower(coalesce(links.name, links.code))`,
    created_at: sql`links.created_at`,
  }
  return await idsOf(sql`
    select links.id
    from links
    join domains on domains.id = links.domain_id
    left join unnest(string_to_array(${ids}, ',')::uuid[], string_to_array(${counts}, ',')::bigint[])
      as clicked (link_id, clicks) on clicked.link_id = links.id
    where ${isChosen(sql, choice)}
    order by ${orders[sortBy]} ${way}, links.id ${way}
    limit ${limit}
    offset ${offset}`)
}

export const countChosen = (sql: Sql, choice: LinkChoice): Promise<number> =>
  countRows(sql, sql`links join domains on domains.id = links.domain_id where ${isChosen(sql, choice)}`)

/** Counts of all links outside the trash, and of active ones. */
export async function countUrls(sql: Sql, choice: LinkChoice): Promise<{ total_urls: number; active_urls: number }> {
  const [row] = await sql<{ total_urls: number; active_urls: number }[]>`
    select count(*) as total_urls, count(*) filter (where ${linkStatus(sql)} = 'active') as active_urls
    from links
    join domains on domains.id = links.domain_id
    left join link_counts on link_counts.link_id = links.id
    where ${isChosen(sql, choice)} and not ${isTrashed(sql)}`
  return row ?? { total_urls: 0, active_urls: 0 }
}

export const isChosen = (sql: Sql, { campaign_ids, search, urlType, tags, ...reach }: LinkChoice) => sql`
  ${linksWithin(sql, reach)}
  ${campaign_ids === null ? sql`` : sql`and links.campaign_id = any(${[...campaign_ids]}::uuid[])`}
  ${search === undefined || search === '' ? sql`` : sql`and ${isFound(sql, search)}`}
  ${isOneOf(sql, urlType)}
  ${hasTags(sql, 'links', tags)}`

/** The first condition is the expression of the index links_search, which also matches destinations. */
function isFound(sql: Sql, search: string) {
  const pattern = sql`lower(${`%${search.replace(/[\\%_]/g, '\\$&')}%`}::text)`
  return sql`
    lower(coalesce(links.name, '') || chr(10) || links.code || chr(10) || links.url) like ${pattern}
    and (lower(links.name) like ${pattern} or lower(links.code) like ${pattern})`
}

function isOneOf(sql: Sql, { include, exclude }: Choice = { include: [], exclude: [] }) {
  const all = include.length === 0 || include.includes('all')
  return sql`
    ${all ? sql`` : sql`and domains.type = any(${[...include]}::text[])`}
    ${exclude.length === 0 ? sql`` : sql`and domains.type <> all(${[...exclude]}::text[])`}`
}
