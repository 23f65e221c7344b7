import type { ReactNode } from 'react'
import { ListSkeleton } from './loaded.tsx'
import { TroubleCard } from './trouble.tsx'

interface ListCardProps<Row> {
  label: string
  query: { isError: boolean; error: unknown; refetch: () => unknown; isPlaceholderData: boolean }
  /** Rows of the query; undefined while it loads. */
  rows: readonly Row[] | undefined
  /** Rows of the skeleton. */
  expected?: number
  empty: ReactNode
  children: (row: Row) => ReactNode
}

/** Rows in a card. The previous rows stay, dimmed, while others load. */
export function ListCard<Row extends { id: string }>(props: ListCardProps<Row>) {
  const { label, query, rows, expected = 4, empty, children } = props
  if (rows === undefined && query.isError) return <TroubleCard query={query} />
  if (rows === undefined) {
    return (
      <div className="card p-4">
        <ListSkeleton rows={expected} />
      </div>
    )
  }
  if (rows.length === 0) return empty
  return (
    <ul
      aria-label={label}
      aria-busy={query.isPlaceholderData}
      className={`card overflow-hidden transition-opacity ${query.isPlaceholderData ? 'opacity-60' : ''}`}
    >
      {rows.map((row) => (
        <li key={row.id} className="border-b border-line last:border-b-0">
          {children(row)}
        </li>
      ))}
    </ul>
  )
}
