import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { toast } from 'sonner'
import { deleteWebhook, type Webhook, webhookQuery, webhooksKey } from '../api/webhooks.ts'
import { Button } from '../parts/button.tsx'
import { Modal } from '../parts/modal.tsx'
import { Refusal } from '../parts/refusal.tsx'

interface DeleteProps {
  webhook: Webhook
  title: string
  onClose: () => void
}

export function DeleteWebhookDialog({ webhook, title, onClose }: DeleteProps) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const remove = useMutation({
    mutationFn: () => deleteWebhook(webhook.id),
    async onSuccess() {
      await navigate({ to: '/webhooks' })
      queries.removeQueries({ queryKey: webhookQuery(webhook.id).queryKey })
      toast.success(`${title} is deleted`)
      await queries.invalidateQueries({ queryKey: webhooksKey })
    },
  })
  return (
    <Modal
      title={`Delete ${title}?`}
      about="Its log goes with it, and what it has not been told yet is not told. This cannot be undone."
      onClose={onClose}
    >
      {remove.isError && (
        <div className="mb-4">
          <Refusal failure={remove.error} />
        </div>
      )}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Keep it</Button>
        <Button look="bad" disabled={remove.isPending} onClick={() => remove.mutate()}>
          Delete
        </Button>
      </div>
    </Modal>
  )
}
