import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { deleteWebhook, webhookQuery, webhooksKey } from '../api/webhooks.ts'
import { BackLink } from '../parts/back-link.tsx'
import { ThingHeadSkeleton } from '../parts/thing-head.tsx'
import { isUnavailable, TroublePage } from '../parts/trouble.tsx'
import { useRemoval } from '../parts/use-removal.ts'
import { DeliveryLog } from './delivery-log.tsx'
import { NeedsPlan } from './needs-plan.tsx'
import { useShownWebhook } from './use-switch.ts'
import { WebhookHead } from './webhook-head.tsx'
import { WebhookNotices } from './webhook-notices.tsx'
import { WebhookSettings } from './webhook-settings.tsx'

const route = getRouteApi('/webhooks/$id')

export const WebhookPage = () => (
  <NeedsPlan title="Webhook">
    <Endpoint />
  </NeedsPlan>
)

function Endpoint() {
  const { id } = route.useParams()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const queries = useQueryClient()
  const { isKept, remove } = useRemoval(id, {
    request: () => deleteWebhook(id),
    leave: () => navigate({ to: '/webhooks' }),
    refresh: () => queries.invalidateQueries({ queryKey: webhooksKey }),
  })
  const query = useQuery({ ...webhookQuery(id), enabled: isKept })
  const data = useShownWebhook(id, query.data)
  const back = <BackLink to="/webhooks">Webhooks</BackLink>
  if (isUnavailable(query))
    return <TroublePage title="Webhook" missing="This webhook does not exist" back={back} query={query} />
  if (data === undefined) {
    return (
      <>
        {back}
        <ThingHeadSkeleton title="Webhook" height="h-40" />
        <div className="grid gap-5">
          <div className="skeleton h-32" />
          <div className="skeleton h-96" />
        </div>
      </>
    )
  }
  return (
    <>
      {back}
      <WebhookHead webhook={data} onDelete={remove} />
      <div className="grid gap-5">
        <WebhookNotices webhook={data} />
        <WebhookSettings webhook={data} />
        <DeliveryLog
          webhook={data}
          isKept={isKept}
          filter={search}
          onFilter={(change) =>
            void navigate({ search: (old) => ({ ...old, ...change }), replace: true, resetScroll: false })
          }
        />
      </div>
    </>
  )
}
