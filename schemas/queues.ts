import { z } from 'zod'
import { largestSize, qrFormats, smallestSize } from './qr-choices.ts'
import { visualSettings } from './qr-settings.ts'

/** One sealed spool segment. The job id is the batch id, so adding it twice has no effect. */
const clickBatchJob = z.object({
  batch_id: z.uuid(),
  rows: z.number().int().positive(),
  /** Clicks as lines of text (core/clicks/batch-text.ts), Brotli, base64. The name matches jobs of older redirectors. */
  tsv: z.string(),
  /** Redirector to acknowledge, on ackChannel(reply_to). */
  reply_to: z.string(),
  /** The trace of a sampled click. A malformed one must not keep a batch from being stored. */
  traceparent: z.string().optional().catch(undefined),
})
export type ClickBatchJob = z.infer<typeof clickBatchJob>

/** A QR code to render. The job id is a hash of the payload, so equal jobs run once. */
const qrRenderJob = z.object({
  task: z.literal('render'),
  /** Redis key under which the result is stored for a short time. */
  result_key: z.string(),
  payload: z.string(),
  settings: visualSettings,
  /** PNG from a logo job, base64. */
  logo: z.base64().nullable(),
  format: z.enum(qrFormats),
  size: z.int().min(smallestSize).max(largestSize),
})
/** An untrusted upload to convert to PNG, small if it will be part of each page of a domain. */
const qrLogoJob = z.object({
  task: z.literal('logo'),
  result_key: z.string(),
  upload: z.base64(),
  for_pages: z.literal(true).optional(),
})
const qrJob = z.discriminatedUnion('task', [qrRenderJob, qrLogoJob])
export type QrRenderJob = z.infer<typeof qrRenderJob>
export type QrLogoJob = z.infer<typeof qrLogoJob>

/** A webhook with due deliveries. The job id is that of the webhook, so one worker at a time serves it. */
const webhookJob = z.object({ webhook_id: z.uuid() })

/** A page, or the icon of a site, to read for a preview. The job id is a hash of the URL, so equal jobs run once. */
const destinationJob = z.discriminatedUnion('task', [
  z.object({ task: z.literal('page'), url: z.url(), account_id: z.uuid() }),
  z.object({ task: z.literal('site'), origin: z.url(), account_id: z.uuid() }),
])

/** An import with work to do, or one to verify. The job id is made of both, so one worker at a time has it. */
const importJob = z.object({ import_id: z.uuid(), verify: z.literal(true).optional() })

interface QueueDefinition {
  payload: z.ZodType
  /** BullMQ prefix: one hash tag per queue, so that queues spread over the slots of a Redis cluster. */
  prefix: string
  attempts: number
  backoff: { type: 'exponential' | 'fixed'; delay: number }
  /** Maximum number of crashes of its worker after which a job runs again. One more, and the job fails. */
  mostCrashes: number
}

/** For jobs that a client requests again: the first crash may have another cause. */
const crashesOfRequest = 1
/** For jobs that would be added again anyway. */
const unlimitedCrashes = 1_000_000

export const queues = {
  clicks: {
    payload: clickBatchJob,
    prefix: '{clicks}',
    /** Practically unlimited: the redirector adds the batch again until it is acknowledged. */
    attempts: 1_000_000,
    backoff: { type: 'fixed', delay: 1_000 },
    mostCrashes: unlimitedCrashes,
  },
  qr: {
    payload: qrJob,
    prefix: '{qr}',
    /** The client waits a few seconds, then requests it again. */
    attempts: 2,
    backoff: { type: 'fixed', delay: 100 },
    mostCrashes: crashesOfRequest,
  },
  webhooks: {
    payload: webhookJob,
    prefix: '{webhooks}',
    /** Due deliveries are in Postgres, and a sweeper adds their jobs again. */
    attempts: 1,
    backoff: { type: 'fixed', delay: 0 },
    mostCrashes: unlimitedCrashes,
  },
  destinations: {
    payload: destinationJob,
    prefix: '{destinations}',
    /** Pages that cannot be read are stored as such. Other failures end with the next request. */
    attempts: 1,
    backoff: { type: 'fixed', delay: 0 },
    mostCrashes: crashesOfRequest,
  },
  imports: {
    payload: importJob,
    prefix: '{imports}',
    /** Due imports are in Postgres, which counts their crashes, and a sweeper adds their jobs again. */
    attempts: 1,
    backoff: { type: 'fixed', delay: 0 },
    mostCrashes: unlimitedCrashes,
  },
} as const satisfies Record<string, QueueDefinition>

export type QueueName = keyof typeof queues
export type JobOf<Name extends QueueName> = z.infer<(typeof queues)[Name]['payload']>

/** Pub/sub channel that tells a redirector process which batch is stored (message: the batch id). */
export const ackChannel = (replyTo: string) => `clicks-stored:${replyTo}`
