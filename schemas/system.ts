import { z } from 'zod'
import { processReport } from './process-report.ts'

const storeState = z.object({
  name: z.enum(['postgres', 'redis', 'clickhouse']),
  ok: z.boolean(),
  ms: z.number().describe('How long it took to say so.'),
  version: z.string().nullable(),
  size_bytes: z.int().nullable().describe('Of our database; of Redis the memory.'),
  error: z.string().nullable(),
})

const queueState = z.object({
  name: z.string(),
  waiting: z.int(),
  active: z.int(),
  delayed: z.int().describe('Failed, and tried again in a moment.'),
  failed: z.int(),
})

const ingestState = z.object({
  lag_ms: z.int().nullable().describe('From a click to its place in the click store: the median of the last minutes.'),
  worst_lag_ms: z.int().nullable(),
  unfinished: z.int().describe('Batches that a worker began some time ago and has not stored.'),
  last_stored_at: z.iso.datetime().nullable(),
})

const problem = z.object({
  severity: z.enum(['bad', 'warn']),
  what: z.string(),
  advice: z.string(),
})

/** How the installation does. Null is what could not be asked. */
export const systemState = z.object({
  version: z.string(),
  at: z.iso.datetime(),
  stores: z.array(storeState),
  processes: z
    .array(processReport.extend({ is_silent: z.boolean() }))
    .nullable()
    .describe('What each process last said of itself.'),
  queues: z.array(queueState).nullable(),
  ingest: ingestState,
  problems: z.array(problem),
})

export type SystemState = z.infer<typeof systemState>
export type Problem = z.infer<typeof problem>

export const baseDomainState = z.object({
  domain: z.string(),
  answers: z.boolean(),
  why: z.string().nullable().describe('What was wrong, as seen from the API.'),
})
