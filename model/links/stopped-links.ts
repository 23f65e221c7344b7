import { parseShortUrl } from '#core/parse-short-url.ts'
import type { Sql } from '#runtime/postgres.ts'
import { isUuid } from '#runtime/uuid.ts'
import type { LinkDomain } from './describe-link.ts'

interface FoundLink {
  id: string
  account_id: string
  code: string
  url: string
  domain: LinkDomain
}

export interface StoppedLink extends FoundLink {
  quarantined_at: Date
  quarantine_reason: string
}

const columns = (sql: Sql) => sql`
  links.id, links.account_id, links.code, links.url, links.quarantined_at, links.quarantine_reason,
  json_build_object('id', domains.id, 'type', domains.type, 'host', domains.host) as domain`

/**
 * The link of any account with this ID or short URL. For the operator. Several accounts can have added a host, of which only
 * one serves it.
 */
export async function findLinkAnywhere(sql: Sql, text: string): Promise<FoundLink | undefined> {
  const parts = parseShortUrl(text)
  if (parts === null && !isUuid(text)) return undefined
  const isWanted = isUuid(text)
    ? sql`links.id = ${text}`
    : sql`domains.host = ${parts?.host ?? ''} and links.code = ${parts?.code ?? ''}`
  const [row] = await sql<FoundLink[]>`
    select ${columns(sql)}
    from links
    join domains on domains.id = links.domain_id
    where ${isWanted}
    order by domains.status = 'verified' desc, links.id
    limit 1`
  return row
}

/** Links in quarantine, newest first. Reads all links: only the command line asks. */
export async function selectQuarantined(sql: Sql, accountId: string | null, limit: number): Promise<StoppedLink[]> {
  return await sql<StoppedLink[]>`
    select ${columns(sql)}
    from links
    join domains on domains.id = links.domain_id
    where links.quarantined_at is not null
    ${accountId === null ? sql`` : sql`and links.account_id = ${accountId}`}
    order by links.quarantined_at desc, links.id
    limit ${limit}`
}
