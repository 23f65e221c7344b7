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
      <Modal isFirm title="The new secret" about="Copy it now: it is never shown again." onClose={onClose}>
        <Secret
          secret={rotate.data.secret}
          about={`Until ${until} what is sent is signed with the old one too, so that you can change over in peace.`}
          onDone={onClose}
        />
      </Modal>
    )
  }
  return (
    <Modal
      title="Make a new secret?"
      about="For 24 hours what is sent is signed with both. After that the old secret is worth nothing."
      onClose={onClose}
    >
      {rotate.isError && (
        <div className="mb-4">
          <Refusal failure={rotate.error} />
        </div>
      )}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Keep the old one</Button>
        <Button look="main" disabled={rotate.isPending} onClick={() => rotate.mutate()}>
          Make a new secret
        </Button>
      </div>
    </Modal>
  )
}
