import { type ReactNode, use } from 'react'
import { Button } from './button.tsx'
import { DialogContext } from './open-dialogs.ts'

interface FormActionsProps {
  /** About the whole form. */
  alert?: ReactNode
  /** The submit buttons. The first one is the default, and comes next after the last field. */
  children: ReactNode
}

/** The end of a form. In a dialog it stays visible while the form scrolls, and has a button to cancel. */
export function FormActions({ alert, children }: FormActionsProps) {
  const dialog = use(DialogContext)
  if (dialog === null) {
    return (
      <div className="flex flex-col gap-4">
        {alert}
        <div className="flex flex-wrap gap-2 max-sm:*:flex-1 max-sm:*:justify-center">{children}</div>
      </div>
    )
  }
  return (
    <div className="sticky -bottom-5 z-10 -mx-5 -mb-5 flex flex-col gap-3 border-t border-line bg-raised px-5 py-3">
      {alert}
      <div className="flex flex-row-reverse flex-wrap gap-2 max-sm:*:flex-1 max-sm:*:justify-center">
        {children}
        <Button disabled={dialog.isHeld} onClick={dialog.close}>
          Cancel
        </Button>
      </div>
    </div>
  )
}
