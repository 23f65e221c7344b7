import { type FocusEvent, useEffect, useRef } from 'react'
import { Toaster } from 'sonner'
import { giveFocus } from './give-focus.ts'
import { useIsDialogOpen } from './open-dialogs.ts'

/** Over a dialog at the top, where it has no buttons; otherwise at the bottom, and above a toolbar (style.css). */
export function Toasts() {
  const isDialogOpen = useIsDialogOpen()
  return (
    <div {...useKeptFocus()}>
      <Toaster
        position={isDialogOpen ? 'top-center' : 'bottom-center'}
        offset={isDialogOpen ? 12 : 24}
        mobileOffset={isDialogOpen ? { top: 6 } : { bottom: 72 }}
      />
    </div>
  )
}

/** A click on a button of a toast leaves the focus in the field in which somebody types. */
function keepFocus(event: MouseEvent): void {
  if (event.target instanceof Element && event.target.closest('button') !== null) event.preventDefault()
}

/**
 * Gives the focus of a toast that ends back to the element that had it before. `stopPropagation` keeps focus events from the
 * toaster, which would do so too late, when somebody already types in a field. Listeners on the document do not get them either.
 */
function useKeptFocus() {
  const area = useRef<HTMLDivElement>(null)
  const former = useRef<Element | null>(null)
  useEffect(() => {
    const observer = new MutationObserver((changes) => {
      const isEnded = changes.some(({ removedNodes }) => removedNodes.length > 0)
      if (!isEnded || area.current?.contains(document.activeElement) === true) return
      giveFocus(former.current)
      former.current = null
    })
    const element = area.current
    if (element !== null) observer.observe(element, { childList: true, subtree: true })
    element?.addEventListener('mousedown', keepFocus)
    return () => {
      observer.disconnect()
      element?.removeEventListener('mousedown', keepFocus)
    }
  }, [])
  const isInside = ({ currentTarget, relatedTarget }: FocusEvent) => currentTarget.contains(relatedTarget)
  return {
    ref: area,
    onFocusCapture: (event: FocusEvent) => {
      event.stopPropagation()
      if (!isInside(event)) former.current = event.relatedTarget
    },
    onBlurCapture: (event: FocusEvent) => {
      if (!isInside(event) && document.hasFocus()) former.current = null
    },
  }
}
