import type { Sql, Tx } from '#runtime/postgres.ts'
import { revOf } from '../publish/take-rev.ts'
import { listening } from '../webhooks/listeners.ts'
import type { LinkRow } from './link-row.ts'
import type { LinkColumns } from './new-link.ts'

export type CreatedRow = LinkRow & { account_id: string; domain_id: string; rev: number; outbox_id: number }

interface Options {
  /** Taken by the transaction. Without it, the statement takes one. */
  rev?: number
  /** Inserts nothing if a webhook must be told, which needs a transaction. */
  unlessHeard?: boolean
}

interface Inserted {
  /** Without those whose code is taken. */
  rows: CreatedRow[]
  /** Whether webhooks of the account are told about new links, subject to their filters. */
  isHeard: boolean
}

/** Inserts links of one account with the same columns, their counters, and what Redis and the click store are owed. */
export async function insertLinks(
  sql: Sql | Tx,
  links: readonly [LinkColumns, ...LinkColumns[]],
  { rev, unlessHeard = false }: Options = {},
): Promise<Inserted> {
  const [{ account_id }] = links
  const names = Object.keys(links[0]).map((name, index) => (index === 0 ? sql`${sql(name)}` : sql`, ${sql(name)}`))
  const turn = rev === undefined ? revOf(sql, links) : sql`${rev}::bigint`
  const found = await sql<((CreatedRow | { id: null }) & { is_heard: boolean })[]>`
    with heard as materialized (
      select exists (${listening(sql, [account_id], ['url.created'])}) as is_heard
    ), turn as materialized (
      select ${turn} as rev
    ), link as (
      insert into links (${names}, rev, limited_since)
      select ${names}, turn.rev, case when given.max_clicks is not null then turn.rev end
      from turn, jsonb_populate_recordset(null::links, ${sql.json(links)}) as given
      ${unlessHeard ? sql`where not (select is_heard from heard)` : sql``}
      on conflict (domain_id, code) do nothing
      returning *
    ), counts as (
      insert into link_counts (link_id, account_id)
      select id, account_id from link
    ), debt as (
      insert into outbox (target, domain_id, code, rev)
      select 'redis', domain_id, code, rev from link
      returning id, domain_id, code
    ), facts as (
      insert into outbox (target, domain_id, code, rev)
      select 'facts', domain_id, code, rev from link
    )
    select link.*, debt.id as outbox_id, is_heard
    from heard
    left join (link join debt using (domain_id, code)) on true`
  return { rows: found.filter((row) => row.id !== null), isHeard: found[0]?.is_heard === true }
}
