import type { Counter } from 'prom-client'
import { type Due, findDueTasks, takeTask } from '#model/installation/take-task.ts'
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

/** A task that is run soon after it has something to do. */
export interface DueTask extends Task {
  isDue: Due
}

/** Every worker has all timers, and a lock picks one to run the task. Returns a function that waits for a run and stops. */
export function runEvery({ sql, log, failures }: Upkeep, task: Task): () => Promise<void> {
  return repeat(task.everyMs, () => tryOnce({ sql, log, failures }, task))
}

/**
 * Asks at this interval what there is to do. A transaction for each task, even without anything to do, took half of the
 * processor time of an installation without visits. Returns a function that waits for the runs and stops.
 */
export function runWhenDue(upkeep: Upkeep, tasks: readonly DueTask[], everyMs: number): () => Promise<void> {
  const running = new Map<string, Promise<void>>()
  const ranAt = new Map<string, number>()
  const start = (task: DueTask) => {
    ranAt.set(task.name, Date.now())
    running.set(
      task.name,
      tryOnce(upkeep, task).finally(() => running.delete(task.name)),
    )
  }
  const stop = repeat(everyMs, async () => {
    const ready = tasks.filter(({ name, everyMs: pause }) => {
      return !running.has(name) && Date.now() - (ranAt.get(name) ?? 0) >= pause
    })
    if (ready.length === 0) return
    const due = await findDueTasks(upkeep.sql, ready).catch((error: unknown) => {
      upkeep.log.warn({ err: error }, 'due upkeep tasks could not be read')
      return new Set<string>()
    })
    for (const task of ready) if (due.has(task.name)) start(task)
  })
  return async () => {
    await stop()
    await Promise.all(running.values())
  }
}

async function tryOnce({ sql, log, failures }: Upkeep, task: Task): Promise<void> {
  try {
    await runOnce(sql, task)
  } catch (error) {
    failures.inc({ task: task.name })
    log.warn({ err: error, task: task.name }, 'upkeep task failed; it will be retried')
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
