import { useQuery } from '@tanstack/react-query'
import { Plus, Webhook } from 'lucide-react'
import { useState } from 'react'
import { curlPost } from '../api/call-text.ts'
import { webhooksQuery } from '../api/webhooks.ts'
import { Button } from '../parts/button.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { lazyPart } from '../parts/lazy-part.tsx'
import { ListCard } from '../parts/list-card.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { NeedsPlan } from './needs-plan.tsx'
import { WebhookRow } from './webhook-row.tsx'

const CreateWebhookDialog = lazyPart(() => import('./create-webhook-dialog.tsx'), 'CreateWebhookDialog')

const about = 'Send events to your server'

export const WebhooksPage = () => (
  <NeedsPlan title="Webhooks" about={about}>
    <Endpoints />
  </NeedsPlan>
)

function Endpoints() {
  const query = useQuery(webhooksQuery)
  const [isCreating, setIsCreating] = useState(false)
  return (
    <>
      <PageHead title="Webhooks" about={about}>
        {query.data?.data.length !== 0 && (
          <Button Icon={Plus} look="main" onClick={() => setIsCreating(true)}>
            Create webhook
          </Button>
        )}
      </PageHead>
      <ListCard
        label="Webhooks"
        query={query}
        rows={query.data?.data}
        empty={
          <EmptyState
            Icon={Webhook}
            title="Your webhooks will appear here"
            about="A webhook sends a signed POST request to your server when something happens, such as a click, a scan, or a completed A/B test."
            action="Create webhook"
            onAct={() => setIsCreating(true)}
            command={curlPost('/webhooks', {
              url: 'https://hooks.example.com/waymark',
              events: ['url.created', 'url.clicked'],
            })}
          />
        }
      >
        {(webhook) => <WebhookRow webhook={webhook} />}
      </ListCard>
      {isCreating && <CreateWebhookDialog onClose={() => setIsCreating(false)} />}
    </>
  )
}
