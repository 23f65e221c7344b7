import { readEndpoint } from '#model/webhooks/endpoints.ts'
import { openSafeTarget, type SafeTarget } from '#runtime/safe-fetch.ts'
import { within } from '#runtime/within.ts'
import { requestsAtOnce, turnMs } from './limits.ts'
import { sendClicks } from './send-clicks.ts'
import { sendDeliveries } from './send-deliveries.ts'
import { mayGoOn, type Turn, timeoutOf, type WebhookSender } from './turn.ts'

/** Sends due messages to an endpoint for a limited time. Its job keeps other workers from doing the same. */
export async function serveEndpoint(sender: WebhookSender, webhookId: string): Promise<void> {
  const end = performance.now() + turnMs
  const endpoint = await readEndpoint(sender.sql, sender.secretKeys, webhookId)
  if (endpoint === undefined) return
  const target = await openTarget(sender, endpoint.url)
  try {
    let turn: Turn | undefined = startTurn(endpoint, target, end)
    do {
      const isBusy = [await sendDeliveries(sender, turn), mayGoOn(sender, turn) && (await sendClicks(sender, turn))]
      if (!isBusy.includes(true) || !mayGoOn(sender, turn)) return
      turn = await lookAgain(sender, turn)
    } while (turn !== undefined)
  } finally {
    if (!(target instanceof Error)) await target.close()
  }
}

function startTurn(endpoint: Turn['endpoint'], target: Turn['target'], end: number): Turn {
  const { failures_in_a_row: failuresInARow, has_succeeded: hasSucceeded, failing_since: failingSince } = endpoint
  const health = { failuresInARow, hasSucceeded, failingSince, retryAfterMs: 0, disabledReason: null }
  return { endpoint, target, end, health }
}

/** Reloads the endpoint, since its owner may have changed it. A new URL ends the turn. */
async function lookAgain(sender: WebhookSender, { endpoint, target, end }: Turn): Promise<Turn | undefined> {
  const now = await readEndpoint(sender.sql, sender.secretKeys, endpoint.id)
  return now === undefined || now.url !== endpoint.url ? undefined : startTurn(now, target, end)
}

/** The host name is resolved once per turn, and all connections use the IP addresses that were checked. */
async function openTarget(sender: WebhookSender, url: string): Promise<SafeTarget | Error> {
  const { allowPrivate, resolve } = sender
  const options = { allowPrivate, connections: requestsAtOnce, ...(resolve && { resolve }) }
  try {
    return await within(timeoutOf(sender), sender.stopped, (signal) => openSafeTarget(url, signal, options))
  } catch (error) {
    // All attempts of this turn will fail with this error.
    if (error instanceof Error) return error
    throw error
  }
}
