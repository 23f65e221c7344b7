import { cutText } from '#core/webhooks/cut-text.ts'
import { readRetryAfterMs } from '#core/webhooks/schedule.ts'
import { signedHeaders } from '#core/webhooks/sign.ts'
import { type EventMessage, eventId, writeEvent } from '#core/webhooks/write-event.ts'
import type { Attempted } from '#model/webhooks/delivery-queue.ts'
import { RefusedAddress, type SafeReply, type SafeTarget } from '#runtime/safe-fetch.ts'
import { within } from '#runtime/within.ts'
import { mostBodyBytes } from '#schemas/webhooks.ts'
import { mostReplyBytes } from './limits.ts'

export interface AttemptOptions {
  target: SafeTarget | Error
  secrets: readonly string[]
  timeoutMs: number
  /** Cancels the attempt when the process stops. A canceled attempt does not count. */
  stopped: AbortSignal
}

/** Resolves with null if the process stops during the attempt, so that its outcome is unknown. */
export async function attempt(message: EventMessage, options: AttemptOptions): Promise<Attempted | null> {
  const { target, stopped } = options
  const attemptedAt = new Date()
  const begun = performance.now()
  const result = (rest: Pick<Attempted, 'status' | 'body' | 'error' | 'retryAfterMs'>) => ({
    attemptedAt,
    durationMs: Math.round(performance.now() - begun),
    ...rest,
  })
  const failed = (error: unknown) => result({ status: null, body: null, error: reasonOf(error), retryAfterMs: 0 })
  if (target instanceof Error) return failed(target)
  try {
    return result(judge(await send(target, message, attemptedAt, options)))
  } catch (error) {
    return stopped.aborted ? null : failed(error)
  }
}

async function send(
  target: SafeTarget,
  message: EventMessage,
  at: Date,
  { secrets, timeoutMs, stopped }: AttemptOptions,
): Promise<SafeReply> {
  const body = writeEvent(message)
  const timestamp = Math.floor(at.getTime() / 1_000)
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Waymark-Webhooks/1',
    ...signedHeaders({ id: eventId(message.id), timestamp, body }, secrets),
  }
  return await within(timeoutMs, stopped, (signal) =>
    target.send({ method: 'POST', headers, body, maxBytes: mostReplyBytes, signal }),
  )
}

function judge({ status, headers, body }: SafeReply): Pick<Attempted, 'status' | 'body' | 'error' | 'retryAfterMs'> {
  const isBusy = status === 429 || status === 503
  return {
    status,
    // Postgres does not accept U+0000.
    body: cutText(body, mostBodyBytes).replaceAll('\u0000', '\ufffd'),
    error: status >= 200 && status < 300 ? null : explain(status),
    retryAfterMs: isBusy ? readRetryAfterMs(headers['retry-after']?.toString(), Date.now()) : 0,
  }
}

function explain(status: number): string {
  if (status === 410) return 'HTTP 410 (webhook disabled)'
  return status >= 300 && status < 400 ? `HTTP ${status} (redirects are not followed)` : `HTTP ${status}`
}

/** Must not reveal the IP address that a host name resolved to. */
function reasonOf(error: unknown): string {
  if (error instanceof RefusedAddress) return `Blocked: ${error.message}`
  if (!(error instanceof Error)) return 'Failed'
  if (error.name === 'TimeoutError') return 'No response in time'
  const { code } = error as NodeJS.ErrnoException
  return code === undefined ? 'Connection failed' : `Connection failed (${code})`
}
