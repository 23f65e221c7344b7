import type { Delivery, Webhook } from '../api/webhooks.ts'
import type { PillLook } from '../parts/pill.tsx'

export interface Health {
  name: string
  look: PillLook
  /** The reason, if the webhook is not healthy. */
  reason?: string
}

export function healthOf(
  webhook: Pick<Webhook, 'is_active' | 'disabled_reason' | 'failing_since' | 'paused_until'>,
): Health {
  const { is_active, disabled_reason, failing_since, paused_until } = webhook
  if (disabled_reason === 'gone')
    return { name: 'Disabled', look: 'bad', reason: 'The endpoint responded with 410 Gone.' }
  if (disabled_reason === 'failing')
    return {
      name: 'Disabled',
      look: 'bad',
      reason: 'No delivery succeeded for five days, or the first 20 attempts all failed.',
    }
  if (!is_active)
    return { name: 'Disabled', look: 'quiet', reason: 'Disabled by a user. Events are not recorded or sent.' }
  if (paused_until !== null)
    return {
      name: 'Paused',
      look: 'warn',
      reason: 'Too many attempts failed in a row, or the endpoint asked to slow down.',
    }
  if (failing_since !== null) return { name: 'Failing', look: 'warn', reason: 'No delivery has succeeded since then.' }
  return { name: 'Active', look: 'good' }
}

/** The outcome of the last attempt: its response status, or a short text. */
export function outcomeOf({ response, error, attempts }: Pick<Delivery, 'response' | 'error' | 'attempts'>): string {
  if (response !== null) return String(response.status)
  if (error !== null) return 'No response'
  return attempts === 0 ? 'Not sent yet' : 'No response'
}

/** When a failed delivery is sent again: not while the webhook is disabled, and not before a pause ends. */
export function findRetry(
  { is_active, paused_until }: Pick<Webhook, 'is_active' | 'paused_until'>,
  { attempts, next_attempt_at }: Pick<Delivery, 'attempts' | 'next_attempt_at'>,
): string | null {
  if (!is_active || attempts === 0 || next_attempt_at === null) return null
  if (paused_until === null || Date.parse(paused_until) <= Date.parse(next_attempt_at)) return next_attempt_at
  return paused_until
}

/** Formats JSON for display. Truncated or other text is left unchanged. */
export function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
