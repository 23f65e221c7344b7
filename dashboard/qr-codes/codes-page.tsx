import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Plus, QrCode } from 'lucide-react'
import { useCallback } from 'react'
import { curlPost } from '../api/call-text.ts'
import { keepRows } from '../api/pages.ts'
import { codesQuery } from '../api/qr-codes.ts'
import { quantity } from '../format/numbers.ts'
import { Button, buttonStyle } from '../parts/button.tsx'
import { useLeaving } from '../parts/delete-later.ts'
import { EmptyState } from '../parts/empty-state.tsx'
import { ListExport } from '../parts/list-export.tsx'
import { Nothing } from '../parts/nothing.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { TroubleCard } from '../parts/trouble.tsx'
import { CodeFilters } from './code-filters.tsx'
import { CodeGrid, CodeGridSkeleton } from './code-grid.tsx'

const route = getRouteApi('/qr-codes')

export function CodesPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const leaving = useLeaving()
  const query = useInfiniteQuery({ ...codesQuery(search), placeholderData: keepRows })
  const { fetchNextPage, isFetchingNextPage } = query
  const loadMore = useCallback(() => {
    if (!isFetchingNextPage) void fetchNextPage()
  }, [fetchNextPage, isFetchingNextPage])
  const codes = query.data?.pages.flatMap((page) => page.data).filter(({ id }) => !leaving.has(id))
  const total = query.data?.pages.at(-1)?.pagination.total
  const isFiltered = search.q !== undefined || search.kind !== undefined || search.status !== undefined
  const hasNone = codes?.length === 0 && !query.hasNextPage && !isFiltered
  return (
    <>
      <PageHead
        title="QR codes"
        {...(total !== undefined && { about: `${quantity(total, 'QR code')}${isFiltered ? ' found' : ''}` })}
      >
        {!hasNone && <ListExport list="qr-codes" filter={search} />}
        {!hasNone && <NewCodeLink />}
      </PageHead>
      {!hasNone && (
        <CodeFilters
          filter={search}
          onChange={(change) => void navigate({ search: (old) => ({ ...old, ...change }), replace: true })}
        />
      )}
      {query.isError && codes === undefined ? (
        <TroubleCard query={query} />
      ) : codes === undefined ? (
        <CodeGridSkeleton />
      ) : codes.length > 0 || query.hasNextPage ? (
        <>
          <CodeGrid
            codes={codes}
            isOld={query.isPlaceholderData}
            hasMore={query.hasNextPage && !query.isFetchNextPageError}
            loadMore={loadMore}
          />
          {query.isFetchNextPageError && <TroubleCard query={{ error: query.error, refetch: loadMore }} />}
        </>
      ) : isFiltered ? (
        <Nothing action={<Button onClick={() => void navigate({ search: {} })}>Clear filters</Button>}>
          No QR codes match your filters.
        </Nothing>
      ) : (
        <EmptyState
          Icon={QrCode}
          title="Your QR codes will appear here"
          about="Dynamic codes count their scans, and you can change their destination after printing."
          action={<NewCodeLink />}
          command={curlPost('/qr-codes/generate', firstCode)}
        />
      )}
    </>
  )
}

const firstCode = {
  ...{ content_type: 'url', content_data: { url: 'https://example.com/menu' } },
  ...{ is_dynamic: true, tracking_enabled: true },
}

const NewCodeLink = () => (
  <Link to="/qr-codes/new" className={buttonStyle({ look: 'main' })}>
    <Plus aria-hidden size={15} /> Create QR code
  </Link>
)
