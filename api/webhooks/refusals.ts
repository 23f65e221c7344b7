import { ApiError, invalidField } from '#core/api-error.ts'
import type { Config } from '#runtime/config.ts'
import { refusalOf } from '#runtime/safe-fetch.ts'

/** Of one account. */
const mostWebhooks = 50

export const noSuchWebhook = () => new ApiError('NOT_FOUND', 'No such webhook')
export const noSuchDelivery = () => new ApiError('NOT_FOUND', 'No such delivery')

export function refuseUrl(url: string, { WEBHOOK_ALLOW_PRIVATE }: Config): void {
  const refusal = refusalOf(url, WEBHOOK_ALLOW_PRIVATE)
  if (refusal !== null) throw invalidField('url', refusal)
}

export function refuseTooManyWebhooks(count: number): void {
  if (count >= mostWebhooks) throw new ApiError('CONFLICT', `An account can have ${mostWebhooks} webhooks`)
}

/** What is switched off is sent nothing, whoever asks. */
export function refuseInactive({ is_active }: { is_active: boolean }): void {
  if (!is_active) throw new ApiError('CONFLICT', 'This webhook is not active: set is_active first')
}
