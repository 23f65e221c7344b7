import { demand } from '#core/api-error.ts'
import { refuseBound } from '#model/accounts/reach.ts'
import { insertTest, selectDelivery } from '#model/webhooks/deliveries.ts'
import { endPause, holdWebhook } from '#model/webhooks/webhooks.ts'
import { webhookDelivery, webhookParams } from '#schemas/webhooks.ts'
import { endpoint } from '../frame/endpoint.ts'
import { describeDelivery } from './describe-delivery.ts'
import { noSuchDelivery, noSuchWebhook, refuseInactive } from './refusals.ts'

export const sendTest = endpoint({
  method: 'POST',
  path: '/webhooks/{id}/test',
  summary: 'Send a test event',
  description:
    'Sends `webhook.test` immediately. A pause of the webhook (`paused_until`) ends: the endpoint gets this event first, and the others once it has accepted it. The result appears in the deliveries of the webhook.',
  permission: 'write',
  feature: 'webhooks',
  params: webhookParams,
  reply: webhookDelivery,
  status: 202,
  errors: ['NOT_FOUND', 'CONFLICT'],
  async handle({ params, account, reach, sql }) {
    refuseBound(reach)
    const delivery = await sql.begin(async (tx) => {
      refuseInactive(demand(await holdWebhook(tx, account.id, params.id), noSuchWebhook))
      await endPause(tx, account.id, params.id)
      return await selectDelivery(tx, params.id, await insertTest(tx, account.id, params.id))
    })
    return describeDelivery(demand(delivery, noSuchDelivery))
  },
})
