import type { Delivery, Webhook } from '../api/webhooks.ts'
import type { PillLook } from '../parts/pill.tsx'

export interface Health {
  name: string
  look: PillLook
  /** Why, in a sentence, where it is not as it should be. */
  reason?: string
}

/** How an endpoint does, in a word. */
export function healthOf(
  webhook: Pick<Webhook, 'is_active' | 'disabled_reason' | 'failing_since' | 'paused_until'>,
): Health {
  const { is_active, disabled_reason, failing_since, paused_until } = webhook
  if (disabled_reason === 'gone')
    return { name: 'Disabled', look: 'bad', reason: 'Its receiver answered 410: it is gone for good.' }
  if (disabled_reason === 'failing')
    return { name: 'Disabled', look: 'bad', reason: 'No attempt has succeeded for five days.' }
  if (!is_active)
    return { name: 'Off', look: 'quiet', reason: 'It was switched off. Nothing is noted, and nothing sent.' }
  if (paused_until !== null)
    return {
      name: 'Waiting',
      look: 'warn',
      reason: 'Too many attempts failed in a row, or the receiver asked for time.',
    }
  if (failing_since !== null) return { name: 'Failing', look: 'warn', reason: 'No attempt has succeeded since then.' }
  return { name: 'Active', look: 'good' }
}

/** What came of the last attempt, in a few words. */
export function outcomeOf({ response, error, attempts }: Pick<Delivery, 'response' | 'error' | 'attempts'>): string {
  if (response !== null) return String(response.status)
  if (error !== null) return 'No answer'
  return attempts === 0 ? 'Not sent yet' : 'No answer'
}

/** JSON as people read it; what is cut or is none stays as it is. */
export function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
