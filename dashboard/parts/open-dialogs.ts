import { useBlocker } from '@tanstack/react-router'
import { createContext, use, useEffect, useSyncExternalStore } from 'react'

interface DialogState {
  close: () => void
  isHeld: boolean
  /** While held, the user cannot close it. */
  hold: (isHeld: boolean) => void
}

/** The dialog that a form is in. */
export const DialogContext = createContext<DialogState | null>(null)

/** Keeps the dialog and its page open, for example while the server creates a secret that is shown only once. */
export function useHoldDialog(isHeld: boolean): void {
  const hold = use(DialogContext)?.hold
  useHoldPage(isHeld)
  useEffect(() => {
    if (!isHeld) return
    hold?.(true)
    return () => hold?.(false)
  }, [hold, isHeld])
}

let held = 0
let leave: (() => void) | null = null

/** Leaves or reloads the page, but not before a secret that is shown only once has been seen. */
export function leavePage(go: () => void): void {
  if (held === 0) go()
  else leave = go
}

/** For dialogs with a secret. `keeps`: whether the user is kept from leaving the page. */
export function useHoldPage(isHeld: boolean, keeps: () => boolean = () => true, onKept = () => {}): void {
  useBlocker({
    shouldBlockFn() {
      const isKept = keeps()
      if (isKept) onKept()
      return isKept
    },
    enableBeforeUnload: keeps,
    disabled: !isHeld,
  })
  useEffect(() => {
    if (!isHeld) return
    held += 1
    return () => {
      held -= 1
      // Another dialog may follow at once.
      setTimeout(() => {
        const go = leave
        if (held > 0 || go === null) return
        leave = null
        go()
      })
    }
  }, [isHeld])
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
