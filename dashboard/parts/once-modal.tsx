import { type ReactNode, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { CopyBlock } from './copy-block.tsx'
import { Modal } from './modal.tsx'
import { useHoldPage } from './use-hold-page.ts'

interface OnceModalProps {
  title: string
  /** What is shown once: "Signing secret". */
  name: string
  text: string
  /** Label of the copy button. */
  copy: string
  onClose: () => void
  /** Called after the user has copied it. */
  onDone?: () => void
  children: ReactNode
}

/**
 * Shows a secret that is never shown again. It closes, and its page can be left, only after it was copied or when asked a second
 * time.
 */
export function OnceModal({ title, name, text, copy, onClose, onDone = onClose, children }: OnceModalProps) {
  const [isCopied, setIsCopied] = useState(false)
  const [isWarned, setIsWarned] = useState(false)
  const warning = isWarned && !isCopied
  const isDone = useRef(false)
  useHoldPage(
    true,
    () => !isDone.current && !isCopied && !isWarned,
    () => setIsWarned(true),
  )
  return (
    <Modal
      isFirm
      title={title}
      about="Copy it now. It will not be shown again."
      onClose={() => (isCopied || isWarned ? onClose() : setIsWarned(true))}
    >
      <div className="flex flex-col gap-4" onCopy={() => setIsCopied(true)}>
        <CopyBlock autoFocus title={name} text={text} label={copy} onCopied={() => setIsCopied(true)} />
        {children}
        <p role="alert" className="rounded-md bg-warn-tint px-3 py-2 text-warn empty:hidden">
          {warning && `You have not copied the ${name.toLowerCase()}. Close again to leave without it.`}
        </p>
        <Button
          look="main"
          className="justify-center"
          onClick={() => {
            isDone.current = true
            onDone()
          }}
        >
          {isCopied ? 'Done' : 'I have copied it'}
        </Button>
      </div>
    </Modal>
  )
}
