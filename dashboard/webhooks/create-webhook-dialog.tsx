import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { type CreatedWebhook, createWebhook, webhooksKey } from '../api/webhooks.ts'
import { Modal } from '../parts/modal.tsx'
import { draftOf, emptyWebhook } from './draft-webhook.ts'
import { Secret } from './secret.tsx'
import { WebhookForm } from './webhook-form.tsx'

/** Asks what is to be told to whom; then shows the secret, this once, and leads to the webhook. */
export function CreateWebhookDialog({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [created, setCreated] = useState<CreatedWebhook | null>(null)
  if (created === null) {
    return (
      <Modal title="Create a webhook" onClose={onClose}>
        <WebhookForm
          start={emptyWebhook}
          submit="Create the webhook"
          onSubmit={async (filled) => {
            setCreated(await createWebhook(draftOf(filled)))
            await queries.invalidateQueries({ queryKey: webhooksKey })
          }}
        />
      </Modal>
    )
  }
  return (
    <Modal isFirm title="Your new webhook" about="Copy its secret now: it is never shown again." onClose={onClose}>
      <Secret
        secret={created.secret}
        about="Everything that is sent is signed with it, as Standard Webhooks says."
        onDone={() => {
          onClose()
          void navigate({ to: '/webhooks/$id', params: { id: created.id } })
        }}
      />
    </Modal>
  )
}
