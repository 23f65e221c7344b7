import type { Counter } from 'prom-client'
import { type Due, findDueTasks, takeTask } from '#model/installation/upkeep-tasks.ts'
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

/** A task that is run when it has something to do. */
export interface DueTask extends Omit<Task, 'everyMs'> {
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
export function runWhenDue(upkeep: Upkeep, tasks: readonly DueTask[], askEveryMs: number): () => Promise<void> {
  const running = new Map<string, Promise<void>>()
  let isStopping = false
  const stop = repeat(askEveryMs, async () => {
    const due = await findDue(upkeep, tasks)
    for (const task of tasks) {
      if (isStopping || !due.has(task.name) || running.has(task.name)) continue
      const run = tryOnce(upkeep, task).finally(() => running.delete(task.name))
      running.set(task.name, run)
    }
  })
  return async () => {
    isStopping = true
    await stop()
    await Promise.all(running.values())
  }
}

/** If one condition fails, all tasks are tried, so that it does not stop the others, and each failure is counted. */
async function findDue({ sql, log }: Upkeep, tasks: readonly DueTask[]): Promise<Set<string>> {
  try {
    return await findDueTasks(sql, tasks)
  } catch (error) {
    log.warn({ err: error }, 'due upkeep tasks could not be read; all are tried')
    return new Set(tasks.map(({ name }) => name))
  }
}

async function tryOnce({ sql, log, failures }: Upkeep, task: Pick<Task, 'name' | 'run'>): Promise<void> {
  try {
    await runOnce(sql, task)
  } catch (error) {
    failures.inc({ task: task.name })
    log.warn({ err: error, task: task.name }, 'upkeep task failed; it will be retried')
  }
}

/** Returns false if another worker is running the task. A transaction lock ends with its worker and works with poolers. */
export async function runOnce(sql: Sql, task: Pick<Task, 'name' | 'run'>): Promise<boolean> {
  return sql.begin(async (tx) => {
    if (!(await takeTask(tx, task.name))) return false
    await task.run(tx)
    return true
  })
}
