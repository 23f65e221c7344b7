import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from 'sonner'
import { readAgain } from '../api/read-again.ts'
import { updateWebhook, type Webhook, webhookQuery, webhooksKey } from '../api/webhooks.ts'
import { Modal } from '../parts/modal.tsx'
import { useClose } from '../parts/use-is-there.ts'
import { changesOf, type FilledWebhook, filledOf } from './draft-webhook.ts'
import { WebhookForm } from './webhook-form.tsx'

export function EditWebhookDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const close = useClose(onClose)
  const queries = useQueryClient()

  // Kept from the start, so that saving does not revert what others change in the meantime.
  const [start] = useState(() => filledOf(webhook))

  const readFilters = async () => (await readAgain(queries, webhookQuery(webhook.id))).filters

  async function save(filled: FilledWebhook) {
    const changes = await changesOf(filled, start, readFilters)
    if (Object.keys(changes).length > 0) await updateWebhook(webhook.id, changes)
    await queries.invalidateQueries({ queryKey: webhooksKey })
    close()
    toast.success('Webhook saved')
  }

  return (
    <Modal title="Edit webhook" onClose={onClose}>
      <WebhookForm start={start} submit="Save" draft={`webhook ${webhook.id}`} onSubmit={save} />
    </Modal>
  )
}
