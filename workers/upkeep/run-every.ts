import type { Counter } from 'prom-client'
import { takeTask } from '#model/installation/take-task.ts'
import type { Log } from '#runtime/log.ts'
import type { Sql, Tx } from '#runtime/postgres.ts'
import { repeat } from '#runtime/repeat.ts'

export interface Task {
  name: string
  everyMs: number
  /** Runs in a transaction that holds the task's lock. */
  run(tx: Tx): Promise<void>
}

interface Upkeep {
  sql: Sql
  log: Log
  failures: Counter<'task'>
}

/** Every worker has all timers, and a lock picks one to run the task. Returns a function that waits for a run and stops. */
export function runEvery({ sql, log, failures }: Upkeep, task: Task): () => Promise<void> {
  return repeat(task.everyMs, async () => {
    try {
      await runOnce(sql, task)
    } catch (error) {
      failures.inc({ task: task.name })
      log.warn({ err: error, task: task.name }, 'upkeep task failed; it will be retried')
    }
  })
}

/** Returns false if another worker is running the task. A transaction lock ends with its worker and works with poolers. */
export async function runOnce(sql: Sql, task: Task): Promise<boolean> {
  return sql.begin(async (tx) => {
    if (!(await takeTask(tx, task.name))) return false
    await task.run(tx)
    return true
  })
}
