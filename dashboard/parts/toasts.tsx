import { Toaster } from 'sonner'
import { useIsDialogOpen } from './open-dialogs.ts'

/** Over a dialog at the top, where it has no buttons; otherwise at the bottom, and above a toolbar (style.css). */
export function Toasts() {
  const isDialogOpen = useIsDialogOpen()
  return (
    <Toaster
      position={isDialogOpen ? 'top-center' : 'bottom-center'}
      offset={isDialogOpen ? 12 : 24}
      mobileOffset={isDialogOpen ? { top: 6 } : { bottom: 72 }}
    />
  )
}
