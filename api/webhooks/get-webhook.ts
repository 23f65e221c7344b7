import { webhook, webhookParams } from '#schemas/webhooks.ts'
import { refuseBound } from '../auth/reach.ts'
import { endpoint } from '../http/endpoint.ts'
import { noSuchWebhook } from './refusals.ts'
import { selectWebhook } from './webhooks.sql.ts'

export const getWebhook = endpoint({
  method: 'GET',
  path: '/webhooks/{id}',
  summary: 'Read a webhook',
  permission: 'read',
  feature: 'webhooks',
  params: webhookParams,
  reply: webhook,
  errors: ['NOT_FOUND'],
  async handle({ params, account, reach, sql }) {
    refuseBound(reach)
    const found = await selectWebhook(sql, account.id, params.id)
    if (found === undefined) throw noSuchWebhook()
    return found
  },
})
