import type { ReactNode } from 'react'
import { Failure } from '../api/failure.ts'
import { Loaded, type LoadedQuery } from '../parts/loaded.tsx'

export interface PanelQuery<T> extends LoadedQuery<T> {
  isPlaceholderData: boolean
}

interface PanelProps<T> {
  query: PanelQuery<T>
  children: (data: T) => ReactNode
}

/** What a card shows, or what stands in its place: old numbers stay, dimmed, while new ones load. */
export function Panel<T>({ query, children }: PanelProps<T>) {
  const { isError, error, isPlaceholderData } = query
  if (isError && isNotInPlan(error)) return <NotInPlan />
  return (
    <Loaded query={query}>
      {(data) => (
        <div
          aria-busy={isPlaceholderData}
          className={`flex lg:min-h-[262px] flex-1 flex-col transition-opacity ${isPlaceholderData ? 'opacity-60' : ''}`}
        >
          {children(data)}
        </div>
      )}
    </Loaded>
  )
}

const isNotInPlan = (error: unknown) => error instanceof Failure && error.code === 'FEATURE_DISABLED'

const NotInPlan = () => (
  <p className="flex flex-1 items-center justify-center py-10 text-center text-dim">
    The plan of this account does not include these figures. Clicks are counted all the same, and show here as soon as
    it does.
  </p>
)
