import { setTimeout as sleep } from 'node:timers/promises'
import type { Counter } from 'prom-client'
import { takeTask } from '#model/installation/take-task.ts'
import type { Log } from '#runtime/log.ts'
import type { Sql, Tx } from '#runtime/postgres.ts'

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
export function runEvery(upkeep: Upkeep, task: Task): () => Promise<void> {
  const stopped = new AbortController()
  const loop = repeat(upkeep, task, stopped.signal)
  return async () => {
    stopped.abort()
    await loop
  }
}

async function repeat(upkeep: Upkeep, task: Task, stopped: AbortSignal): Promise<void> {
  while (!stopped.aborted) {
    try {
      await runOnce(upkeep.sql, task)
    } catch (error) {
      upkeep.failures.inc({ task: task.name })
      upkeep.log.warn({ err: error, task: task.name }, 'upkeep task failed; it will be retried')
    }
    await pause(task.everyMs, stopped)
  }
}

/** Returns false if another worker is running the task. A transaction lock ends with its worker and works with poolers. */
export async function runOnce(sql: Sql, task: Task): Promise<boolean> {
  return sql.begin(async (tx) => {
    if (!(await takeTask(tx, task.name))) return false
    await task.run(tx)
    return true
  })
}

async function pause(ms: number, stopped: AbortSignal): Promise<void> {
  try {
    await sleep(ms, undefined, { signal: stopped })
  } catch (error) {
    if (!stopped.aborted) throw error
  }
}
