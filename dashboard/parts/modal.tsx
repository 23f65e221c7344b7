import { X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { type ReactNode, useState } from 'react'
import { IconButton } from './button.tsx'
import { focusFirstField, keepDuringConversion } from './dialog-events.ts'
import { DialogContext, isInToast, useOpenDialog } from './open-dialogs.ts'
import { useGiveBack } from './use-give-back.ts'
import { useHoldPage } from './use-hold-page.ts'

interface ModalProps {
  title: string
  about?: string | undefined
  /** `wide`: for a form with a preview. */
  size?: 'normal' | 'wide'
  /** Clicks outside do not close it, since its content is shown only once. */
  isFirm?: boolean
  /** Without controls: its content takes the focus, so that keys can scroll it. */
  isText?: boolean
  onClose: () => void
  children: ReactNode
}

const widths = {
  normal: 'sm:top-[10vh] sm:max-h-[80vh] sm:w-[34rem]',
  wide: 'sm:top-[6vh] sm:max-h-[88vh] sm:w-[min(62rem,calc(100vw-2rem))]',
} as const

/** A dialog; on small screens a bottom sheet. Traps the focus, and restores it when closed. Its title does not scroll. */
export function Modal({
  title,
  about,
  size = 'normal',
  isFirm = false,
  isText = false,
  onClose,
  children,
}: ModalProps) {
  const giveBack = useGiveBack()
  const [isHeld, hold] = useState(false)
  useHoldPage(isHeld)
  useOpenDialog()
  return (
    <Dialog.Root open onOpenChange={(open) => !open && !isHeld && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-50 bg-scrim" />
        <Dialog.Content
          className={`fixed inset-x-0 bottom-0 z-50 flex max-h-[90dvh] flex-col overflow-hidden rounded-t-xl border border-line bg-raised shadow-xl sm:inset-x-auto sm:bottom-auto sm:left-1/2 sm:-translate-x-1/2 sm:rounded-xl ${widths[size]}`}
          {...(about === undefined && { 'aria-describedby': undefined })}
          onOpenAutoFocus={focusFirstField}
          onCloseAutoFocus={giveBack}
          onEscapeKeyDown={keepDuringConversion}
          onInteractOutside={(event) => (isFirm || isInToast(event.target)) && event.preventDefault()}
        >
          <div className="flex shrink-0 items-start justify-between gap-3 px-5 pt-5 pb-3">
            <div className="min-w-0">
              <Dialog.Title className="text-base font-semibold">{title}</Dialog.Title>
              {about !== undefined && <Dialog.Description className="mt-0.5 text-dim">{about}</Dialog.Description>}
            </div>
            <Dialog.Close asChild>
              <IconButton
                Icon={X}
                iconSize={16}
                title="Close"
                disabled={isHeld}
                className="-mt-1 -mr-2 -mb-1 pointer-coarse:-mt-2.5 pointer-coarse:-mr-3.5 pointer-coarse:-mb-2.5"
              />
            </Dialog.Close>
          </div>
          <div className="min-h-0 scroll-pb-20 overflow-y-auto px-5 pt-1 pb-5" {...(isText && { tabIndex: 0 })}>
            <DialogContext value={{ close: onClose, isHeld, hold }}>{children}</DialogContext>
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
