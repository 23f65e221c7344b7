import { defaultRangeExtractor, type Range as Rows, useWindowVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Button } from '../parts/button.tsx'
import type { Range } from './use-link-rows.ts'
import { useRowKeys } from './use-row-keys.ts'

interface LinkListProps {
  total: number
  /** Links matching the previous filter, dimmed until the new ones load. */
  isOld: boolean
  /** The row with the keyboard focus: it stays in the page when it is scrolled out of view. */
  current: number | null
  onCurrent: (index: number) => void
  onRange: (range: Range) => void
  onKey: (key: string, index: number, isShift: boolean) => boolean
  children: (index: number) => ReactNode
}

const rowHeight = 69
/** Rows rendered above and below the visible ones. */
const overscan = 8

/** Only visible rows are in the page. */
export function LinkList({ total, isOld, current, onCurrent, onRange, onKey, children }: LinkListProps) {
  const list = useRef<HTMLUListElement>(null)
  const [top, setTop] = useState(0)
  useLayoutEffect(() => setTop(list.current?.offsetTop ?? 0), [])
  const rows = useWindowVirtualizer({
    count: total,
    estimateSize: () => rowHeight,
    overscan,
    scrollMargin: top,
    rangeExtractor: (range) => withCurrent(range, current),
  })
  const items = rows.getVirtualItems()
  const { startIndex: first = 0, endIndex: last = 0 } = rows.range ?? {}
  useEffect(() => onRange({ first, last }), [first, last, onRange])
  useRowKeys(list, {
    current: current ?? first,
    onCurrent,
    onKey,
    focusRow(index) {
      const at = Math.min(Math.max(index, 0), total - 1)
      onCurrent(at)
      rows.scrollToIndex(at)
      requestAnimationFrame(() => rowLink(list.current, at)?.focus())
    },
  })
  return (
    <ul
      ref={list}
      aria-label="Links"
      aria-busy={isOld}
      className={`card relative overflow-hidden rounded-t-none border-t-0 transition-opacity ${isOld ? 'opacity-60' : ''}`}
      style={{ height: rows.getTotalSize() + 1 }}
    >
      {items.map(({ index, start }) => (
        <li
          key={index}
          data-row={index}
          aria-setsize={total}
          aria-posinset={index + 1}
          className="absolute inset-x-0 top-0 border-b border-line"
          style={{ height: rowHeight, transform: `translateY(${start - top}px)` }}
        >
          {children(index)}
        </li>
      ))}
    </ul>
  )
}

function withCurrent(range: Rows, current: number | null): number[] {
  const seen = defaultRangeExtractor(range)
  if (current === null || current >= range.count || seen.includes(current)) return seen
  return [...seen, current].sort((one, other) => one - other)
}

const rowLink = (list: HTMLElement | null, index: number) =>
  list?.querySelector<HTMLElement>(`[data-row="${index}"] [data-row-link]`)

export const RowSkeleton = () => (
  <div aria-hidden className="flex h-full items-center gap-4 px-4 sm:pl-12">
    <div className="flex flex-1 flex-col gap-2">
      <span className="skeleton h-4 w-40" />
      <span className="skeleton h-3 w-64 max-w-full" />
    </div>
    <span className="skeleton h-5 w-14" />
  </div>
)

export const FailedRow = ({ onRetry }: { onRetry: () => void }) => (
  <div className="flex h-full items-center gap-3 px-4 text-dim sm:pl-12">
    Could not be loaded.
    <Button onClick={onRetry}>Try again</Button>
  </div>
)

export const LinkListSkeleton = () => (
  <div className="card rounded-t-none border-t-0" aria-hidden>
    {Array.from({ length: 8 }, (_, index) => (
      <div key={index} className="border-b border-line last:border-b-0" style={{ height: rowHeight }}>
        <RowSkeleton />
      </div>
    ))}
  </div>
)
