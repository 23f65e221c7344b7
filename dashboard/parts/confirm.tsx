import { toast } from 'sonner'
import { Button } from './button.tsx'
import { Modal } from './modal.tsx'
import { Refusal } from './refusal.tsx'
import { useClose } from './use-is-there.ts'
import { useSending } from './use-sending.ts'

interface ConfirmProps {
  title: string
  /** The consequences, and whether they can be undone. */
  about: string
  /** Label of the button that confirms. */
  act: string
  onAct: () => Promise<void>
  done: string
  onClose: () => void
}

/** Asks for confirmation of an action that cannot be undone. */
export function Confirm({ title, about, act, onAct, done, onClose }: ConfirmProps) {
  const close = useClose(onClose)
  const { failure, isSending, props } = useSending(async () => {
    await onAct()
    close()
    toast.success(done)
  })
  return (
    <Modal title={title} about={about} onClose={onClose}>
      <form className="flex flex-col gap-4" {...props}>
        {failure !== null && <Refusal failure={failure} />}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="bad" disabled={isSending}>
            {act}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
