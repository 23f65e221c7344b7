import { z } from 'zod'
import { ch, type Fragment, instant, int, uuid, uuids } from '#runtime/ch-tag.ts'
import type { ClickHouse } from '#runtime/clickhouse.ts'
import { latest } from '#runtime/cluster-settings.ts'
import { batchOf, type ClickRow } from '#schemas/clicks.ts'

const storedRow = z.object({ click_id: z.uuid() })
/** With more accounts than this, the list costs more than it saves. */
const mostAccounts = 200

interface Looking {
  signal: AbortSignal
  /** 0: in all shards. */
  shard?: number
}

/** Ids of the clicks of a batch that are in ClickHouse. The rows tell where in the table to look. */
export async function findStored(
  clickhouse: ClickHouse,
  rows: readonly ClickRow[],
  { signal, shard = 0 }: Looking,
): Promise<Set<string>> {
  const [first] = rows
  if (first === undefined) return new Set()
  const stored = await clickhouse.query(selectStored(batchOf(first.click_id), rows, shard), storedRow, {
    signal,
    settings: latest,
  })
  return new Set(stored.map(({ click_id }) => click_id))
}

function selectStored(batchId: string, rows: readonly ClickRow[], shard: number): Fragment {
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
    where batch_id = ${uuid(batchId)}
      and clicked_at between ${instant(from)} and ${instant(to)}
      ${ofAccounts}
      ${shard === 0 ? ch`` : ch`and _shard_num = ${int(shard)}`}`
}
