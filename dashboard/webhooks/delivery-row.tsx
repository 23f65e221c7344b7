import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ChevronRight, RotateCw } from 'lucide-react'
import { useId, useState } from 'react'
import { toast } from 'sonner'
import { deliveryStates } from '../api/delivery-filter.ts'
import { messageOf } from '../api/failure.ts'
import { type Delivery, redeliver, type Webhook, webhooksKey } from '../api/webhooks.ts'
import { quantity } from '../format/numbers.ts'
import { IconButton } from '../parts/button.tsx'
import { lazyPart } from '../parts/lazy-part.tsx'
import { StatePill } from '../parts/pill.tsx'
import { RelativeTime } from '../parts/relative-time.tsx'
import { tickMs, useClock } from '../parts/use-clock.ts'
import { findRetry, outcomeOf } from './health.ts'

const DeliveryDetails = lazyPart(
  () => import('./delivery-details.tsx'),
  'DeliveryDetails',
  <div className="skeleton m-4 h-40" />,
)

const tickOf = () => Math.floor(Date.now() / tickMs)

/** A delivery and its status. Opening it shows the request and response. */
export function DeliveryRow({ webhook, delivery }: { webhook: Webhook; delivery: Delivery }) {
  const details = useId()
  const [isOpen, setIsOpen] = useState(false)
  const queries = useQueryClient()
  const again = useMutation({
    mutationFn: () => redeliver(webhook.id, delivery.id),
    onError: (error) => toast.error('Could not redeliver the event', { description: messageOf(error) }),
    async onSuccess() {
      toast.success(`${delivery.event} redelivered`, { description: 'It has the same event ID.' })
      await queries.invalidateQueries({ queryKey: webhooksKey })
    },
  })
  const { event, status, attempts, created_at } = delivery
  const retryAt = findRetry(webhook, delivery)
  const now = useClock(tickOf) * tickMs
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 pr-3 pl-2 hover:bg-sunken/50 sm:pr-5 sm:pl-3">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={details}
          className="flex min-h-12 min-w-0 flex-1 basis-60 items-center gap-2 rounded-md text-left max-sm:basis-full"
          onClick={() => setIsOpen(!isOpen)}
        >
          <ChevronRight
            aria-hidden
            size={15}
            className={`shrink-0 text-dim transition-transform duration-150 ${isOpen ? 'rotate-90' : ''}`}
          />
          <code className="min-w-0 truncate font-mono text-[13px]">{event}</code>
          <StatePill states={deliveryStates} state={status} />
        </button>
        <p className="pl-6 text-[13px] whitespace-nowrap tabular-nums sm:w-24 sm:pl-0">{outcomeOf(delivery)}</p>
        <p className="min-w-0 flex-1 text-[13px] text-dim sm:w-56 sm:flex-none">
          {quantity(attempts, 'attempt')}
          {retryAt !== null &&
            (Date.parse(retryAt) <= now ? (
              ', retry due'
            ) : (
              <>
                , next retry <RelativeTime at={retryAt} />
              </>
            ))}
        </p>
        <p className="text-right text-[13px] text-dim sm:w-24">
          <RelativeTime at={created_at} />
        </p>
        <IconButton
          Icon={RotateCw}
          title={webhook.is_active ? 'Redeliver' : 'Enable the webhook to redeliver'}
          label={`Redeliver ${event}`}
          disabled={!webhook.is_active || again.isPending}
          onClick={() => again.mutate()}
        />
      </div>
      <div id={details} hidden={!isOpen}>
        {isOpen && <DeliveryDetails delivery={delivery} />}
      </div>
    </>
  )
}
