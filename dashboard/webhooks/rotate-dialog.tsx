import { useState } from 'react'
import { rotateSecret, type Webhook } from '../api/webhooks.ts'
import { fullMoment } from '../format/days.ts'
import { Form } from '../parts/form.tsx'
import { Modal } from '../parts/modal.tsx'
import { useSending } from '../parts/use-sending.ts'
import { Secret } from './secret.tsx'

export function RotateDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const [rotated, setRotated] = useState<Awaited<ReturnType<typeof rotateSecret>> | null>(null)
  const sending = useSending(async () => setRotated(await rotateSecret(webhook.id)))
  if (rotated !== null) {
    const until = fullMoment(new Date(rotated.old_secret_valid_until))
    return (
      <Secret
        title="New signing secret"
        secret={rotated.secret}
        about={`Until ${until}, requests are also signed with the old secret, so you can switch without downtime.`}
        onClose={onClose}
      />
    )
  }
  return (
    <Modal
      title="Rotate the signing secret?"
      about="For 24 hours, requests are signed with both secrets. After that, the old secret stops working."
      onClose={onClose}
    >
      <Form showsOnce sending={sending} submit="Rotate secret">
        {null}
      </Form>
    </Modal>
  )
}
