import { commitWith, type Sql, type Tx } from '#runtime/postgres.ts'
import type { ClickRow } from '#schemas/clicks.ts'
import type { Site } from '../../links/describe-link.ts'
import { tellOfClicks } from '../../webhooks/tell-of-clicks.ts'
import { addCounts, countBy, stageCounts } from './count-clicks.ts'

interface Stores {
  sql: Sql
  site: Site
}

/**
 * Marks a batch as stored, counts its clicks, and announces them, in one transaction and only once. False if another attempt
 * has done it.
 */
export const commitBatch = ({ sql, site }: Stores, batchId: string, rows: readonly ClickRow[]): Promise<boolean> =>
  sql.begin(async (tx) => {
    if (!(await markStored(tx, batchId))) return false
    await countAndCommit(tx, site, rows)
    return true
  })

/** The same for all batches of a group. Throws if another attempt has claimed one of them. */
export const commitGroup = ({ sql, site }: Stores, group: GroupMembers, rows: readonly ClickRow[]): Promise<void> =>
  sql.begin(async (tx) => {
    await markGroup(tx, group)
    await countAndCommit(tx, site, rows)
  })

/**
 * Counting comes last and together with the commit, so that batches with the same busy link wait for each other only as long
 * as Postgres counts, however far away it is.
 */
async function countAndCommit(tx: Tx, site: Site, rows: readonly ClickRow[]): Promise<void> {
  if (rows.length > 0) await tellOfClicks(tx, site, rows)
  const counts = { links: countBy('link_id', rows), codes: countBy('qr_code_id', rows) }
  await stageCounts(tx, counts)
  await commitWith(tx, addCounts(tx, counts))
}

interface GroupMembers {
  group_id: string
  members: ReadonlySet<string>
}

/**
 * Another attempt at a member uses the token of the group (store-again.ts), so the insert of the group may have stored
 * nothing although ClickHouse reported success. Such an attempt is recorded before it inserts.
 */
async function markGroup(tx: Tx, { group_id, members }: GroupMembers): Promise<void> {
  const { count } = await tx`
    update click_batches
    set stored_at = now()
    where batch_id = any(${[...members]}::uuid[]) and attempts = 1 and stored_at is null`
  if (count < members.size) throw new Error(`a batch of the group ${group_id} was claimed by another attempt`)
}

/** False if it is already marked. */
export async function markStored(tx: Tx, batchId: string): Promise<boolean> {
  const { count } = await tx`
    update click_batches
    set stored_at = now()
    where batch_id = ${batchId} and stored_at is null`
  return count > 0
}
