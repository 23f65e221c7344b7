import { batchTime } from '#core/clicks/batch-time.ts'
import type { Sql } from '#runtime/postgres.ts'
import { uuidv7 } from '#runtime/uuid.ts'
import { hasRows, idsOf } from '../../rows.ts'
import { ledgerDays } from './limits.ts'
import { oneServer, type ShardOf } from './shards.ts'

interface Claimed {
  attempt: number
  /** The group of the first attempt, if it was in one. */
  group_id: string | null
  /** Where every attempt inserts and counts; 0 without shards. */
  shard: number
  deletedLinks: Set<string>
}
export type Claim = { kind: 'stored' } | ({ kind: 'mine' } & Claimed)

interface Batch {
  batch_id: string
  rows: number
}

export interface Group {
  group_id: string
  shard: number
  members: Set<string>
  deletedLinks: Set<string>
}

/**
 * Records this attempt in the ledger. Its clicks must reach ClickHouse within attemptLimitMs or not at all. The shard is that
 * of the first attempt, even if the cluster has more shards now.
 */
export async function claimBatch(
  sql: Sql,
  batch: Batch,
  linkIds: Iterable<string>,
  shardOf: ShardOf = oneServer,
): Promise<Claim> {
  const [claimed] = await sql<ClaimedRow[]>`
    insert into click_batches (batch_id, rows, shard)
    values (${batch.batch_id}, ${batch.rows}, ${shardOf(batch.batch_id)})
    on conflict (batch_id) do update
    set attempts = click_batches.attempts + 1,
      shard = case when click_batches.shard = 0 then excluded.shard else click_batches.shard end
    returning attempts, stored_at, group_id, shard`
  if (claimed === undefined || claimed.stored_at !== null) return { kind: 'stored' }
  const { attempts: attempt, group_id, shard } = claimed
  const find = isOlderThanLedger(batch.batch_id) ? findGone : findDeleted
  return { kind: 'mine', attempt, group_id, shard, deletedLinks: await find(sql, linkIds) }
}

type ClaimedRow = Pick<Claimed, 'group_id' | 'shard'> & { attempts: number; stored_at: Date | null }

/**
 * Records the first attempt of batches that share one insert, before the insert. Batches that have been tried before are left
 * out. The other rules are those of a single batch.
 */
export async function claimGroup(
  sql: Sql,
  batches: readonly Batch[],
  linkIds: Iterable<string>,
  shardOf: ShardOf = oneServer,
): Promise<Group> {
  const group_id = uuidv7()
  const shard = shardOf(group_id)
  const claimed = await sql<{ batch_id: string }[]>`
    insert into click_batches (batch_id, rows, group_id, shard)
    select batch_id, rows, ${group_id}::uuid, ${shard}
    from unnest(${batches.map(({ batch_id }) => batch_id)}::uuid[], ${batches.map(({ rows }) => rows)}::integer[])
      as waiting (batch_id, rows)
    order by batch_id
    on conflict (batch_id) do nothing
    returning batch_id`
  const members = new Set(claimed.map(({ batch_id }) => batch_id))
  return { group_id, shard, members, deletedLinks: await findDeleted(sql, linkIds) }
}

/** Read after the claim: a deletion that this misses sees the claim and purges again after the attempt. */
async function findDeleted(sql: Sql, linkIds: Iterable<string>): Promise<Set<string>> {
  const deleted = await sql<{ link_id: string }[]>`
    select link_id
    from deleted_links
    where link_id = any(${[...new Set(linkIds)]}::uuid[])`
  return new Set(deleted.map(({ link_id }) => link_id))
}

/** The same for a batch that may be older than the rows in deleted_links: links that do not exist have been deleted. */
async function findGone(sql: Sql, linkIds: Iterable<string>): Promise<Set<string>> {
  const ids = [...new Set(linkIds)]
  const kept = new Set(await idsOf(sql`select id from links where id = any(${ids}::uuid[])`))
  const deleted = await findDeleted(sql, ids)
  return new Set(ids.filter((id) => !kept.has(id) || deleted.has(id)))
}

/** Whether the rows of a batch and of deleted links in it may have been removed from the ledger and from deleted_links. */
export const isOlderThanLedger = (batchId: string): boolean =>
  Date.now() - batchTime(batchId) >= ledgerDays * 86_400_000

/** Whether the batch is in the ledger. */
export const isInLedger = (sql: Sql, batchId: string): Promise<boolean> =>
  hasRows(sql, sql`click_batches where batch_id = ${batchId}`)
