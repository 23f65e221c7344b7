import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import {
  type DeliveryFilter,
  type DeliveryStatus,
  deliveriesQuery,
  type Webhook,
  webhookEventsQuery,
} from '../api/webhooks.ts'
import { Button } from '../parts/button.tsx'
import { Card } from '../parts/card.tsx'
import { inputStyle } from '../parts/field.tsx'
import { ListSkeleton } from '../parts/list-skeleton.tsx'
import { Segments } from '../parts/segments.tsx'
import { Trouble } from '../parts/trouble.tsx'
import { deliveryNames } from '../webhooks/health.ts'
import { DeliveryRow } from './delivery-row.tsx'

interface DeliveryLogProps {
  webhook: Webhook
  filter: DeliveryFilter
  onFilter: (change: DeliveryFilter) => void
}

const statuses = [
  { value: 'all', name: 'All' },
  ...(Object.keys(deliveryNames) as DeliveryStatus[]).map((value) => ({ value, name: deliveryNames[value] })),
] as const

/** What was sent and answered; it goes on by itself. */
export function DeliveryLog({ webhook, filter, onFilter }: DeliveryLogProps) {
  const query = useInfiniteQuery({ ...deliveriesQuery(webhook.id, filter), placeholderData: (old) => old })
  const events = useQuery(webhookEventsQuery)
  const deliveries = query.data?.pages.flatMap((page) => page.data)
  const isFiltered = filter.status !== undefined || filter.event !== undefined
  return (
    <Card title="Deliveries" aside={<p className="text-xs text-dim">30 days, live</p>}>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <Segments
          name="Status"
          choices={statuses}
          chosen={filter.status ?? 'all'}
          onChoose={(value) => onFilter({ status: value === 'all' ? undefined : value })}
        />
        <select
          aria-label="Event"
          className={`${inputStyle} w-auto! max-w-full`}
          value={filter.event ?? ''}
          onChange={({ target }) => onFilter({ event: target.value === '' ? undefined : target.value })}
        >
          <option value="">Every event</option>
          {events.data?.map(({ type }) => (
            <option key={type} value={type}>
              {type}
            </option>
          ))}
        </select>
      </div>
      {query.isError && deliveries === undefined ? (
        <Trouble error={query.error} onRetry={() => void query.refetch()} />
      ) : deliveries === undefined ? (
        <ListSkeleton rows={6} />
      ) : deliveries.length === 0 ? (
        <p className="py-8 text-center text-dim">
          {isFiltered
            ? 'No delivery is like that.'
            : 'Nothing yet. Send a test to see what arrives. Clicks and scans stand here only if they failed at first.'}
        </p>
      ) : (
        <ul
          aria-label="Deliveries"
          aria-busy={query.isPlaceholderData}
          className={`-mx-4 border-t border-line transition-opacity sm:-mx-5 ${query.isPlaceholderData ? 'opacity-60' : ''}`}
        >
          {deliveries.map((delivery) => (
            <li key={delivery.id} className="border-b border-line last:border-b-0">
              <DeliveryRow webhook={webhook} delivery={delivery} />
            </li>
          ))}
        </ul>
      )}
      {query.hasNextPage && (
        <Button
          className="mt-3 self-start"
          disabled={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </Card>
  )
}
