import { Link } from '@tanstack/react-router'
import { deliveryStates } from '../api/delivery-filter.ts'
import type { Webhook } from '../api/webhooks.ts'
import { bareUrl } from '../format/urls.ts'
import { CopyButton } from '../parts/copy-button.tsx'
import { Pill } from '../parts/pill.tsx'
import { RelativeTime } from '../parts/relative-time.tsx'
import { healthOf } from './health.ts'

const mostEvents = 2

export function WebhookRow({ webhook }: { webhook: Webhook }) {
  const { id, name, url, events } = webhook
  const health = healthOf(webhook)
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 hover:bg-sunken/50">
      <div className="min-w-0 flex-1 basis-64">
        <div className="flex min-h-8 items-center gap-2">
          <Link to="/webhooks/$id" params={{ id }} className="row-name" title={name ?? url}>
            {name ?? bareUrl(url)}
          </Link>
          <Pill look={health.look}>{health.name}</Pill>
        </div>
        <p className="flex items-center gap-1 text-[13px] text-dim">
          <span className="truncate" title={url}>
            {url}
          </span>
          <CopyButton text={url} label={`Copy ${url}`} />
        </p>
      </div>
      <ul className="flex flex-wrap gap-1 lg:w-72 lg:justify-end" aria-label="Events" title={events.join(', ')}>
        {events.slice(0, mostEvents).map((event) => (
          <li key={event} className="rounded bg-sunken px-1.5 py-0.5 font-mono text-xs text-dim">
            {event}
          </li>
        ))}
        {events.length > mostEvents && <li className="py-0.5 text-xs text-dim">+{events.length - mostEvents}</li>}
      </ul>
      <LastDelivery webhook={webhook} />
    </div>
  )
}

function LastDelivery({ webhook: { last_delivery, failing_since } }: { webhook: Webhook }) {
  return (
    <p className="w-full text-[13px] text-dim sm:w-52 sm:text-right">
      {last_delivery === null ? (
        'No deliveries yet'
      ) : (
        <>
          <code className="font-mono">{last_delivery.event}</code> <RelativeTime at={last_delivery.created_at} />
          <span className="block">
            {deliveryStates[last_delivery.status].name}
            {last_delivery.response_status !== null && ` (${last_delivery.response_status})`}
          </span>
        </>
      )}
      {failing_since !== null && (
        <span className="block text-warn">
          Failing since <RelativeTime at={failing_since} />
        </span>
      )}
    </p>
  )
}
