import type { Webhook } from '../api/webhooks.ts'
import { Button } from '../parts/button.tsx'
import { Notice } from '../parts/notice.tsx'
import { RelativeTime } from '../parts/relative-time.tsx'
import { healthOf } from './health.ts'
import { useSwitch } from './use-switch.ts'

export function WebhookNotices({ webhook }: { webhook: Webhook }) {
  const turn = useSwitch(webhook)
  const { reason = '' } = healthOf(webhook)
  const { disabled_reason, failing_since, paused_until } = webhook
  if (disabled_reason !== null) {
    return (
      <Notice
        look="bad"
        title="This webhook was disabled automatically"
        action={<Button onClick={() => turn.mutate(true)}>Enable webhook</Button>}
      >
        {reason}{' '}
        {failing_since !== null && (
          <>
            The first failure was <RelativeTime at={failing_since} />.{' '}
          </>
        )}
        Fix the endpoint, then enable the webhook to send pending events.
      </Notice>
    )
  }
  if (paused_until !== null) {
    return (
      <Notice look="warn" title="Deliveries are paused">
        {reason} Next attempt: <RelativeTime isLong at={paused_until} />.
      </Notice>
    )
  }
  if (failing_since !== null) {
    return (
      <Notice look="warn" title="Deliveries are failing">
        No delivery has succeeded since the first failure <RelativeTime at={failing_since} />. Failed deliveries are
        retried for three days. The webhook is disabled after five days and 20 failures without a success, or after 20
        failures if no delivery has ever succeeded.
      </Notice>
    )
  }
  return null
}
