import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { refreshList } from '../api/refresh.ts'
import { type CreatedWebhook, createWebhook, webhooksKey } from '../api/webhooks.ts'
import { Modal } from '../parts/modal.tsx'
import { draftOf, emptyWebhook } from './draft-webhook.ts'
import { Secret } from './secret.tsx'
import { WebhookForm } from './webhook-form.tsx'

/** Creates a webhook, shows its signing secret once, and opens the webhook. */
export function CreateWebhookDialog({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [created, setCreated] = useState<CreatedWebhook | null>(null)
  if (created === null) {
    return (
      <Modal title="Create webhook" onClose={onClose}>
        <WebhookForm
          showsOnce
          start={emptyWebhook}
          submit="Create webhook"
          draft="new-webhook"
          onSubmit={async (filled) => {
            setCreated(await createWebhook(draftOf(filled)))
            void refreshList(queries, webhooksKey)
          }}
        />
      </Modal>
    )
  }
  return (
    <Secret
      title="Webhook created"
      secret={created.secret}
      about="Use it to verify that requests come from Waymark. Requests are signed according to Standard Webhooks."
      onClose={onClose}
      onDone={() => {
        onClose()
        void navigate({ to: '/webhooks/$id', params: { id: created.id } })
      }}
    />
  )
}
