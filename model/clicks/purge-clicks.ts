import { ch, join, uuid, uuids } from '#runtime/ch-tag.ts'
import type { ClickHouse } from '#runtime/clickhouse.ts'
import type { Tx } from '#runtime/postgres.ts'
import { attemptLimitMs } from './batches/limits.ts'

/** Links in one mutation. A mutation reads every part of the table, for one link or many. */
const mostLinks = 1_000
/** Allows for a deletion that commits late, and an insert that the server finishes after its worker has given up. */
const marginMs = 30_000
/** After every attempt that missed the deletion has ended, each run deletes again, so that its clicks are gone within a minute. */
const triesOverMs = attemptLimitMs + 2_000

interface DeletedLink {
  link_id: string
  account_id: string
  /** No attempt that started before the deletion can still write. */
  is_settled: boolean
}

/**
 * Deletes the clicks and facts of deleted links: immediately, again after the attempts that missed the deletion, and a last
 * time when none of their clicks can still arrive.
 */
export async function purgeClicks(tx: Tx, clickhouse: ClickHouse): Promise<void> {
  const links = await findDue(tx)
  if (links.length === 0) return
  const isDeleted = join(conditions(links), ch` or `)
  await clickhouse.command(ch`alter table clicks delete where ${isDeleted}`)
  await clickhouse.command(ch`alter table link_facts delete where ${isDeleted}`)
  const settled = links.filter(({ is_settled }) => is_settled).map(({ link_id }) => link_id)
  const others = links.filter(({ is_settled }) => !is_settled).map(({ link_id }) => link_id)
  await tx`update deleted_links set purges = 1 where link_id = any(${others}::uuid[])`
  await tx`update deleted_links set purges = 2 where link_id = any(${settled}::uuid[])`
  // A batch that was committed during the deletion has counted the link again.
  await tx`delete from link_counts where link_id = any(${settled}::uuid[])`
}

async function findDue(tx: Tx): Promise<DeletedLink[]> {
  const settledSeconds = (attemptLimitMs + marginMs) / 1000
  return tx<DeletedLink[]>`
    select link_id, account_id, is_settled
    from deleted_links,
      lateral (select deleted_at < now() - make_interval(secs => ${settledSeconds}) as is_settled) as state
    where purges < 2 and (purges = 0 or deleted_at < now() - make_interval(secs => ${triesOverMs / 1000}))
    order by deleted_at
    limit ${mostLinks}`
}

function conditions(links: readonly DeletedLink[]) {
  const byAccount = new Map<string, string[]>()
  for (const { account_id, link_id } of links) {
    const ids = byAccount.get(account_id)
    if (ids === undefined) byAccount.set(account_id, [link_id])
    else ids.push(link_id)
  }
  return [...byAccount].map(([account, ids]) => ch`(account_id = ${uuid(account)} and link_id in (${uuids(ids)}))`)
}
