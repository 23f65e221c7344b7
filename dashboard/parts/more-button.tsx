import { Button } from './button.tsx'

interface MoreButtonProps {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown }
  className?: string
}

/** Loads the next page of a list, if there is one. */
export function MoreButton({ query, className = 'mt-3' }: MoreButtonProps) {
  if (!query.hasNextPage) return null
  return (
    <Button className={className} disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
      Load more
    </Button>
  )
}
