import type { Sql, Tx } from '#runtime/postgres.ts'
import type { LinkRecord } from '#schemas/link-record.ts'

interface LinkRow extends Omit<LinkRecord, 'expires_at'> {
  expires_at: Date | null
}

/** What redirectors need of the link under this code right now, or null. Ask the primary: a replica may be behind. */
export async function readRecord(sql: Sql | Tx, domainId: string, code: string): Promise<LinkRecord | null> {
  const [row] = await sql<LinkRow[]>`
    select rev, id as link_id, account_id, url, redirect_type, forward_query, tracking_enabled, expires_at
    from links
    where domain_id = ${domainId}
    and code = ${code}`
  return row === undefined ? null : buildRecord(row)
}

function buildRecord(row: LinkRow): LinkRecord {
  return {
    rev: row.rev,
    link_id: row.link_id,
    account_id: row.account_id,
    url: row.url,
    redirect_type: row.redirect_type,
    forward_query: row.forward_query,
    tracking_enabled: row.tracking_enabled,
    expires_at: row.expires_at === null ? null : row.expires_at.getTime(),
  }
}
