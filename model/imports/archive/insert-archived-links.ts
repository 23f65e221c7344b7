import type { Tx } from '#runtime/postgres.ts'
import { listOf } from '../../backup/back-up-postgres.ts'
import { shortUrlOf } from '../../links/describe-link.ts'
import { readRules } from '../../links/link-rules.ts'
import { readSchedules } from '../../links/link-schedules.ts'
import { takeSharedRev } from '../../publish/take-rev.ts'
import { secretOf } from '../record-links.ts'
import type { ArchiveRun } from './archive-run.ts'
import type { PlacedLink } from './place-links.ts'

/** A row of `links`, with its counts. */
type NewRow = Awaited<ReturnType<typeof newRowOf>>

/** Rows for links, before the transaction that inserts them. */
export async function newRowOf({ stores, run }: ArchiveRun, { row, id, domain, code }: PlacedLink) {
  const { shows_content, clicks, last_clicked_at, targeting_rules: given, schedules: later, ...columns } = row
  const rules = { targeting_rules: readRules(given), schedules: readSchedules(later) }
  const rules_secret = await secretOf({ sql: stores.sql, config: stores.config }, rules)
  return {
    columns: {
      ...columns,
      ...{ id, account_id: run.account_id, domain_id: domain.id, code },
      ...rules,
      rules_secret: rules_secret ?? null,
      is_custom_alias: row.is_custom_alias || code !== row.code,
      url: shows_content ? shortUrlOf(stores.config, domain, code) : row.url,
    },
    counts: { link_id: id, clicks, last_clicked_at },
  }
}

/**
 * Inserts links with their counters, without events. Those whose slug or id is taken are left out. Returns the ids of the
 * others. Redirectors get them from the relay; until then, they read them from Postgres.
 */
export async function insertArchivedLinks(tx: Tx, rows: readonly NewRow[]): Promise<Set<string>> {
  const [first] = rows
  if (first === undefined) return new Set()
  const columns = rows.map((row) => row.columns)
  const rev = await takeSharedRev(tx, columns)
  const names = listOf(tx, Object.keys(first.columns))
  const inserted = await tx<{ id: string }[]>`
    with link as (
      insert into links (${names}, rev, limited_since, numbered_since)
      select ${names}, ${rev}::bigint, case when given.max_clicks is not null then ${rev}::bigint end,
        case when jsonb_path_exists(given.targeting_rules, '$[*].conditions[*] ? (@.type == "click_number")')
          or jsonb_path_exists(
            given.schedules, '$[*].changes.targeting_rules[*].conditions[*] ? (@.type == "click_number")')
          then ${rev}::bigint end
      from jsonb_populate_recordset(null::links, ${tx.json(columns)}) as given
      on conflict do nothing
      returning id, account_id, domain_id, code, rev
    ), counts as (
      insert into link_counts (link_id, account_id, clicks, last_clicked_at)
      select link.id, link.account_id, counted.clicks, counted.last_clicked_at
      from link
      join jsonb_to_recordset(${tx.json(rows.map(({ counts }) => counts))})
        as counted (link_id uuid, clicks bigint, last_clicked_at timestamptz) on counted.link_id = link.id
      on conflict (link_id) do update
      set account_id = excluded.account_id, clicks = excluded.clicks, last_clicked_at = excluded.last_clicked_at
    ), debts as (
      insert into outbox (target, domain_id, code, rev)
      select target, domain_id, code, rev
      from link
      cross join unnest('{redis,facts}'::text[]) as target
    )
    select id from link`
  return new Set(inserted.map(({ id }) => id))
}
