import type { Tx } from '#runtime/postgres.ts'
import type { Change } from '../publish/apply-change.ts'
import { theRow } from '../rows.ts'
import { announce } from '../webhooks/announce.ts'
import { describeLink, type Site } from './describe-link.ts'
import { bindable, type LinkRow, type LinkSettings, linkColumns } from './link-row.ts'
import type { LockedLink } from './locked-link.ts'
import { endedCounters } from './visit-counters.ts'

export type LinkColumns = Partial<
  LinkSettings &
    Pick<
      LinkRow,
      'code' | 'is_custom_alias' | 'winner_variant_id' | 'trashed_at' | 'quarantined_at' | 'quarantine_reason'
    > &
    Pick<LinkRow, 'limited_since' | 'limit_used' | 'rules_secret' | 'numbered_since'>
>

/** Writes columns of a locked link, if any, announces the change, and queues it for the other stores. */
export async function writeLink(
  tx: Tx,
  link: LockedLink & { account_id: string },
  columns: LinkColumns,
  site: Site,
): Promise<{ link: LockedLink & { stored: null }; debts: Change[] }> {
  // A new destination ends the redirect to a test's winner. The same one does not: clients send whole records back.
  const isMoved = columns.url !== undefined && columns.url !== link.url
  const set = { ...bindable(tx, columns), ...(isMoved && { winner_variant_id: null }), rev: link.rev }
  const rows = await tx<LinkRow[]>`
    update links
    set ${tx(set)}, updated_at = now()
    where id = ${link.id}
    returning ${linkColumns(tx)}`
  const row = theRow(rows, `link ${link.id} vanished under its lock`)
  // What a check found concerns the earlier destination.
  const written = { ...link, ...row, stored: null, ...(isMoved && { destination_health: null }) }
  await announce(tx, link.account_id, 'url.updated', describeLink(written, site, Date.now()))
  const debts = await owe(tx, link, row.code)
  const ended_counters = endedCounters(link, row)
  return { link: written, debts: debts.map((debt) => ({ ...debt, ended_counters })) }
}

/** Makes redirectors reload a locked link after a change outside of its columns. */
export async function touchLink(
  tx: Tx,
  link: LockedLink,
  columns: Pick<LinkColumns, 'winner_variant_id'> = {},
): Promise<Change[]> {
  await tx`
    update links
    set ${tx({ ...columns, rev: link.rev })}
    where id = ${link.id}`
  return await owe(tx, link, link.code)
}

/** Redis needs both codes of a rename. The click store has no codes: it only needs the new state. */
async function owe(tx: Tx, { code: before, domain, rev }: LockedLink, after: string): Promise<Change[]> {
  const debt = { domain_id: domain.id, rev }
  const debts = [
    ...[...new Set([before, after])].map((code) => ({ target: 'redis', ...debt, code })),
    { target: 'facts', ...debt, code: after },
  ]
  const owed = await tx<(Change & { target: string })[]>`
    insert into outbox ${tx(debts)}
    returning target, id as outbox_id, domain_id, code, rev`
  return owed.filter(({ target }) => target === 'redis')
}
