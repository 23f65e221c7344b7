import { useMutation, useQueryClient } from '@tanstack/react-query'
import { KeyRound, Pause, Pencil, Play, Send, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { toast } from 'sonner'
import { messageOf } from '../api/failure.ts'
import { sendTest, type Webhook, webhooksKey } from '../api/webhooks.ts'
import { bareUrl } from '../format/urls.ts'
import { Button } from '../parts/button.tsx'
import { CopyButton } from '../parts/copy-button.tsx'
import { lazyPart } from '../parts/lazy-part.tsx'
import { Pill } from '../parts/pill.tsx'
import { ThingHead } from '../parts/thing-head.tsx'
import { healthOf } from './health.ts'
import { useSwitch } from './use-switch.ts'

const EditWebhookDialog = lazyPart(() => import('./edit-webhook-dialog.tsx'), 'EditWebhookDialog')
const RotateDialog = lazyPart(() => import('./rotate-dialog.tsx'), 'RotateDialog')
const Confirm = lazyPart(() => import('../parts/confirm.tsx'), 'Confirm')

export function WebhookHead({ webhook, onDelete }: { webhook: Webhook; onDelete: () => Promise<void> }) {
  const queries = useQueryClient()
  const turn = useSwitch(webhook)
  const [open, setOpen] = useState<'edit' | 'rotate' | 'delete' | null>(null)
  const title = webhook.name ?? bareUrl(webhook.url)
  const health = healthOf(webhook)
  const test = useMutation({
    mutationFn: () => sendTest(webhook.id),
    onError: (error) => toast.error('Could not send the test event', { description: messageOf(error) }),
    async onSuccess() {
      toast.success('Test event sent', { description: 'See the result in the delivery log.' })
      await queries.invalidateQueries({ queryKey: webhooksKey })
    },
  })
  const close = () => setOpen(null)
  return (
    <ThingHead
      title={title}
      state={<Pill look={health.look}>{health.name}</Pill>}
      actions={
        <div className="flex flex-wrap gap-2">
          {webhook.is_active && (
            <>
              <Button Icon={Send} disabled={test.isPending} onClick={() => test.mutate()}>
                Send test event
              </Button>
              <Button Icon={Pause} onClick={() => turn.mutate(false)}>
                Disable
              </Button>
            </>
          )}
          {!webhook.is_active && webhook.disabled_reason === null && (
            <Button Icon={Play} look="main" onClick={() => turn.mutate(true)}>
              Enable
            </Button>
          )}
          <Button Icon={Pencil} onClick={() => setOpen('edit')}>
            Edit
          </Button>
          <Button Icon={KeyRound} onClick={() => setOpen('rotate')}>
            Rotate secret
          </Button>
          <Button Icon={Trash2} onClick={() => setOpen('delete')}>
            Delete
          </Button>
        </div>
      }
    >
      <p className="mt-0.5 flex items-center gap-1.5 text-dim">
        <span className="min-w-0 wrap-anywhere">{webhook.url}</span>
        <CopyButton text={webhook.url} label="Copy URL" />
      </p>
      {open === 'edit' && <EditWebhookDialog webhook={webhook} onClose={close} />}
      {open === 'rotate' && <RotateDialog webhook={webhook} onClose={close} />}
      {open === 'delete' && (
        <Confirm
          title={`Delete ${title}?`}
          about="Its delivery log is deleted, and pending events are not sent. This cannot be undone."
          act="Delete"
          onAct={onDelete}
          done={`${title} deleted`}
          onClose={close}
        />
      )}
    </ThingHead>
  )
}
