import { createContext, use, useEffect, useSyncExternalStore } from 'react'

interface DialogState {
  close: () => void
  isHeld: boolean
  /** While held, the user cannot close it. */
  hold: (isHeld: boolean) => void
}

/** The dialog that a form is in. */
export const DialogContext = createContext<DialogState | null>(null)

/** Keeps the dialog and its page open, while the server creates a secret that is shown only once. */
export function useHoldDialog(isHeld: boolean): void {
  const hold = use(DialogContext)?.hold
  useEffect(() => {
    if (!isHeld) return
    hold?.(true)
    return () => hold?.(false)
  }, [hold, isHeld])
}

let open = 0
const listeners = new Set<() => void>()

function change(by: number): void {
  open += by
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Called by each dialog. */
export const useOpenDialog = (): void =>
  useEffect(() => {
    change(1)
    return () => change(-1)
  }, [])

export const isDialogOpen = (): boolean => open > 0
export const useIsDialogOpen = (): boolean => useSyncExternalStore(subscribe, isDialogOpen)

/** Toasts are used while a dialog is open: pressing their buttons does not close it. */
export const isInToast = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[data-sonner-toaster]') !== null
