import { useMutation } from '@tanstack/react-query'
import { rotateSecret, type Webhook } from '../api/webhooks.ts'
import { fullMoment } from '../format/days.ts'
import { Button } from '../parts/button.tsx'
import { Modal } from '../parts/modal.tsx'
import { Refusal } from '../parts/refusal.tsx'
import { Secret } from './secret.tsx'

export function RotateDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const rotate = useMutation({ mutationFn: () => rotateSecret(webhook.id) })
  if (rotate.data !== undefined) {
    const until = fullMoment(new Date(rotate.data.old_secret_valid_until))
    return (
      <Secret
        title="New signing secret"
        secret={rotate.data.secret}
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
      {rotate.isError && (
        <div className="mb-4">
          <Refusal failure={rotate.error} />
        </div>
      )}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button look="main" disabled={rotate.isPending} onClick={() => rotate.mutate()}>
          Rotate secret
        </Button>
      </div>
    </Modal>
  )
}
