import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { ShortUrl } from '#schemas/links.ts'
import { LinkRow } from './link-row.tsx'

interface LinkListProps {
  links: ShortUrl[]
  /** Of the filter before: dimmed until the new ones are there. */
  isOld: boolean
  hasMore: boolean
  loadMore: () => void
}

const rowHeight = 69
/** Rows kept ready above and below what is seen. */
const overscan = 8
/** The next page is asked for when this many rows are left. */
const reserve = 40

/** Only the rows that are seen are in the page, however many there are. */
export function LinkList({ links, isOld, hasMore, loadMore }: LinkListProps) {
  const list = useRef<HTMLUListElement>(null)
  const [top, setTop] = useState(0)
  useLayoutEffect(() => setTop(list.current?.offsetTop ?? 0), [])
  const rows = useWindowVirtualizer({
    count: links.length,
    estimateSize: () => rowHeight,
    overscan,
    scrollMargin: top,
    getItemKey: (index) => links[index]?.id ?? index,
  })
  const items = rows.getVirtualItems()
  const last = items.at(-1)?.index ?? 0
  useEffect(() => {
    if (hasMore && last >= links.length - reserve) loadMore()
  }, [hasMore, last, links.length, loadMore])
  return (
    <ul
      ref={list}
      aria-label="Links"
      aria-busy={isOld}
      className={`card relative overflow-hidden transition-opacity ${isOld ? 'opacity-60' : ''}`}
      style={{ height: rows.getTotalSize() + 2 }}
    >
      {items.map(({ key, index, start }) => {
        const link = links[index]
        if (link === undefined) return null
        return (
          <li
            key={key}
            aria-setsize={hasMore ? -1 : links.length}
            aria-posinset={index + 1}
            className="absolute inset-x-0 top-0 border-b border-line"
            style={{ height: rowHeight, transform: `translateY(${start - top}px)` }}
          >
            <LinkRow link={link} />
          </li>
        )
      })}
    </ul>
  )
}

export const LinkListSkeleton = () => (
  <div className="card" aria-hidden>
    {Array.from({ length: 8 }, (_, index) => (
      <div
        key={index}
        className="flex items-center gap-4 border-b border-line px-4 last:border-b-0"
        style={{ height: rowHeight }}
      >
        <div className="flex flex-1 flex-col gap-2">
          <span className="skeleton h-4 w-40" />
          <span className="skeleton h-3 w-64 max-w-full" />
        </div>
        <span className="skeleton h-5 w-14" />
      </div>
    ))}
  </div>
)
