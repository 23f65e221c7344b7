import { useState } from 'react'

/** Radix gives the focus back to a trigger of its own alone: this is for `onCloseAutoFocus` of what has none. */
export function useGiveBack(): (event: Event) => void {
  const [opener] = useState(() => document.activeElement)
  return (event) => {
    event.preventDefault()
    giveBack(opener)
  }
}

/** What opened it may be gone with what was done in it. */
function giveBack(opener: Element | null): void {
  const isThere = opener instanceof HTMLElement && opener.isConnected && opener !== document.body
  const target = isThere ? opener : document.getElementById('main')
  target?.focus()
}
