import { z } from 'zod'
import { ch, type Fragment, instant, int, uuid, uuids } from '#runtime/ch-tag.ts'
import type { ClickHouse } from '#runtime/clickhouse.ts'
import { latest } from '#runtime/cluster-settings.ts'
import { batchOf, type ClickRow } from '#schemas/clicks.ts'

const storedRow = z.object({ click_id: z.guid() })
/** With more accounts than this, the list costs more than it saves. */
const mostAccounts = 200
/** Clicks of an archive that are looked up at once. */
const mostIds = 2_000

interface Looking {
  /** The batch that stores them. */
  batch_id: string
  signal: AbortSignal
  /** 0: in all shards. */
  shard?: number
}

/**
 * Ids of these clicks that are in ClickHouse. Clicks of an archive have the ids of other batches, and are looked up with their
 * links: the account may still have them as clicks of a deleted link, which a purge is about to delete.
 */
export async function findStored(
  clickhouse: ClickHouse,
  rows: readonly ClickRow[],
  { batch_id, signal, shard = 0 }: Looking,
): Promise<Set<string>> {
  const stored = new Set<string>()
  for (const statement of statementsFor(rows, batch_id, shard)) {
    const found = await clickhouse.query(statement, storedRow, { signal, settings: latest })
    for (const { click_id } of found) stored.add(click_id)
  }
  return stored
}

function statementsFor(rows: readonly ClickRow[], batchId: string, shard: number): Fragment[] {
  if (rows.length === 0) return []
  if (rows.every(({ click_id }) => batchOf(click_id) === batchId))
    return [selectStored(ch`batch_id = ${uuid(batchId)}`, rows, shard)]
  return Array.from({ length: Math.ceil(rows.length / mostIds) }, (_, place) => {
    const some = rows.slice(place * mostIds, (place + 1) * mostIds)
    const links = [...new Set(some.map(({ link_id }) => link_id))]
    const isOne = ch`click_id in (${uuids(some.map(({ click_id }) => click_id))})`
    return selectStored(ch`link_id in (${uuids(links)}) and ${isOne}`, some, shard)
  })
}

function selectStored(isOneOfThem: Fragment, rows: readonly ClickRow[], shard: number): Fragment {
  const accounts = [...new Set(rows.map((row) => row.account_id))]
  let [from, to] = [Number.POSITIVE_INFINITY, 0]
  for (const { clicked_at } of rows) {
    from = Math.min(from, clicked_at)
    to = Math.max(to, clicked_at)
  }
  const ofAccounts = accounts.length <= mostAccounts ? ch`and account_id in (${uuids(accounts)})` : ch``
  return ch`
    select click_id
    from clicks
    where ${isOneOfThem}
      and clicked_at between ${instant(from)} and ${instant(to)}
      ${ofAccounts}
      ${shard === 0 ? ch`` : ch`and _shard_num = ${int(shard)}`}`
}
