import { demand } from '#core/api-error.ts'
import { givenFields } from '#core/fields.ts'
import { refuseBound } from '#model/accounts/reach.ts'
import { selectWebhook, writeWebhook } from '#model/webhooks/webhooks.ts'
import { readOnlyWebhookMembers, updateWebhookBody, webhook, webhookParams } from '#schemas/webhooks.ts'
import { demandCaller } from '../frame/auth/demand-caller.ts'
import { demandConfirmed } from '../frame/auth/demand-session.ts'
import { endpoint } from '../frame/endpoint.ts'
import { readWebhook } from './get-webhook.ts'
import { noSuchWebhook, refuseUrl } from './refusals.ts'

export const updateWebhook = endpoint({
  method: 'PUT',
  path: '/webhooks/{id}',
  summary: 'Update a webhook',
  description: 'Fields that you omit stay unchanged.',
  permission: 'write',
  feature: 'webhooks',
  params: webhookParams,
  body: updateWebhookBody,
  readOnly: readOnlyWebhookMembers,
  current: async (context) => webhook.parse(await readWebhook(context)),
  reply: webhook,
  errors: ['NOT_FOUND'],
  async handle({ params, body, account, role, key, session, reach, sql, config }) {
    refuseBound(reach)
    if (body.url !== undefined) refuseUrl(body.url, config)
    const { delivery_mode: _, ...given } = body
    const changes = givenFields(given)
    const changed = await sql.begin(async (tx) => {
      const known = await selectWebhook(tx, account.id, params.id)
      if (known === undefined || Object.keys(changes).length === 0) return known
      // Another URL receives all events, as a new webhook would.
      if (body.url !== undefined && body.url !== known.url) {
        demandConfirmed(session)
        await demandCaller(tx, { account, role, key, session })
      }
      return await writeWebhook(tx, account.id, params.id, changes)
    })
    return demand(changed, noSuchWebhook)
  },
})
