import { lockAccount } from '#model/accounts/accounts.ts'
import { refuseBound } from '#model/accounts/reach.ts'
import { removeWebhook } from '#model/webhooks/webhooks.ts'
import { done } from '#schemas/envelope.ts'
import { webhookParams } from '#schemas/webhooks.ts'
import { endpoint } from '../frame/endpoint.ts'
import { noSuchWebhook } from './refusals.ts'

export const deleteWebhook = endpoint({
  method: 'DELETE',
  path: '/webhooks/{id}',
  summary: 'Delete a webhook',
  description: 'Also deletes its deliveries and pending events.',
  permission: 'delete',
  feature: 'webhooks',
  params: webhookParams,
  reply: done,
  errors: ['NOT_FOUND'],
  async handle({ params, account, reach, sql }) {
    refuseBound(reach)
    const isRemoved = await sql.begin(async (tx) => {
      // The entry in the audit log locks the other webhooks that hear of it.
      await lockAccount(tx, account.id)
      return await removeWebhook(tx, account.id, params.id)
    })
    if (!isRemoved) throw noSuchWebhook()
    return { message: 'Webhook deleted' }
  },
})
