import { releaseDeliveries, settleDeliveries, takeDeliveries } from '#model/webhooks/delivery-queue.ts'
import { lockEndpoint } from '#model/webhooks/endpoints.ts'
import { keepHealth, leaseOf, sendAll, type Turn, type WebhookSender, waitAfter, widthOf } from './turn.ts'

/** Sends some due deliveries. Returns false if there are none. */
export async function sendDeliveries(sender: WebhookSender, turn: Turn): Promise<boolean> {
  const before = turn.health
  const most = widthOf(turn)
  // A failing endpoint is tried with its oldest event, so that new ones do not make that one wait.
  const taking = { most, leaseMs: leaseOf(sender), oldestFirst: most === 1 }
  const taken = await takeDeliveries(sender.sql, turn.endpoint.id, taking)
  if (taken.length === 0) return false
  const messages = taken.map(({ message }) => message)
  const attempts = await sendAll(sender, turn, messages)
  const settled = taken.flatMap(({ id, lease, tries }, index) => {
    const attempted = attempts[index]
    return attempted ? [{ id, lease, attempted, waitMs: waitAfter(sender, attempted, tries + 1) }] : []
  })
  const left = taken.flatMap(({ id }, index) => (attempts[index] ? [] : [id]))
  await sender.sql.begin(async (tx) => {
    if ((await lockEndpoint(tx, turn.endpoint)) === undefined) return
    await settleDeliveries(tx, turn.endpoint.url, settled)
    await releaseDeliveries(tx, left)
    await keepHealth(tx, sender, turn, before)
  })
  return true
}
