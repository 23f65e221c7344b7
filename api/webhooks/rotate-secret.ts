import { ApiError, demand } from '#core/api-error.ts'
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
    'The new secret is shown only in this response. For 24 hours, deliveries are signed with both secrets. You can rotate once more in that time: each earlier secret stays valid for 24 hours after its own rotation. While two earlier secrets are valid, another rotation returns `CONFLICT`; `details.available_at` is when the older one ends.',
  permission: 'write',
  sensitive: true,
  feature: 'webhooks',
  params: webhookParams,
  reply: rotatedSecret,
  secretReply: true,
  errors: ['NOT_FOUND', 'CONFLICT'],
  async handle({ params, account, role, key, session, reach, sql, secretKeys }) {
    refuseBound(reach)
    const secret = mintSecret()
    const rotation = await sql.begin(async (tx) => {
      await demandCaller(tx, { account, role, key, session })
      const sealed = await sealSecret(tx, secretKeys, 'signing secret', secret)
      return await writeSecret(tx, account.id, params.id, { secret: sealed, oldHours })
    })
    const written = demand(rotation, noSuchWebhook)
    if ('blockedUntil' in written) throw rotatedTwice(written.blockedUntil)
    return { secret, old_secret_valid_until: written.until }
  },
})

/** Receivers may still have the oldest secret, which a third rotation would end. */
function rotatedTwice(until: Date): ApiError {
  const hours = Math.max(1, Math.ceil((until.getTime() - Date.now()) / 3_600_000))
  return new ApiError(
    'CONFLICT',
    `Two earlier secrets are still valid. Rotate again in ${hours === 1 ? '1 hour' : `${hours} hours`}. If a secret has leaked, create a new webhook and delete this one.`,
    { available_at: until.toISOString() },
  )
}
