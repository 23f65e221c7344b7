import { toast } from 'sonner'
import { Button } from './button.tsx'
import { Modal } from './modal.tsx'
import { Refusal } from './refusal.tsx'
import { useSending } from './use-sending.ts'

interface ConfirmProps {
  title: string
  /** What follows from it. */
  about: string
  /** What the button that does it says. */
  act: string
  onAct: () => Promise<void>
  /** Told when it is done. */
  done: string
  onClose: () => void
}

/** Asks before what cannot be taken back. */
export function Confirm({ title, about, act, onAct, done, onClose }: ConfirmProps) {
  const { failure, isSending, onSubmit } = useSending(async () => {
    await onAct()
    onClose()
    toast.success(done)
  })
  return (
    <Modal title={title} about={about} onClose={onClose}>
      <form className="flex flex-col gap-4" onSubmit={onSubmit}>
        {failure !== null && <Refusal failure={failure} />}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Keep it</Button>
          <Button type="submit" look="bad" disabled={isSending}>
            {act}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
