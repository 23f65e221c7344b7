import type { Sql } from '#runtime/postgres.ts'
import { isUuid } from '#runtime/uuid.ts'
import { type DomainRow, domainColumns } from './domain-row.ts'

type FoundDomain = Pick<DomainRow, 'id' | 'account_id' | 'host'>

/**
 * The domain of any account with this ID or host. For the operator. Several accounts can have added a host, of which only one serves
 * it. The base domain belongs to no account.
 */
export async function findDomainAnywhere(sql: Sql, text: string): Promise<FoundDomain | undefined> {
  const isWanted = isUuid(text) ? sql`id = ${text}` : sql`host = ${text}`
  const [row] = await sql<FoundDomain[]>`
    select id, account_id, host
    from domains
    where ${isWanted} and type <> 'standard'
    order by status = 'verified' desc, id
    limit 1`
  return row
}

/** Domains in quarantine, newest first. */
export async function selectQuarantinedDomains(
  sql: Sql,
  accountId: string | null,
  limit: number,
): Promise<DomainRow[]> {
  return await sql<DomainRow[]>`
    select ${domainColumns(sql)}
    from domains
    where quarantined_at is not null
    ${accountId === null ? sql`` : sql`and account_id = ${accountId}`}
    order by quarantined_at desc, id
    limit ${limit}`
}
