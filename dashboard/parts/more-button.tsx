import type { ReactNode } from 'react'
import { Button } from './button.tsx'

interface MoreButtonProps {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown }
  /** Where it stands. */
  className?: string
  children?: ReactNode
}

/** Under a list that is read page by page, as long as there are more. */
export function MoreButton({ query, className = 'mt-3', children = 'Show more' }: MoreButtonProps) {
  if (!query.hasNextPage) return null
  return (
    <Button className={className} disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
      {children}
    </Button>
  )
}
