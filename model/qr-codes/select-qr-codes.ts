import type { Sql } from '#runtime/postgres.ts'
import type { ListQrCodesQuery } from '#schemas/qr-codes.ts'
import { firstOwner } from '../accounts/memberships.ts'
import type { Reach } from '../accounts/reach.ts'
import { hasTags } from '../links/has-tags.ts'
import { countRows, isAfter, type PageFrom, positionOf } from '../rows.ts'
import { type FoundQrCode, qrCodeColumns, qrCodeSource } from './qr-code-row.ts'

export interface QrCodeFilter
  extends Pick<ListQrCodesQuery, 'search' | 'content_type' | 'is_dynamic' | 'status' | 'tags'> {
  /** Id of a campaign. noId matches none. */
  campaign: string | undefined
}

/** Codes without a short URL have no domain, so every key of the account can use them. */
const within = (sql: Sql, { account_id, domain_ids }: Reach) => sql`
  qr_codes.account_id = ${account_id}
  ${domain_ids === null ? sql`` : sql`and (links.id is null or links.domain_id = any(${[...domain_ids]}::uuid[]))`}`

/** The first matching status, in the order of describe-qr-code.ts. */
const status = (sql: Sql) => sql`
  case
    when qr_codes.expires_at <= now() then 'expired'
    when not links.is_active or links.trashed_at is not null or links.quarantined_at is not null then 'disabled'
    when links.id is null and (qr_codes.is_dynamic or qr_codes.tracking_enabled) then 'disabled'
    else 'active'
  end`

const matches = (sql: Sql, reach: Reach, filter: QrCodeFilter) => sql`
  ${within(sql, reach)}
  ${filter.status === 'all' ? sql`` : sql`and ${status(sql)} = ${filter.status}`}
  ${filter.search === undefined || filter.search === '' ? sql`` : sql`and ${contains(sql, filter.search)}`}
  ${filter.content_type === undefined ? sql`` : sql`and qr_codes.content_type = ${filter.content_type}`}
  ${filter.is_dynamic === undefined ? sql`` : sql`and qr_codes.is_dynamic = ${filter.is_dynamic}`}
  ${filter.campaign === undefined ? sql`` : sql`and qr_codes.campaign_id = ${filter.campaign}`}
  ${hasTags(sql, 'qr_codes', filter.tags)}`

/** The expression of the index qr_codes_search. */
const contains = (sql: Sql, search: string) => sql`
  lower(coalesce(qr_codes.name, '') || chr(10) || qr_codes.content_text)
    like lower(${`%${search.replace(/[\\%_]/g, '\\$&')}%`}::text)`

/** Codes without a value come last in both directions; the id makes every order total. */
const orders = (sql: Sql, direction: ListQrCodesQuery['sortOrder']) => {
  const way = direction === 'asc' ? sql`asc` : sql`desc`
  return {
    created_at: sql`qr_codes.created_at ${way}, qr_codes.id ${way}`,
    name: sql`lower(qr_codes.name) ${way} nulls last, qr_codes.id ${way}`,
    scans: sql`coalesce(qr_counts.scans, 0) ${way}, qr_codes.id ${way}`,
    last_scanned_at: sql`qr_counts.last_scanned_at ${way} nulls last, qr_codes.id ${way}`,
    expires_at: sql`qr_codes.expires_at ${way} nulls last, qr_codes.id ${way}`,
  }
}

export async function selectQrCodes(
  sql: Sql,
  reach: Reach,
  query: QrCodeFilter & Pick<ListQrCodesQuery, 'sortBy' | 'sortOrder'>,
  { cursor, limit, offset }: PageFrom,
): Promise<(FoundQrCode & { position: string })[]> {
  return await sql<(FoundQrCode & { position: string })[]>`
    select ${qrCodeColumns(sql)},
      ${positionOf(sql, 'qr_codes')}
    from ${qrCodeSource(sql)}
    where ${matches(sql, reach, query)}
    ${cursor === undefined ? sql`` : sql`and ${isAfter(sql, 'qr_codes', query.sortOrder, cursor)}`}
    order by ${orders(sql, query.sortOrder)[query.sortBy]}
    limit ${limit}
    offset ${offset}`
}

/** The short URLs are joined only if a filter needs them. */
export async function countQrCodes(sql: Sql, reach: Reach, filter: QrCodeFilter): Promise<number> {
  const asksLinks = filter.status !== 'all' || reach.domain_ids !== null
  const links = asksLinks ? sql`left join links on links.id = qr_codes.link_id` : sql``
  return await countRows(sql, sql`qr_codes ${links} where ${matches(sql, reach, filter)}`)
}

/** The owner in a record; the account itself if it has no owner. */
export async function findOwner(sql: Sql, accountId: string): Promise<string> {
  const [owner] = await sql<{ user_id: string | null }[]>`select ${firstOwner(sql, sql`${accountId}::uuid`)} as user_id`
  return owner?.user_id ?? accountId
}
