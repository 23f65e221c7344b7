import { useState } from 'react'

/** Radix gives the focus back to a trigger of its own alone: this is for `onCloseAutoFocus` of what has none. */
export function useGiveBack(): (event: Event) => void {
  const [opener] = useState(() => document.activeElement)
  return (event) => {
    leaveTaken(event)
    if (!event.defaultPrevented) giveBack(opener)
    event.preventDefault()
  }
}

/**
 * For `onCloseAutoFocus`, which comes a moment after the end: on a busy machine what was opened next has the focus by
 * then, and keeps it. Otherwise nothing has it, for it was in what is gone.
 */
export function leaveTaken(event: Event): void {
  const { activeElement, body } = document
  if (activeElement !== null && activeElement !== body) event.preventDefault()
}

/** What opened it may be gone with what was done in it. */
function giveBack(opener: Element | null): void {
  const isThere = opener instanceof HTMLElement && opener.isConnected && opener !== document.body
  const target = isThere ? opener : document.getElementById('main')
  target?.focus()
}
