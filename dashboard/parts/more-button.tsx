import { Button } from './button.tsx'
import { Trouble } from './trouble.tsx'

interface MoreButtonProps {
  query: {
    hasNextPage: boolean
    isFetchingNextPage: boolean
    isFetchNextPageError: boolean
    error: unknown
    fetchNextPage: () => unknown
  }
  className?: string
}

/** Loads the next page of a list, if there is one. Shows why that failed. */
export function MoreButton({ query, className = 'mt-3' }: MoreButtonProps) {
  if (!query.hasNextPage) return null
  if (query.isFetchNextPageError && !query.isFetchingNextPage)
    return <Trouble query={{ error: query.error, refetch: query.fetchNextPage }} />
  return (
    <Button className={className} disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
      Load more
    </Button>
  )
}
