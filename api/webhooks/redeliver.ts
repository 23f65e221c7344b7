import { demand } from '#core/api-error.ts'
import { refuseBound } from '#model/accounts/reach.ts'
import { restartDelivery, selectDelivery } from '#model/webhooks/deliveries.ts'
import { endPause, selectWebhook } from '#model/webhooks/webhooks.ts'
import { deliveryParams, webhookDelivery } from '#schemas/webhooks.ts'
import { endpoint } from '../frame/endpoint.ts'
import { describeDelivery } from './describe-delivery.ts'
import { noSuchDelivery, noSuchWebhook, refuseInactive } from './refusals.ts'

export const redeliver = endpoint({
  method: 'POST',
  path: '/webhooks/{id}/deliveries/{deliveryId}/redeliver',
  summary: 'Redeliver an event',
  description:
    'Sends the event again immediately, under the same ID and with the full retry schedule. A pause of the webhook (`paused_until`) ends: the endpoint gets this event first, and the others once it has accepted it.',
  permission: 'write',
  feature: 'webhooks',
  params: deliveryParams,
  reply: webhookDelivery,
  status: 202,
  errors: ['NOT_FOUND', 'CONFLICT'],
  async handle({ params: { id, deliveryId }, account, reach, sql }) {
    refuseBound(reach)
    const delivery = await sql.begin(async (tx) => {
      refuseInactive(demand(await selectWebhook(tx, account.id, id), noSuchWebhook))
      // Locks the webhook before its delivery, as workers do.
      await endPause(tx, account.id, id)
      if (!(await restartDelivery(tx, id, deliveryId))) throw noSuchDelivery()
      return await selectDelivery(tx, id, deliveryId)
    })
    return describeDelivery(demand(delivery, noSuchDelivery))
  },
})
