import { type RefObject, useLayoutEffect } from 'react'

/**
 * Something of a list is highlighted as long as there is something in it. `Command` sees to it, but highlights nothing when
 * the highlighted row goes away together with others: then it is told to go to the first one, as by the key for it.
 */
export function useHighlight(list: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const { current } = list
    if (current === null || current.querySelector('[aria-selected="true"]') !== null) return
    current.dispatchEvent(new KeyboardEvent('keydown', { key: 'Home', bubbles: true }))
  })
}
