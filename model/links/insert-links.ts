import { asksFor } from '#core/rules/record-rules.ts'
import type { Tx } from '#runtime/postgres.ts'
import { revOf } from '../publish/take-rev.ts'
import { listening } from '../webhooks/listeners.ts'
import { type LinkRow, linkColumns } from './link-row.ts'
import { allRulesOf } from './link-rules.ts'
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
  const found = await tx<[Found & { is_heard: boolean }]>`
    with heard as materialized (
      select exists (${listening(tx, [account_id], ['url.created'])}) as is_heard
    ), turn as materialized (
      select ${turn} as rev
    ), link as (
      insert into links (${names}, rev, limited_since, numbered_since)
      select ${names}, turn.rev, case when given.max_clicks is not null then turn.rev end,
        case when jsonb_path_exists(given.targeting_rules, '$[*].conditions[*] ? (@.type == "click_number")')
          or jsonb_path_exists(
            given.schedules, '$[*].changes.targeting_rules[*].conditions[*] ? (@.type == "click_number")') then turn.rev end
      from turn, jsonb_populate_recordset(null::links, ${tx.json(links)}) as given
      on conflict (domain_id, code) do nothing
      returning ${linkColumns(tx)}
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
    select first.*, made.ids, made.outbox_ids, is_heard
    from heard
    left join (
      select array_agg(link.id) as ids, array_agg(debt.id) as outbox_ids
      from link
      join debt using (domain_id, code)
    ) as made on true
    left join lateral (select * from link limit 1) as first on true`
  const [{ is_heard: isHeard, ...made }] = found
  return { rows: made.ids === null ? [] : complete(links, made), isHeard }
}

/** The row of one of the links, and ids of all that were inserted. */
type Found = { ids: null } | FoundLinks
type FoundLinks = Omit<CreatedRow, 'outbox_id'> & { ids: string[]; outbox_ids: number[] }

/** Rows of links that were inserted together differ in what was given. Reading each takes longer than inserting it. */
function complete(links: readonly LinkColumns[], { ids, outbox_ids, ...first }: FoundLinks): CreatedRow[] {
  const outboxIds = new Map(ids.map((id, index) => [id, outbox_ids[index]]))
  return links.flatMap((given) => {
    const outbox_id = outboxIds.get(given.id)
    if (outbox_id === undefined) return []
    const limited_since = (given.max_clicks ?? null) === null ? null : first.rev
    const numbered_since = asksFor(allRulesOf(given), 'click_number') ? first.rev : null
    return [{ ...first, ...given, limited_since, numbered_since, outbox_id }]
  })
}
