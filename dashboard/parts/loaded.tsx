import type { ReactNode } from 'react'
import { Trouble } from './trouble.tsx'

export interface LoadedQuery<Data> {
  data: Data | undefined
  isError: boolean
  error: unknown
  refetch: () => unknown
}

interface LoadedProps<Data> {
  query: LoadedQuery<Data>
  waiting?: ReactNode
  children: (data: Data) => ReactNode
}

/** The data of a query, its skeleton, or the reason for a failure. */
export function Loaded<Data>({ query, waiting = <ListSkeleton />, children }: LoadedProps<Data>) {
  if (query.data !== undefined) return children(query.data)
  return query.isError ? <Trouble query={query} /> : waiting
}

interface ListSkeletonProps {
  rows?: number
  /** For rows with two lines. */
  isTall?: boolean
}

export const ListSkeleton = ({ rows = 6, isTall = false }: ListSkeletonProps) => (
  <div aria-hidden className="flex flex-col gap-1">
    {Array.from({ length: rows }, (_, index) => (
      <span key={index} className={`skeleton ${isTall ? 'h-11' : 'h-8'}`} />
    ))}
  </div>
)
