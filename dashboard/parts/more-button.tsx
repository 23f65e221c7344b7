import type { ReactNode } from 'react'
import { Button } from './button.tsx'

interface MoreButtonProps {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown }
  className?: string
  children?: ReactNode
}

/** Loads the next page of a list, if there is one. */
export function MoreButton({ query, className = 'mt-3', children = 'Load more' }: MoreButtonProps) {
  if (!query.hasNextPage) return null
  return (
    <Button className={className} disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
      {children}
    </Button>
  )
}
