import type { ReactNode } from 'react'
import { Failure } from '../api/failure.ts'
import { ListSkeleton } from '../parts/list-skeleton.tsx'
import { Trouble } from '../parts/trouble.tsx'

export interface PanelQuery<T> {
  data: T | undefined
  isError: boolean
  error: unknown
  isPlaceholderData: boolean
  refetch: () => unknown
}

interface PanelProps<T> {
  query: PanelQuery<T>
  children: (data: T) => ReactNode
}

/** What a card shows, or what stands in its place: old numbers stay, dimmed, while new ones load. */
export function Panel<T>({ query: { data, isError, error, isPlaceholderData, refetch }, children }: PanelProps<T>) {
  if (isError && isNotInPlan(error)) return <NotInPlan />
  if (data === undefined && isError) return <Trouble error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <ListSkeleton />
  return (
    <div
      aria-busy={isPlaceholderData}
      className={`flex lg:min-h-[262px] flex-1 flex-col transition-opacity ${isPlaceholderData ? 'opacity-60' : ''}`}
    >
      {children(data)}
    </div>
  )
}

const isNotInPlan = (error: unknown) => error instanceof Failure && error.code === 'FEATURE_DISABLED'

const NotInPlan = () => (
  <p className="flex flex-1 items-center justify-center py-10 text-center text-dim">
    The plan of this account does not include these figures. Clicks are counted all the same, and show here as soon as
    it does.
  </p>
)
