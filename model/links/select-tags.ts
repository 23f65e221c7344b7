import type { Sql } from '#runtime/postgres.ts'
import { linksWithin, type Reach } from '../accounts/reach.ts'

/** Tags in use, most used first. */
export async function selectTags(sql: Sql, reach: Reach, limit: number) {
  return await sql<{ tag: string; links: number }[]>`
    select tag, count(*) as links
    from links, unnest(links.tags) as tag
    where ${linksWithin(sql, reach)}
    group by tag
    order by links desc, tag
    limit ${limit}`
}
