import { type Job, Queue, UnrecoverableError, Worker } from 'bullmq'
import { type JobOf, type QueueName, queues } from '#schemas/queues.ts'
import type { Log } from './log.ts'
import type { Redis } from './redis.ts'

export interface TypedQueue<Name extends QueueName> {
  /** Does nothing if a job with this ID exists. A slow job runs when no other job is waiting. */
  add(payload: JobOf<Name>, id: string, options?: { isSlow?: boolean }): Promise<void>
  /** By state. Slow jobs that wait are `prioritized`. */
  counts(): Promise<Record<string, number>>
  close(): Promise<void>
}

/** A killed worker's job is available again after this long. */
const lockDurationMs = 10_000
const stalledIntervalMs = 5_000
/**
 * How long a worker without jobs waits for one at a time. Jobs wake it. It would only miss one if another worker was killed
 * in the moment between waking up and taking the job, which then waits as long as one that was killed later.
 */
const waitSeconds = lockDurationMs / 1_000
/** Stack traces kept per job. The default is all of them, and jobs are retried throughout an outage. */
const stackTraceLimit = 1

export function openQueue<Name extends QueueName>(name: Name, connection: Redis): TypedQueue<Name> {
  const { prefix, attempts, backoff } = queues[name]
  // A job that ended is removed, so that its ID can be added again.
  const options = { attempts, backoff, removeOnComplete: true, removeOnFail: true, stackTraceLimit }
  // The connection decides whether commands wait for Redis. Otherwise all would wait for its first connection.
  const queue = new Queue(name, { connection, prefix, skipVersionCheck: true, skipWaitingForReady: true })
  queue.on('error', () => undefined)
  return {
    async add(payload, id, { isSlow = false } = {}) {
      await queue.add(name, payload, { ...options, jobId: id, ...(isSlow && { priority: 1 }) })
    },
    counts: () => queue.getJobCounts(),
    close: () => queue.close(),
  }
}

interface WorkerOptions {
  concurrency: number
  log: Log
}

export interface RunningWorker {
  /** Takes no more jobs, and waits for those that run. While Redis is away, they run again later. */
  close(): Promise<void>
}

/** Runs jobs until closed. A handler throws to be retried; a job with an invalid payload is never retried. */
export function startWorker<Name extends QueueName>(
  name: Name,
  connection: Redis,
  { concurrency, log }: WorkerOptions,
  handle: (payload: JobOf<Name>, job: Job) => Promise<void>,
): RunningWorker {
  const running = new Set<Promise<void>>()
  const run = (job: Job) => {
    const handling = handle(parse(name, job.data), job).finally(() => running.delete(handling))
    running.add(handling)
    return handling
  }
  const worker = new Worker(name, async (job) => await run(job), {
    connection,
    prefix: queues[name].prefix,
    concurrency,
    drainDelay: waitSeconds,
    lockDuration: lockDurationMs,
    stalledInterval: stalledIntervalMs,
    maxStalledCount: queues[name].mostCrashes,
    skipVersionCheck: true,
  })
  worker.on('error', (error) => log.debug({ err: error }, `queue ${name}`))
  worker.on('failed', (job, error) =>
    log.warn({ err: error, job: job?.id, attempt: job?.attemptsMade }, `job failed in queue ${name}`),
  )
  return { close: () => closeWorker(worker, connection, running) }
}

/** Without Redis, the worker would wait for its connection forever. */
async function closeWorker(worker: Worker, connection: Redis, running: ReadonlySet<Promise<void>>): Promise<void> {
  if (connection.status !== 'ready') {
    await Promise.allSettled(running)
    return await worker.close(true)
  }
  const lost = new Promise<void>((resolve) => connection.once('close', resolve))
  await Promise.race([worker.close(), lost.then(() => Promise.allSettled(running))])
}

function parse<Name extends QueueName>(name: Name, data: unknown): JobOf<Name> {
  const parsed = queues[name].payload.safeParse(data)
  if (!parsed.success) throw new UnrecoverableError(`invalid payload in queue ${name}: ${parsed.error.message}`)
  return parsed.data as JobOf<Name>
}
