import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { deliveryStates } from '../api/delivery-filter.ts'
import { keepRows } from '../api/pages.ts'
import { type DeliveryFilter, deliveriesQuery, type Webhook, webhookEventsQuery } from '../api/webhooks.ts'
import { Card } from '../parts/card.tsx'
import { FilterBox } from '../parts/filter-box.tsx'
import { ListSkeleton } from '../parts/loaded.tsx'
import { MoreButton } from '../parts/more-button.tsx'
import { StateChoice } from '../parts/state-choice.tsx'
import { Trouble } from '../parts/trouble.tsx'
import { DeliveryRow } from './delivery-row.tsx'

interface DeliveryLogProps {
  webhook: Webhook
  /** False once the webhook is being deleted. */
  isKept: boolean
  filter: DeliveryFilter
  onFilter: (change: DeliveryFilter) => void
}

export function DeliveryLog({ webhook, isKept, filter, onFilter }: DeliveryLogProps) {
  const query = useInfiniteQuery({ ...deliveriesQuery(webhook.id, filter), placeholderData: keepRows, enabled: isKept })
  const events = useQuery(webhookEventsQuery)
  const deliveries = query.data?.pages.flatMap((page) => page.data)
  const isFiltered = filter.status !== undefined || filter.event !== undefined
  return (
    <Card title="Deliveries" aside={<p className="text-xs text-dim">Last 30 days, live</p>}>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <StateChoice states={deliveryStates} chosen={filter.status} onChoose={(status) => onFilter({ status })} />
        <FilterBox
          label="Event"
          all="All events"
          className="w-56 max-w-full"
          chosen={filter.event}
          options={events.data?.map(({ type }) => [type, type]) ?? []}
          onChoose={(event) => onFilter({ event })}
        />
      </div>
      {query.isError && deliveries === undefined ? (
        <Trouble query={query} />
      ) : deliveries === undefined ? (
        <ListSkeleton rows={6} />
      ) : deliveries.length === 0 ? (
        <p className="py-8 text-center text-dim">
          {isFiltered
            ? 'No deliveries match your filters.'
            : 'No deliveries yet. Send a test event to try it out. Clicks and scans are listed only if their first attempt failed.'}
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
      <MoreButton query={query} className="mt-3 self-start" />
    </Card>
  )
}
