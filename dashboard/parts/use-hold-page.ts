import { useBlocker } from '@tanstack/react-router'
import { useEffect } from 'react'
import { holdPage } from './leave-page.ts'

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
  useEffect(() => (isHeld ? holdPage() : undefined), [isHeld])
}
