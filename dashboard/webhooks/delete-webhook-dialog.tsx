import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { toast } from 'sonner'
import { deleteWebhook, type Webhook, webhookQuery, webhooksKey } from '../api/webhooks.ts'
import { Confirm } from '../parts/confirm.tsx'

interface DeleteProps {
  webhook: Webhook
  title: string
  onClose: () => void
}

export function DeleteWebhookDialog({ webhook, title, onClose }: DeleteProps) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  async function remove() {
    await deleteWebhook(webhook.id)
    await navigate({ to: '/webhooks' })
    queries.removeQueries({ queryKey: webhookQuery(webhook.id).queryKey })
    toast.success(`${title} is deleted`)
    await queries.invalidateQueries({ queryKey: webhooksKey })
  }
  return (
    <Confirm
      title={`Delete ${title}?`}
      about="Its log goes with it, and what it has not been told yet is not told. This cannot be undone."
      act="Delete"
      onAct={remove}
      onClose={onClose}
    />
  )
}
