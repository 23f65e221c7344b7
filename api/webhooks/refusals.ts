import { ApiError, invalidField } from '#core/api-error.ts'
import { mostWebhooks } from '#model/webhooks/webhooks.ts'
import type { Config } from '#runtime/config.ts'
import { refusalOf } from '#runtime/safe-fetch.ts'

export const noSuchWebhook = () => new ApiError('NOT_FOUND', 'Webhook not found.')
export const noSuchDelivery = () => new ApiError('NOT_FOUND', 'Delivery not found.')

export function refuseUrl(url: string, { WEBHOOK_ALLOW_PRIVATE }: Config): void {
  const refusal = refusalOf(url, WEBHOOK_ALLOW_PRIVATE)
  if (refusal !== null) throw invalidField('url', refusal)
}

export function refuseTooManyWebhooks(count: number): void {
  if (count >= mostWebhooks)
    throw new ApiError('CONFLICT', `An account can have at most ${mostWebhooks} webhooks. Delete one first.`)
}

/** Inactive webhooks receive nothing. */
export function refuseInactive({ is_active }: { is_active: boolean }): void {
  if (!is_active) throw new ApiError('CONFLICT', 'This webhook is not active. Set `is_active` to true first.')
}
