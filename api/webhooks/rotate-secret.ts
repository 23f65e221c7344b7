import { demand } from '#core/api-error.ts'
import { refuseBound } from '#model/accounts/reach.ts'
import { sealSecret } from '#model/installation/stored-secrets.ts'
import { mintSecret } from '#model/webhooks/mint-secret.ts'
import { writeSecret } from '#model/webhooks/webhooks.ts'
import { rotatedSecret, webhookParams } from '#schemas/webhooks.ts'
import { demandCaller } from '../frame/auth/demand-caller.ts'
import { endpoint } from '../frame/endpoint.ts'
import { noSuchWebhook } from './refusals.ts'

/** Time for receivers to switch to the new secret. */
const oldHours = 24

export const rotateSecret = endpoint({
  method: 'POST',
  path: '/webhooks/{id}/rotate-secret',
  summary: 'Rotate the signing secret',
  description:
    'The new secret is shown only in this response. For 24 hours, deliveries are signed with both secrets. If you rotate again in that time, the two newest earlier secrets stay valid, each for 24 hours after its own rotation.',
  permission: 'write',
  sensitive: true,
  feature: 'webhooks',
  params: webhookParams,
  reply: rotatedSecret,
  secretReply: true,
  errors: ['NOT_FOUND'],
  async handle({ params, account, role, key, session, reach, sql, secretKeys }) {
    refuseBound(reach)
    const secret = mintSecret()
    const until = await sql.begin(async (tx) => {
      await demandCaller(tx, { account, role, key, session })
      const sealed = await sealSecret(tx, secretKeys, 'signing secret', secret)
      return await writeSecret(tx, account.id, params.id, { secret: sealed, oldHours })
    })
    return { secret, old_secret_valid_until: demand(until, noSuchWebhook) }
  },
})
