import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { isOverlayOpen, isTyping } from '../shell/is-typing.ts'

interface RowKeys {
  /** The row that the keyboard is at, or would begin at. */
  current: number
  onCurrent: (index: number) => void
  focusRow: (index: number) => void
  /** true: the key was for the row. */
  onKey: (key: string, index: number, isShift: boolean) => boolean
}

const steps: Record<string, number> = { j: 1, k: -1 }
/** Elsewhere they scroll the page. */
const stepsInRow: Record<string, number> = { ...steps, ArrowDown: 1, ArrowUp: -1 }

/** J and K go from row to row, from anywhere in the page; what else a key does is done to the row that has the focus. */
export function useRowKeys(list: RefObject<HTMLElement | null>, keys: RowKeys): void {
  const latest = useRef(keys)
  useLayoutEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    function onKeyDown(event: globalThis.KeyboardEvent) {
      // Escape that has closed a dialog: by now the dialog may be gone.
      if (event.defaultPrevented) return
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || isOverlayOpen()) return
      const { current, focusRow, onKey } = latest.current
      const at = indexOf(event.target)
      const step = (at === null ? steps : stepsInRow)[event.key]
      if (step !== undefined) focusRow(at === null ? current : at + step)
      else if (!onKey(event.key, at ?? current, event.shiftKey)) return
      event.preventDefault()
    }
    function onFocus({ target }: FocusEvent) {
      const index = indexOf(target)
      if (index !== null && index !== latest.current.current) latest.current.onCurrent(index)
    }
    document.addEventListener('keydown', onKeyDown)
    const { current: element } = list
    element?.addEventListener('focusin', onFocus)
    return () => {
      document.removeEventListener('keydown', onKeyDown)
      element?.removeEventListener('focusin', onFocus)
    }
  }, [list])
}

function indexOf(target: EventTarget | null): number | null {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null
  return row === null ? null : Number(row.dataset['row'])
}
