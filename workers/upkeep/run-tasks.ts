import type { Counter } from 'prom-client'
import { type Due, findDueTasks, takeTask } from '#model/installation/upkeep-tasks.ts'
import type { Log } from '#runtime/log.ts'
import type { Sql, Tx } from '#runtime/postgres.ts'
import { repeat } from '#runtime/repeat.ts'

export interface Task {
  name: string
  everyMs: number
  /** Whether a run has something to do. Asked before each run, without a transaction. */
  isWorthwhile?(): Promise<boolean>
  /** Runs in a transaction that holds the task's lock. */
  run(tx: Tx): Promise<void>
}

interface Upkeep {
  sql: Sql
  log: Log
  failures: Counter<'task'>
}

/** A task that is run when it has something to do. */
export interface DueTask extends Omit<Task, 'everyMs' | 'isWorthwhile'> {
  isDue: Due
  /** How often it is asked about at most. Without it: each time. */
  everyMs?: number
}

interface Rhythm {
  everyMs: number
  /** The interval when no task was due for some time. */
  restingMs: number
  restAfterMs: number
}

/** Every worker has all timers, and a lock picks one to run the task. Returns a function that waits for a run and stops. */
export function runEvery({ sql, log, failures }: Upkeep, task: Task): () => Promise<void> {
  return repeat(task.everyMs, () => tryOnce({ sql, log, failures }, task))
}

/**
 * Asks regularly what there is to do, with one statement. A transaction for each task, even without anything to do, took half
 * of the processor time of an installation without visits. Returns a function that waits for the runs and stops.
 */
export function runWhenDue(upkeep: Upkeep, tasks: readonly DueTask[], rhythm: Rhythm): () => Promise<void> {
  const running = new Map<string, Promise<void>>()
  const askedAt = new Map<string, number>()
  let wasDueAt = performance.now()
  let isStopping = false
  const isAskedAbout = ({ name, everyMs = 0 }: DueTask): boolean => {
    const now = performance.now()
    if (now - (askedAt.get(name) ?? Number.NEGATIVE_INFINITY) < everyMs) return false
    askedAt.set(name, now)
    return true
  }
  const stop = repeat(
    () => (performance.now() - wasDueAt > rhythm.restAfterMs ? rhythm.restingMs : rhythm.everyMs),
    async () => {
      const due = await findDue(upkeep, tasks.filter(isAskedAbout))
      if (due.size > 0) wasDueAt = performance.now()
      for (const task of tasks) {
        if (isStopping || !due.has(task.name) || running.has(task.name)) continue
        const run = tryOnce(upkeep, task).finally(() => running.delete(task.name))
        running.set(task.name, run)
      }
    },
  )
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

async function tryOnce(
  { sql, log, failures }: Upkeep,
  task: Pick<Task, 'name' | 'isWorthwhile' | 'run'>,
): Promise<void> {
  try {
    if ((await task.isWorthwhile?.()) !== false) await runOnce(sql, task)
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
