import type { Sql } from '#runtime/postgres.ts'
import type { LinkDomain } from './describe-link.ts'

type LinkUrl = Pick<LinkDomain, 'type' | 'host'> & { id: string; code: string }

/** Parts of the short URLs of these links, in no order. For many links that need nothing else. */
export async function selectLinkUrls(sql: Sql, linkIds: readonly string[]): Promise<LinkUrl[]> {
  return await sql<LinkUrl[]>`
    select links.id, links.code, domains.type, domains.host
    from links
    join domains on domains.id = links.domain_id
    where links.id = any(${[...linkIds]}::uuid[])`
}
