import { useState } from 'react'

/** Handler for `onCloseAutoFocus` of dialogs without a trigger: Radix restores the focus to its own triggers only. */
export function useGiveBack(): (event: Event) => void {
  const [opener] = useState(() => document.activeElement)
  return (event) => {
    leaveTaken(event)
    if (!event.defaultPrevented) giveBack(opener)
    event.preventDefault()
  }
}

/**
 * For `onCloseAutoFocus`, which is called a moment after closing. If something else was opened and has the focus by then,
 * it keeps the focus.
 */
export function leaveTaken(event: Event): void {
  const { activeElement, body } = document
  if (activeElement !== null && activeElement !== body) event.preventDefault()
}

/** The opener may be gone, for example after a deletion. */
function giveBack(opener: Element | null): void {
  const isThere = opener instanceof HTMLElement && opener.isConnected && opener !== document.body
  const target = isThere ? opener : document.getElementById('main')
  target?.focus()
}
