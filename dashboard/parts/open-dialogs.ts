import { createContext, useEffect, useSyncExternalStore } from 'react'

/** Closes the dialog that a form is in. */
export const CloseDialog = createContext<(() => void) | null>(null)

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
