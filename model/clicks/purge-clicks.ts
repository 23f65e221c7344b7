import { z } from 'zod'
import { ch, type Fragment, uuids } from '#runtime/ch-tag.ts'
import type { ClickHouse } from '#runtime/clickhouse.ts'
import { copiesOf, rowsOf } from '#runtime/cluster-tables.ts'
import type { Part, Sql, Tx } from '#runtime/postgres.ts'
import { lastNight } from '../installation/nightly-tasks.ts'
import { countRows, idsOf } from '../rows.ts'
import { attemptLimitMs } from './batches/limits.ts'
import { reopenDeleted } from './rollups/reopen-days.ts'

/** Links in one mutation. A mutation rewrites whole parts of the table, for one link or many. */
const mostLinks = 5_000
/** An account with more deleted links than this is purged at any time, because every report has to list them. */
const mostAtNight = 1_000
/** Allows for a deletion that commits late, and an insert that the server finishes after its worker has given up. */
const marginMs = 30_000

/** Deleted links that reports leave out. */
export const mostLeftOut = 5_000

interface PurgedLink {
  link_id: string
  account_id: string
}

interface DeletedLink extends PurgedLink {
  /** No attempt that started before the deletion can still write. */
  is_settled: boolean
}

interface Stores {
  /** Not the transaction of the purge. */
  sql: Sql
  clickhouse: ClickHouse
}

/**
 * Deletes the clicks and facts of deleted links at night, when none of their clicks can still arrive. Those that cannot wait
 * are deleted immediately, and again when none can still arrive. `purges` is 1 after the first time, and 2 after the last; 3:
 * all clicks are gone.
 */
export async function purgeClicks(
  tx: Tx,
  { sql, clickhouse }: Stores,
  when: 'at night' | 'now' = 'at night',
): Promise<void> {
  await confirmPurges(tx, clickhouse)
  const links = await findDue(tx, when)
  if (links.length === 0) return
  await expectAllCopies(clickhouse)
  // A cluster may carry out a deletion for almost an hour.
  await tx`set local idle_in_transaction_session_timeout = 0`
  const isDeleted = among(links)
  // Committed first: a deletion that the click store has accepted takes effect even if this transaction fails, and the next
  // purge then finds no clicks whose days it could reopen.
  await reopenDeleted(sql, clickhouse, isDeleted)
  await clickhouse.longCommand(ch`alter table ${rowsOf(clickhouse, 'clicks')} delete where ${isDeleted}`)
  await clickhouse.longCommand(ch`alter table ${rowsOf(clickhouse, 'link_facts')} delete where ${isDeleted}`)
  const settled = links.filter(({ is_settled }) => is_settled).map(({ link_id }) => link_id)
  const others = links.filter(({ is_settled }) => !is_settled).map(({ link_id }) => link_id)
  await tx`update deleted_links set purges = 1 where link_id = any(${others}::uuid[])`
  await tx`update deleted_links set purges = 2 where link_id = any(${settled}::uuid[])`
  // A batch that was committed during the deletion has counted the link again, and the scans of its QR code.
  await tx`delete from link_counts where link_id = any(${settled}::uuid[])`
  if (settled.length > 0) await deleteOrphanCounts(tx, new Set(links.map(({ account_id }) => account_id)))
}

/** Only scans of a short URL are counted, so a code without one has none. */
async function deleteOrphanCounts(tx: Tx, accounts: ReadonlySet<string>): Promise<void> {
  await tx`
    delete from qr_counts
    using qr_codes
    where qr_codes.id = qr_counts.qr_code_id and qr_codes.link_id is null
      and qr_codes.account_id = any(${[...accounts]}::uuid[])`
}

/** Deletions in the click store take effect later: seconds on a small table, minutes on a large one. */
async function confirmPurges(tx: Tx, clickhouse: ClickHouse): Promise<void> {
  const links = await tx<PurgedLink[]>`
    select link_id, account_id
    from deleted_links
    where purges = 2
    order by deleted_at
    limit ${mostLinks}`
  if (links.length === 0) return
  const remaining = await clickhouse.query(
    ch`select distinct link_id from ${copiesOf(clickhouse, 'clicks')} where ${among(links)}`,
    remainingRow,
  )
  const left = new Set(remaining.map(({ link_id }) => link_id))
  const gone = links.map(({ link_id }) => link_id).filter((id) => !left.has(id))
  await tx`update deleted_links set purges = 3 where link_id = any(${gone}::uuid[])`
}

const remainingRow = z.object({ link_id: z.guid() })

/** Deleted links of an account whose clicks may still be stored, the latest first. */
export const findUnpurged = (sql: Sql | Tx, accountId: string): Promise<string[]> =>
  idsOf(sql`
    select link_id as id
    from deleted_links
    where account_id = ${accountId} and purges < 3
    order by deleted_at desc
    limit ${mostLeftOut}`)

/** Deleted links whose clicks may still be stored. */
export const countUnpurged = (sql: Sql): Promise<number> => countRows(sql, sql`deleted_links where purges < 3`)

/** Whether a purge at night has something to do. */
export const purgesAreDue = (sql: Sql): Part =>
  sql`(exists (select from deleted_links where purges = 2) or exists (select ${dueLinks(sql, 'at night')}))`

const findDue = (tx: Tx, when: 'at night' | 'now'): Promise<DeletedLink[]> =>
  tx<DeletedLink[]>`
    select link_id, account_id, is_settled ${dueLinks(tx, when)}
    order by deleted_at
    limit ${mostLinks}`

function dueLinks(tx: Sql | Tx, when: 'at night' | 'now'): Part {
  const settledSeconds = (attemptLimitMs + marginMs) / 1000
  const crowded = tx`
    account_id in (
      select account_id
      from deleted_links
      where purges < 3
      group by account_id
      having count(*) > ${mostAtNight})`
  return tx`
    from deleted_links,
      lateral (select deleted_at < now() - make_interval(secs => ${settledSeconds}) as is_settled) as state
    where purges < 2 and (purges = 0 or is_settled)
    ${when === 'now' ? tx`` : tx`and ((is_settled and deleted_at < ${lastNight(tx)}) or ${crowded})`}`
}

/** Fails if a server of a cluster is away. A deletion would wait for it, be given up, and be sent again. */
async function expectAllCopies(clickhouse: ClickHouse): Promise<void> {
  if (clickhouse.cluster === undefined) return
  await clickhouse.query(
    ch`select toUInt32(count() > 0) as ok from ${copiesOf(clickhouse, 'clicks')}`,
    z.object({ ok: z.int() }),
  )
}

/** Two lists: a condition for each account took minutes for a thousand of them. The ids of links are unique. */
function among(links: readonly PurgedLink[]): Fragment {
  const accounts = [...new Set(links.map(({ account_id }) => account_id))]
  return ch`account_id in ${uuids(accounts)} and link_id in ${uuids(links.map(({ link_id }) => link_id))}`
}
