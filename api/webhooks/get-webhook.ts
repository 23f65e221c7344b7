import type { z } from 'zod'
import { demand } from '#core/api-error.ts'
import { refuseBound } from '#model/accounts/reach.ts'
import { selectWebhook } from '#model/webhooks/webhooks.ts'
import { type Webhook, webhook, webhookParams } from '#schemas/webhooks.ts'
import { type Context, endpoint } from '../frame/endpoint.ts'
import { noSuchWebhook } from './refusals.ts'

export const getWebhook = endpoint({
  method: 'GET',
  path: '/webhooks/{id}',
  summary: 'Get a webhook',
  permission: 'read',
  feature: 'webhooks',
  params: webhookParams,
  reply: webhook,
  errors: ['NOT_FOUND'],
  handle: readWebhook,
})

type Reading = Context<z.output<typeof webhookParams>, unknown, unknown>

export async function readWebhook({ params, account, reach, sql }: Reading): Promise<Webhook> {
  refuseBound(reach)
  return demand(await selectWebhook(sql, account.id, params.id), noSuchWebhook)
}
