import { z } from 'zod'

/** The Redis hash of what each process last said of itself, by an id of the process. */
export const processReportsKey = 'processes'
export const reportEveryMs = 5_000
/** A process that has said nothing for so long is down, or cut off from Redis. */
export const silentAfterMs = 20_000
/** What a process said is forgotten after this. */
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
  spool_segments: z
    .int()
    .nullable()
    .describe('Sealed segments on its disk that are not stored yet; a redirector has them.'),
  parked_batches: z.int().nullable().describe('Batches put aside because nobody can read them; the workers see them.'),
  drops: z.record(z.string(), z.int()).describe('Clicks that went no further since the process started, by reason.'),
})
export type ProcessReport = z.infer<typeof processReport>
