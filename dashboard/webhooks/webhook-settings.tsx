import type { PickKind } from '../api/pick.ts'
import type { Webhook, WebhookFilters } from '../api/webhooks.ts'
import { fullMoment } from '../format/days.ts'
import { Card } from '../parts/card.tsx'
import { CopyButton } from '../parts/copy-button.tsx'
import { FoundName } from '../parts/finder.tsx'

const kinds: Record<keyof WebhookFilters, { name: string; kind: PickKind | null }> = {
  url_ids: { name: 'Links', kind: 'link' },
  campaign_ids: { name: 'Campaigns', kind: 'campaign' },
  qr_code_ids: { name: 'QR codes', kind: 'code' },
  domains: { name: 'Domains', kind: null },
  tags: { name: 'Tags', kind: null },
}

export function WebhookSettings({ webhook: { id, events, filters, include_bots, created_at } }: { webhook: Webhook }) {
  const given = (Object.keys(kinds) as (keyof WebhookFilters)[]).filter((field) => filters[field] !== null)
  return (
    <Card title="Subscribed events">
      <dl className="grid grid-cols-[6.5rem_minmax(0,1fr)] gap-x-4 gap-y-3">
        <dt className="text-dim">Events</dt>
        <dd>
          <ul className="flex flex-wrap gap-1">
            {events.map((event) => (
              <li key={event} className="rounded bg-sunken px-1.5 py-0.5 font-mono text-xs">
                {event}
              </li>
            ))}
          </ul>
        </dd>
        {given.map((field) => (
          <Filter key={field} {...kinds[field]} values={filters[field] ?? []} />
        ))}
        <dt className="text-dim">Bots</dt>
        <dd>{include_bots ? 'Included' : 'Excluded'}</dd>
        <dt className="text-dim">Created</dt>
        <dd>{fullMoment(new Date(created_at))}</dd>
        <dt className="text-dim">ID</dt>
        <dd className="flex min-w-0 items-center gap-1">
          <code className="min-w-0 truncate font-mono text-[13px]">{id}</code>
          <CopyButton text={id} label="Copy ID" />
        </dd>
      </dl>
    </Card>
  )
}

const Filter = ({ name, kind, values }: { name: string; kind: PickKind | null; values: readonly string[] }) => (
  <>
    <dt className="text-dim">{name}</dt>
    <dd>
      <ul className="flex flex-wrap gap-1">
        {values.map((value) => (
          <li key={value} className="max-w-full truncate rounded bg-sunken px-1.5 py-0.5 text-xs">
            {kind === null ? value : <FoundName kind={kind} id={value} />}
          </li>
        ))}
      </ul>
    </dd>
  </>
)
