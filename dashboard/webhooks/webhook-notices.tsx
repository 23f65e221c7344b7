import type { Webhook } from '../api/webhooks.ts'
import { Button } from '../parts/button.tsx'
import { Notice } from '../parts/notice.tsx'
import { RelativeTime } from '../parts/relative-time.tsx'
import { healthOf } from './health.ts'
import { useSwitch } from './use-switch.ts'

/** Why nothing arrives, and what to do about it. */
export function WebhookNotices({ webhook }: { webhook: Webhook }) {
  const turn = useSwitch(webhook)
  const { reason = '' } = healthOf(webhook)
  const { disabled_reason, failing_since, paused_until } = webhook
  if (disabled_reason !== null) {
    return (
      <Notice
        look="bad"
        title="Waymark has disabled this webhook"
        action={<Button onClick={() => turn.mutate(true)}>Switch it on again</Button>}
      >
        {reason}{' '}
        {failing_since !== null && (
          <>
            The first failure was <RelativeTime at={failing_since} />.{' '}
          </>
        )}
        Mend the receiver first; then what still waits is sent.
      </Notice>
    )
  }
  if (paused_until !== null) {
    return (
      <Notice look="warn" title="The receiver is left alone for a while">
        {reason} The next attempt is <RelativeTime at={paused_until} />.
      </Notice>
    )
  }
  if (failing_since !== null) {
    return (
      <Notice look="warn" title="Attempts fail">
        The first failed <RelativeTime at={failing_since} />, and none has succeeded since. What fails is tried again
        for three days; after five days without a success the webhook is disabled.
      </Notice>
    )
  }
  return null
}
