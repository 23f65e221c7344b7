import { z } from 'zod'

/** One sealed spool segment. Its job id is the batch id, so adding it twice is adding it once. */
const clickBatchJob = z.object({
  batch_id: z.uuid(),
  rows: z.number().int().positive(),
  /** Raw clicks as TSV lines (schemas/clicks.ts), compressed with Brotli, base64. */
  tsv: z.string(),
  /** The redirector that waits for the acknowledgement: it is sent to ackChannel(reply_to). */
  reply_to: z.string(),
})
export type ClickBatchJob = z.infer<typeof clickBatchJob>

interface QueueDefinition {
  payload: z.ZodType
  /** BullMQ prefix: one hash tag per queue, so that queues spread over the slots of a cluster. */
  prefix: string
  attempts: number
  backoff: { type: 'exponential' | 'fixed'; delay: number }
  removeOnComplete: boolean
  removeOnFail: boolean
}

/** Every queue: what a job carries, how often it is tried, how long its traces stay. */
export const queues = {
  clicks: {
    payload: clickBatchJob,
    prefix: '{clicks}',
    /** For ever, in practice: the redirector adds the batch again as long as it is not acknowledged. */
    attempts: 1_000_000,
    backoff: { type: 'fixed', delay: 1_000 },
    removeOnComplete: true,
    removeOnFail: true,
  },
} as const satisfies Record<string, QueueDefinition>

export type QueueName = keyof typeof queues
export type JobOf<Name extends QueueName> = z.infer<(typeof queues)[Name]['payload']>

/** Pub/sub channel on which a redirector process hears that a batch is stored (message: the batch id). */
export const ackChannel = (replyTo: string) => `clicks-stored:${replyTo}`
