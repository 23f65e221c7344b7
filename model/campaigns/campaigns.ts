import { z } from 'zod'
import type { Sql, Tx } from '#runtime/postgres.ts'
import { uuidv7 } from '#runtime/uuid.ts'
import type { CreateCampaignBody, ListCampaignsQuery } from '#schemas/campaigns.ts'
import { linksWithin, type Reach } from '../accounts/reach.ts'
import { hasTags } from '../links/has-tags.ts'
import { lockCodes } from '../qr-codes/read-qr-code.ts'
import { countRows, hasRows, idsOf, isAfter, type PageFrom, positionOf, theRow } from '../rows.ts'

/** Columns of a campaign that the owner sets. */
export interface CampaignSettings {
  name: string
  description: string | null
  start_date: Date | null
  end_date: Date | null
  tags: string[]
}

export interface CampaignRow extends CampaignSettings {
  id: string
  created_at: Date
  updated_at: Date
}

/** A campaign with the counts of its links within reach. */
export interface CountedCampaign extends CampaignRow {
  url_count: number
  total_clicks: number
}

const columns = (sql: Sql | Tx) => sql`id, name, description, start_date, end_date, tags, created_at, updated_at`

/** undefined if the account has a campaign with that name. */
export async function insertCampaign(
  tx: Sql | Tx,
  accountId: string,
  { name, description = null, start_date = null, end_date = null, tags = [] }: CreateCampaignBody,
): Promise<CampaignRow | undefined> {
  const [row] = await tx<CampaignRow[]>`
    insert into campaigns (id, account_id, name, description, start_date, end_date, tags)
    values (${uuidv7()}, ${accountId}, ${name}, ${description}, ${start_date}, ${end_date}, ${tags})
    on conflict (account_id, name) do nothing
    returning ${columns(tx)}`
  return row
}

/**
 * Locks a campaign, so that its changes wait for each other. `stays` is for a change that keeps the name and does not
 * delete the campaign: it does not block locked links that are being added, which could deadlock.
 */
export async function lockCampaign(
  tx: Tx,
  accountId: string,
  reference: string,
  change: 'any' | 'stays' = 'any',
): Promise<CampaignRow | undefined> {
  const [row] = await tx<CampaignRow[]>`
    select ${columns(tx)}
    from campaigns
    where ${isAddressed(tx, accountId, reference)}
    order by ${idFirst(tx, reference)}
    limit 1
    ${change === 'stays' ? tx`for no key update` : tx`for update`}`
  return row
}

export async function writeCampaign(tx: Tx, id: string, changes: Partial<CampaignSettings>): Promise<CampaignRow> {
  const rows = await tx<CampaignRow[]>`
    update campaigns
    set ${tx(changes)}, updated_at = now()
    where id = ${id}
    returning ${columns(tx)}`
  return theRow(rows, `campaign ${id} vanished under its lock`)
}

interface Released {
  links: string[]
  codes: string[]
  isEmpty: boolean
}

/** Takes up to `most` links and as many QR codes out of a locked campaign. Returns their ids, and whether it has no others. */
export async function releaseMembers(tx: Tx, id: string, most: number): Promise<Released> {
  // Several links are always locked in this order.
  const found = await idsOf(tx`select id from links where campaign_id = ${id} order by id limit ${most} for update`)
  const links = await idsOf(tx`
    with released as (
      update links
      set campaign_id = null, updated_at = now()
      where id = any(${found}::uuid[]) and campaign_id = ${id}
      returning id, domain_id, code, rev
    ), debts as (
      insert into outbox (target, domain_id, code, rev)
      select 'facts', domain_id, code, rev from released
    )
    select id from released`)
  const codes = await lockCodes(
    tx,
    tx`campaign_id = ${id} and id in (select id from qr_codes where campaign_id = ${id} order by id limit ${most})`,
  )
  await tx`
    update qr_codes
    set campaign_id = null, updated_at = now()
    where id = any(${codes}::uuid[])`
  const hasOthers =
    (await hasRows(tx, tx`links where campaign_id = ${id}`)) ||
    (await hasRows(tx, tx`qr_codes where campaign_id = ${id}`))
  return { links, codes, isEmpty: !hasOthers }
}

/** Deletes a locked campaign. */
export async function removeCampaign(tx: Tx, id: string): Promise<void> {
  await tx`delete from campaigns where id = ${id}`
}

export async function selectCampaign(
  sql: Sql | Tx,
  reach: Reach,
  reference: string,
): Promise<CountedCampaign | undefined> {
  const [row] = await sql<CountedCampaign[]>`
    select campaign.*, counts.*
    from (
      select ${columns(sql)}
      from campaigns
      where ${isAddressed(sql, reach.account_id, reference)}
      order by ${idFirst(sql, reference)}
      limit 1
    ) as campaign, ${countsOfCampaign(sql, reach)}`
  return row
}

export type CampaignFilter = Pick<ListCampaignsQuery, 'search' | 'tags' | 'status'>

/** Newest first. */
export async function selectCampaigns(
  sql: Sql,
  reach: Reach,
  filter: CampaignFilter,
  { cursor, limit, offset }: PageFrom,
): Promise<(CountedCampaign & { position: string })[]> {
  return await sql<(CountedCampaign & { position: string })[]>`
    select campaign.*, counts.*
    from (
      select ${columns(sql)}, ${positionOf(sql, 'campaigns')}
      from campaigns
      where ${matches(sql, reach.account_id, filter)}
      ${cursor === undefined ? sql`` : sql`and ${isAfter(sql, 'campaigns', 'desc', cursor)}`}
      order by created_at desc, id desc
      limit ${limit}
      offset ${offset}
    ) as campaign, ${countsOfCampaign(sql, reach)}
    order by created_at desc, id desc`
}

export const countCampaigns = (sql: Sql, accountId: string, filter: CampaignFilter): Promise<number> =>
  countRows(sql, sql`campaigns where ${matches(sql, accountId, filter)}`)

/** The id of the account's campaign with that UUID or name. */
export async function findCampaignId(sql: Sql | Tx, accountId: string, reference: string): Promise<string | undefined> {
  const [row] = await sql<{ id: string }[]>`
    select id
    from campaigns
    where ${isAddressed(sql, accountId, reference)}
    order by ${idFirst(sql, reference)}
    limit 1`
  return row?.id
}

export async function selectCampaignNames(
  sql: Sql,
  accountId: string,
  ids: readonly string[],
): Promise<Pick<CampaignRow, 'id' | 'name'>[]> {
  if (ids.length === 0) return []
  return await sql<Pick<CampaignRow, 'id' | 'name'>[]>`
    select id, name
    from campaigns
    where account_id = ${accountId} and id = any(${[...ids]}::uuid[])`
}

const asId = (reference: string) => (z.guid().safeParse(reference).success ? reference : null)

/** Postgres does not accept U+0000, and no name contains it. */
const asName = (reference: string) => (reference.includes('\u0000') ? null : reference)

const isAddressed = (sql: Sql | Tx, accountId: string, reference: string) => sql`
  account_id = ${accountId} and (id = ${asId(reference)}::uuid or name = ${asName(reference)}::text)`

/** A campaign with that id wins over one with that name. */
const idFirst = (sql: Sql | Tx, reference: string) => sql`(id = ${asId(reference)}::uuid) is true desc`

const countsOfCampaign = (sql: Sql | Tx, reach: Reach) => sql`
  lateral (
    select count(*) filter (where links.trashed_at is null) as url_count, coalesce(sum(link_counts.clicks), 0)::bigint as total_clicks
    from links
    left join link_counts on link_counts.link_id = links.id
    where links.campaign_id = campaign.id and ${linksWithin(sql, reach)}
  ) as counts`

const matches = (sql: Sql, accountId: string, { search = '', tags, status }: CampaignFilter) => sql`
  account_id = ${accountId}
  ${search === '' ? sql`` : sql`and ${contains(sql, search)}`}
  ${hasTags(sql, 'campaigns', tags)}
  ${status === 'upcoming' ? sql`and start_date > now()` : sql``}
  ${status === 'ended' ? sql`and end_date <= now()` : sql``}
  ${status === 'active' ? sql`and (start_date <= now()) is not false and (end_date > now()) is not false` : sql``}`

const contains = (sql: Sql, search: string) => sql`
  (position(lower(${search}::text) in lower(name)) > 0
  or position(lower(${search}::text) in lower(description)) > 0)`
