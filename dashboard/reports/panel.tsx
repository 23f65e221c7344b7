import type { ReactNode } from 'react'
import { Failure } from '../api/failure.ts'
import { Loaded, type LoadedQuery } from '../parts/loaded.tsx'

export interface PanelQuery<T> extends LoadedQuery<T> {
  isPlaceholderData: boolean
}

/** The content of a card, or its loading or error state. Old numbers stay dimmed while new ones load. */
export function Panel<T>({ query, children }: { query: PanelQuery<T>; children: (data: T) => ReactNode }) {
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
    This report is not included in your plan. Clicks are still counted and will appear here once your plan includes it.
  </p>
)
