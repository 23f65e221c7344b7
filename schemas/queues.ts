import { z } from 'zod'
import { largestSize, qrFormats, smallestSize } from './qr-choices.ts'
import { visualSettings } from './qr-settings.ts'

/** One sealed spool segment. Its job id is the batch id, so adding it twice is adding it once. */
const clickBatchJob = z.object({
  batch_id: z.uuid(),
  rows: z.number().int().positive(),
  /** Clicks as lines of text (core/clicks/batch-text.ts), compressed with Brotli, base64. Named as in jobs that an older redirector has left. */
  tsv: z.string(),
  /** The redirector that waits for the acknowledgement: it is sent to ackChannel(reply_to). */
  reply_to: z.string(),
})
export type ClickBatchJob = z.infer<typeof clickBatchJob>

/** What a worker draws. Its job id is a hash of all of it, so asking twice is drawing once. */
const qrRenderJob = z.object({
  task: z.literal('render'),
  /** Under this key, for a short time, whoever asked finds the result. */
  result_key: z.string(),
  payload: z.string(),
  settings: visualSettings,
  /** A PNG as a logo job made it, base64. */
  logo: z.base64().nullable(),
  format: z.enum(qrFormats),
  size: z.int().min(smallestSize).max(largestSize),
})
/** An upload that may be anything; what comes out is a PNG. */
const qrLogoJob = z.object({ task: z.literal('logo'), result_key: z.string(), upload: z.base64() })
const qrJob = z.discriminatedUnion('task', [qrRenderJob, qrLogoJob])
export type QrRenderJob = z.infer<typeof qrRenderJob>
export type QrLogoJob = z.infer<typeof qrLogoJob>

/** An endpoint that has something due. Its job id is the webhook's: one worker at a time serves it. */
const webhookJob = z.object({ webhook_id: z.uuid() })

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
  qr: {
    payload: qrJob,
    prefix: '{qr}',
    /** Whoever asked waits seconds, and asks again. */
    attempts: 2,
    backoff: { type: 'fixed', delay: 100 },
    removeOnComplete: true,
    removeOnFail: true,
  },
  webhooks: {
    payload: webhookJob,
    prefix: '{webhooks}',
    /** What is due stands in Postgres, and a sweeper adds it again. */
    attempts: 1,
    backoff: { type: 'fixed', delay: 0 },
    removeOnComplete: true,
    removeOnFail: true,
  },
} as const satisfies Record<string, QueueDefinition>

export type QueueName = keyof typeof queues
export type JobOf<Name extends QueueName> = z.infer<(typeof queues)[Name]['payload']>

/** Pub/sub channel on which a redirector process hears that a batch is stored (message: the batch id). */
export const ackChannel = (replyTo: string) => `clicks-stored:${replyTo}`
