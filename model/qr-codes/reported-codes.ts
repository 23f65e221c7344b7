import type { Sql } from '#runtime/postgres.ts'
import type { Scope } from '../clicks/link-filter.ts'
import { countRows } from '../rows.ts'

/** A QR code in reports. */
export interface ReportedCode {
  id: string
  name: string | null
  content_type: string
  created_at: Date
}

/** A key that is limited to domains can use codes whose short URLs are there, and codes without a short URL. */
const isReported = (sql: Sql, { account_id, domain_ids, campaign_ids }: Scope) => sql`
  qr_codes.account_id = ${account_id}
  ${
    domain_ids === null
      ? sql``
      : sql`and (qr_codes.link_id is null
          or qr_codes.link_id in (select id from links where domain_id = any(${[...domain_ids]}::uuid[])))`
  }
  ${campaign_ids === null ? sql`` : sql`and qr_codes.campaign_id = any(${[...campaign_ids]}::uuid[])`}`

export const countCodes = (sql: Sql, scope: Scope): Promise<number> =>
  countRows(sql, sql`qr_codes where ${isReported(sql, scope)}`)

export const countActiveCodes = (sql: Sql, scope: Scope): Promise<number> =>
  countRows(sql, sql`qr_codes where ${isReported(sql, scope)} and (expires_at > now()) is not false`)

/** The codes with the most scans. Codes that are not ranked have none. */
export async function pickCodes(
  sql: Sql,
  scope: Scope,
  ranked: readonly { id: string; scans: number }[],
  limit: number,
): Promise<ReportedCode[]> {
  const ids = ranked.map(({ id }) => id)
  const counts = ranked.map(({ scans }) => scans)
  return await sql<ReportedCode[]>`
    select qr_codes.id, name, content_type, created_at
    from qr_codes
    left join unnest(${ids}::uuid[], ${counts}::bigint[]) as ranked (code_id, scans) on ranked.code_id = qr_codes.id
    where ${isReported(sql, scope)}
    order by coalesce(ranked.scans, 0) desc, qr_codes.id desc
    limit ${limit}`
}
