import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { curlPost } from '../api/call-text.ts'
import { webhooksQuery } from '../api/webhooks.ts'
import { Button } from '../parts/button.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { ListSkeleton } from '../parts/list-skeleton.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { Trouble } from '../parts/trouble.tsx'
import { NeedsPlan, useHasWebhooks } from './needs-plan.tsx'
import { WebhookRow } from './webhook-row.tsx'

const CreateWebhookDialog = lazy(async () => ({
  default: (await import('./create-webhook-dialog.tsx')).CreateWebhookDialog,
}))

const about = 'Your server is told of what happens'

export function WebhooksPage() {
  const hasWebhooks = useHasWebhooks()
  if (hasWebhooks) return <Endpoints />
  return (
    <>
      <PageHead title="Webhooks" about={about} />
      <NeedsPlan />
    </>
  )
}

function Endpoints() {
  const { data, isError, error, refetch } = useQuery(webhooksQuery)
  const [isCreating, setIsCreating] = useState(false)
  return (
    <>
      <PageHead title="Webhooks" about={about}>
        <Button look="main" onClick={() => setIsCreating(true)}>
          <Plus aria-hidden size={15} /> Create a webhook
        </Button>
      </PageHead>
      {isError && data === undefined ? (
        <div className="card p-5">
          <Trouble error={error} onRetry={() => void refetch()} />
        </div>
      ) : data === undefined ? (
        <div className="card p-4">
          <ListSkeleton rows={4} />
        </div>
      ) : data.data.length === 0 ? (
        <EmptyState
          about="A webhook is an address of yours that is sent a signed POST when something happens: a link is clicked, a code scanned, a test decided."
          action={
            <Button look="main" onClick={() => setIsCreating(true)}>
              Create a webhook
            </Button>
          }
          command={curlPost('/webhooks', {
            url: 'https://hooks.example.com/waymark',
            events: ['url.created', 'url.clicked'],
          })}
        />
      ) : (
        <ul aria-label="Webhooks" className="card overflow-hidden">
          {data.data.map((webhook) => (
            <li key={webhook.id} className="border-b border-line last:border-b-0">
              <WebhookRow webhook={webhook} />
            </li>
          ))}
        </ul>
      )}
      <Suspense>{isCreating && <CreateWebhookDialog onClose={() => setIsCreating(false)} />}</Suspense>
    </>
  )
}
