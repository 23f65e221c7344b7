import { refuseBound } from '#model/accounts/reach.ts'
import { sealSecret } from '#model/installation/stored-secrets.ts'
import { mintSecret } from '#model/webhooks/mint-secret.ts'
import { countUnderLock, insertWebhook } from '#model/webhooks/webhooks.ts'
import { createdWebhook, createWebhookBody } from '#schemas/webhooks.ts'
import { demandCaller } from '../frame/auth/demand-caller.ts'
import { endpoint } from '../frame/endpoint.ts'
import { refuseTooManyWebhooks, refuseUrl } from './refusals.ts'

export const createWebhook = endpoint({
  method: 'POST',
  path: '/webhooks',
  summary: 'Create a webhook',
  description:
    'The signing secret is shown only in this response. Send a test event before you rely on the webhook: a URL that has never accepted an event is disabled after 20 failures.',
  permission: 'write',
  sensitive: true,
  feature: 'webhooks',
  body: createWebhookBody,
  example: { name: 'CRM', url: 'https://hooks.example.com/waymark', events: ['url.created', 'url.clicked'] },
  reply: createdWebhook,
  status: 201,
  secretReply: true,
  async handle({ body, account, role, key, session, reach, sql, config, secretKeys }) {
    refuseBound(reach)
    refuseUrl(body.url, config)
    const secret = mintSecret()
    const created = await sql.begin(async (tx) => {
      refuseTooManyWebhooks(await countUnderLock(tx, account.id))
      await demandCaller(tx, { account, role, key, session })
      const sealed = await sealSecret(tx, secretKeys, 'signing secret', secret)
      return await insertWebhook(tx, { ...body, account_id: account.id, secret: sealed })
    })
    return { ...created, secret }
  },
})
