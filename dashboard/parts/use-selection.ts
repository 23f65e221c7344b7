import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { type Plot, pointAt, type Selection } from './timeline-scale.ts'

/** Selects points by dragging, or with the arrow keys, Shift and Enter. */
export function useSelection(plot: Plot, onZoom: (first: Date, last: Date) => void): Selection {
  const { points } = plot
  const [marked, setMarked] = useState<number | null>(null)
  const [start, setStart] = useState<number | null>(null)
  const last = points.length - 1
  const within = (index: number) => Math.min(last, Math.max(0, index))
  const selected =
    start === null || marked === null || start === marked
      ? undefined
      : ([Math.min(start, marked), Math.max(start, marked)] as const)

  function clear() {
    setStart(null)
    setMarked(null)
  }
  function zoom() {
    const [first, end] = [points[selected?.[0] ?? -1], points[selected?.[1] ?? -1]]
    setStart(null)
    if (first === undefined || end === undefined) return
    // The points that follow are others.
    setMarked(null)
    onZoom(first.at, end.at)
  }
  function onKeyDown(event: KeyboardEvent) {
    const { key, shiftKey } = event
    if (key === 'Escape' && marked !== null) clear()
    else if (key === 'Enter' && selected !== undefined) zoom()
    else if (key === 'ArrowLeft' || key === 'ArrowRight') {
      setStart(shiftKey ? (start ?? marked ?? last) : null)
      setMarked(within((marked ?? last) + (key === 'ArrowLeft' ? -1 : 1)))
    } else return
    event.preventDefault()
  }
  const handlers = {
    onPointerMove: (event: PointerEvent<HTMLElement>) => setMarked(pointAt(event, plot)),
    onPointerLeave: clear,
    role: 'group',
    'aria-label': 'Chart. Arrow keys read it, Shift and arrow keys select, Enter zooms in.',
    tabIndex: 0,
    onKeyDown,
    onBlur: clear,
    // Touching scrolls the page.
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0 || event.pointerType === 'touch') return
      event.currentTarget.setPointerCapture(event.pointerId)
      setStart(pointAt(event, plot))
    },
    onPointerUp: zoom,
  }
  return { marked, selected, handlers }
}
