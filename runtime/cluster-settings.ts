import { setTimeout as sleep } from 'node:timers/promises'
import type { ClickHouseSettings } from '@clickhouse/client'

/**
 * For every write to a cluster. A response means that most copies have the rows, and no insert overtakes another one of the
 * same table, so that `latest` can tell. Ends before the attempt that waits for it.
 *
 * Without `parallel_distributed_insert_select`, each shard would insert what it selects from its own rows: a report of each
 * shard instead of one of all.
 */
export const clusterWrites: ClickHouseSettings = {
  distributed_foreground_insert: 1,
  insert_quorum: 'auto',
  insert_quorum_parallel: 0,
  insert_quorum_timeout: 20_000,
  parallel_distributed_insert_select: '0',
}

/** For statements that every server carries out: it waits for 180 s otherwise. Ends before the request does. */
export const longOnCluster: ClickHouseSettings = { distributed_ddl_task_timeout: '3500' }

/** For statements that must see every acknowledged row. A copy that is behind refuses them. One server ignores it. */
export const latest: ClickHouseSettings = { select_sequential_consistency: '1' }

/** Another insert of the table is waiting for its copies. Nothing was written. */
const quorumIsTaken = '286'
const [leastPauseMs, mostPauseMs] = [20, 100]
const mostTries = 200

/** Repeats an insert while another one of the same shard is not complete. The same token makes that safe. */
export async function whenQuorumIsFree(insert: () => Promise<void>, signal?: AbortSignal): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await insert()
      return
    } catch (error) {
      if (tries >= mostTries || !isQuorumTaken(error)) throw error
    }
    await sleep(leastPauseMs + Math.random() * (mostPauseMs - leastPauseMs), undefined, signal && { signal })
  }
}

const isQuorumTaken = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === quorumIsTaken
