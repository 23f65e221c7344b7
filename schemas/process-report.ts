import { z } from 'zod'

/** Redis hash with the last report of each process, by process id. */
export const processReportsKey = 'processes'
export const reportEveryMs = 5_000
/** A process without a report for this long is down, or cannot reach Redis. */
export const silentAfterMs = 20_000
export const reportKeptMs = 600_000

export const processNames = ['api', 'redirector', 'workers'] as const
export type ProcessName = (typeof processNames)[number]

export const processReport = z.object({
  name: z.enum(processNames),
  host: z.string(),
  pid: z.int(),
  instance: z.int(),
  version: z.string(),
  node: z.string(),
  started_at: z.iso.datetime(),
  reported_at: z.iso.datetime(),
  memory_bytes: z.int(),
  spool_segments: z.int().nullable().describe('Sealed segments on disk that are not stored yet. Redirectors only.'),
  parked_batches: z.int().nullable().describe('Unreadable batches that were set aside. Workers only.'),
  drops: z.record(z.string(), z.int()).describe('Dropped clicks since the process started, by reason.'),
})
export type ProcessReport = z.infer<typeof processReport>
