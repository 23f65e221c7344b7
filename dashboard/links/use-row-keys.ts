import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { isOverlayOpen, isTyping } from '../parts/is-typing.ts'

interface RowKeys {
  /** The row with the keyboard focus, or the first one to get it. */
  current: number
  onCurrent: (index: number) => void
  focusRow: (index: number) => void
  /** Returns whether the key was used. */
  onKey: (key: string, index: number, isShift: boolean) => boolean
}

const steps: Record<string, number> = { j: 1, k: -1 }
/** Arrow keys work in a row only; outside they scroll the page. */
const stepsInRow: Record<string, number> = { ...steps, ArrowDown: 1, ArrowUp: -1 }

/** J and K move between rows from anywhere on the page. Other keys act on the row with the focus. */
export function useRowKeys(list: RefObject<HTMLElement | null>, keys: RowKeys): void {
  const latest = useRef(keys)
  useLayoutEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const listeners = new AbortController()
    function onKeyDown(event: globalThis.KeyboardEvent) {
      // An Escape that closed a dialog, which may be gone by now.
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
    document.addEventListener('keydown', onKeyDown, { signal: listeners.signal })
    list.current?.addEventListener('focusin', onFocus, { signal: listeners.signal })
    return () => listeners.abort()
  }, [list])
}

function indexOf(target: EventTarget | null): number | null {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null
  return row === null ? null : Number(row.dataset['row'])
}
