import { z } from 'zod'
import { processReport } from './process-report.ts'

const storeState = z.object({
  name: z.enum(['postgres', 'redis', 'clickhouse']),
  ok: z.boolean(),
  ms: z.number().describe('Response time in milliseconds.'),
  version: z.string().nullable(),
  size_bytes: z.int().nullable().describe('Size of the database, or the memory of Redis.'),
  error: z.string().nullable(),
})

const queueState = z.object({
  name: z.string(),
  waiting: z.int(),
  active: z.int(),
  delayed: z.int().describe('Failed jobs that are waiting for a retry.'),
  failed: z.int(),
})

const ingestState = z.object({
  lag_ms: z.int().nullable().describe('Ingest delay from click to ClickHouse: median of the last minutes.'),
  worst_lag_ms: z.int().nullable(),
  unfinished: z.int().describe('Batches that a worker started some time ago but has not stored.'),
  last_stored_at: z.iso.datetime().nullable(),
})

const problem = z.object({
  severity: z.enum(['bad', 'warn']),
  what: z.string(),
  advice: z.string(),
})

const blocklistState = z.object({
  hosts: z.int(),
  changed_at: z.iso.datetime().nullable().describe('When the list in use was changed. null before the first one.'),
  problem: z.string().nullable().describe('Why a newer list could not be fetched or read. The previous one is in use.'),
})
export type BlocklistState = z.infer<typeof blocklistState>

const openReport = z.object({
  id: z.uuid(),
  account_id: z.uuid(),
  link_id: z.guid().nullable(),
  short_url: z.string(),
  destination: z.string().nullable(),
  is_quarantined: z.boolean(),
  is_deleted: z.boolean().describe('The short URL or domain was deleted after the report.'),
  kind: z.enum(['visitor', 'look_alike']),
  count: z.int(),
  reasons: z.array(z.string()),
  notes: z.array(z.string()),
  reported_at: z.iso.datetime(),
})
export type OpenReport = z.infer<typeof openReport>

/** Status of the installation. null where it could not be determined. */
export const systemState = z.object({
  version: z.string(),
  at: z.iso.datetime(),
  stores: z.array(storeState),
  processes: z
    .array(processReport.extend({ is_silent: z.boolean() }))
    .nullable()
    .describe('Last report per process.'),
  queues: z.array(queueState).nullable(),
  ingest: ingestState,
  blocklist: blocklistState.nullable().describe('null if none is configured.'),
  problems: z.array(problem),
  reports: z.array(openReport).describe('Links that were reported, most reported first.'),
})

export type SystemState = z.infer<typeof systemState>
export type Problem = z.infer<typeof problem>

export const baseDomainState = z.object({
  domain: z.string(),
  answers: z.boolean(),
  why: z.string().nullable().describe('What failed, as seen from the API.'),
})
