import { useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { updateWebhook, type Webhook, webhooksKey } from '../api/webhooks.ts'
import { Modal } from '../parts/modal.tsx'
import { draftOf, type FilledWebhook, filledOf } from './draft-webhook.ts'
import { WebhookForm } from './webhook-form.tsx'

export function EditWebhookDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const queries = useQueryClient()

  async function save(filled: FilledWebhook) {
    const { url, ...draft } = draftOf(filled)
    // The URL is sent only if it changed, because a new URL resets failures and pauses.
    await updateWebhook(webhook.id, url === webhook.url ? draft : { ...draft, url })
    await queries.invalidateQueries({ queryKey: webhooksKey })
    onClose()
    toast.success('Webhook saved')
  }

  return (
    <Modal title="Edit webhook" onClose={onClose}>
      <WebhookForm start={filledOf(webhook)} submit="Save" draft={`webhook ${webhook.id}`} onSubmit={save} />
    </Modal>
  )
}
