import type { Tx } from '#runtime/postgres.ts'
import { revOf } from '../publish/take-rev.ts'
import { listening } from '../webhooks/listeners.ts'
import type { LinkRow } from './link-row.ts'
import type { LinkColumns } from './new-link.ts'

export type CreatedRow = LinkRow & { account_id: string; domain_id: string; rev: number; outbox_id: number }

interface Inserted {
  /** Without those whose code is taken. */
  rows: CreatedRow[]
  /** Whether webhooks of the account are told about new links, subject to their filters. */
  isHeard: boolean
}

/**
 * Inserts links of one account with the same columns, their counters, and what Redis and the click store are owed. Without
 * a rev, the statement takes one.
 */
export async function insertLinks(
  tx: Tx,
  links: readonly [LinkColumns, ...LinkColumns[]],
  rev?: number,
): Promise<Inserted> {
  const [{ account_id }] = links
  const names = Object.keys(links[0]).map((name, index) => (index === 0 ? tx`${tx(name)}` : tx`, ${tx(name)}`))
  const turn = rev === undefined ? revOf(tx, links) : tx`${rev}::bigint`
  const found = await tx<((CreatedRow | { id: null }) & { is_heard: boolean })[]>`
    with heard as materialized (
      select exists (${listening(tx, [account_id], ['url.created'])}) as is_heard
    ), turn as materialized (
      select ${turn} as rev
    ), link as (
      insert into links (${names}, rev, limited_since)
      select ${names}, turn.rev, case when given.max_clicks is not null then turn.rev end
      from turn, jsonb_populate_recordset(null::links, ${tx.json(links)}) as given
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
