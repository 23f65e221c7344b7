import { runLanes } from '#core/run-lanes.ts'
import { isSuspect, nextWaitMs } from '#core/webhooks/schedule.ts'
import type { EventMessage } from '#core/webhooks/write-event.ts'
import type { Attempted } from '#model/webhooks/delivery-queue.ts'
import { type EndpointHealth, type EndpointRow, isCurrent, writeHealth } from '#model/webhooks/endpoints.ts'
import type { Sql, Tx } from '#runtime/postgres.ts'
import type { SafeTarget } from '#runtime/safe-fetch.ts'
import type { SecretKeys } from '#runtime/secret-keys.ts'
import { attempt } from './attempt.ts'
import { afterAttempt, isClosed, pauseOf } from './endpoint-health.ts'
import { attemptMs, leaseAttempts, leastAttemptMs, mostTaken, recheckMs, requestsAtOnce } from './limits.ts'
import type { WebhookMetrics } from './webhook-metrics.ts'

export interface WebhookSender {
  sql: Sql
  /** Opens signing secrets. */
  secretKeys: Pick<SecretKeys, 'open'>
  metrics: WebhookMetrics
  allowPrivate: boolean
  /** Scales all waiting times. */
  timeFactor: number
  /** Aborted when nothing new may start. */
  stopping: AbortSignal
  /** Aborted when pending requests are canceled. */
  stopped: AbortSignal
  resolve?: (host: string) => Promise<string[]>
}

/** An endpoint and its health, updated after each attempt. */
export interface Turn {
  endpoint: EndpointRow
  target: SafeTarget | Error
  health: EndpointHealth
  /** End of the turn, in performance.now() time. */
  end: number
}

export const timeoutOf = ({ timeFactor }: WebhookSender): number => Math.max(attemptMs * timeFactor, leastAttemptMs)
export const leaseOf = (sender: WebhookSender): number => leaseAttempts * timeoutOf(sender)

export const mayGoOn = (sender: WebhookSender, { health, end }: Turn): boolean =>
  !isClosed(health) && !sender.stopping.aborted && performance.now() < end

/** How many messages to take. Only one while the endpoint is failing. */
export const widthOf = ({ health }: Turn): number => (isSuspect(health.failuresInARow) ? 1 : mostTaken)

/**
 * Makes one attempt per message, in order, several at once. After too many failures in a row, and after the owner has changed
 * the URL or turned the webhook off, the rest is not sent and has no result. A null result means that the attempt was not made
 * because of that change, or canceled because the process is stopping.
 */
export async function sendAll(
  sender: WebhookSender,
  turn: Turn,
  messages: readonly EventMessage[],
): Promise<(Attempted | null)[]> {
  const { secrets } = turn.endpoint
  const options = { target: turn.target, secrets, timeoutMs: timeoutOf(sender), stopped: sender.stopped }
  const wasClosed = isClosed(turn.health)
  const isUnchanged = keepFor(recheckMs, () => isCurrent(sender.sql, turn.endpoint))
  let hasChanged = false
  const mayBegin = () => !sender.stopping.aborted && !hasChanged && (wasClosed || !isClosed(turn.health))
  const send = async (message: EventMessage) => {
    // Unknown while Postgres does not respond: what was sent until then is kept.
    if (!(await isUnchanged().catch(() => false))) hasChanged = true
    if (hasChanged) return null
    const attempted = await attempt(message, options)
    if (attempted !== null) note(sender, turn, attempted)
    return attempted
  }
  return await runLanes(messages, requestsAtOnce, send, mayBegin)
}

/** The result of the last call, unless it is older. */
function keepFor<Value>(ms: number, read: () => Promise<Value>): () => Promise<Value> {
  let [last, until] = [undefined as Promise<Value> | undefined, 0]
  return () => {
    if (last !== undefined && performance.now() < until) return last
    until = performance.now() + ms
    last = read()
    return last
  }
}

/** Unchanged health stays the same object, so that nothing needs to be written. */
function note(sender: WebhookSender, turn: Turn, attempted: Attempted): void {
  sender.metrics.count(attempted)
  const { failuresInARow, hasSucceeded } = turn.health
  if (attempted.error === null && failuresInARow === 0 && hasSucceeded) return
  turn.health = afterAttempt(turn.health, attempted, sender.timeFactor)
}

/** Writes the health in the transaction that records the attempts. */
export async function keepHealth(tx: Tx, sender: WebhookSender, turn: Turn, before: EndpointHealth): Promise<void> {
  if (turn.health === before) return
  await writeHealth(tx, turn.endpoint, turn.health, pauseOf(turn.health, sender.timeFactor))
}

/** Returns null if the attempt succeeded or was the last one of the schedule. */
export function waitAfter({ timeFactor }: WebhookSender, attempted: Attempted, tries: number): number | null {
  if (attempted.error === null || attempted.status === 410) return null
  const wait = nextWaitMs(tries, Math.random())
  return wait === null ? null : Math.max(wait * timeFactor, attempted.retryAfterMs)
}
