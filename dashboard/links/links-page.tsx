import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { linksQuery } from '../api/links.ts'
import { count } from '../format/numbers.ts'
import { Button } from '../parts/button.tsx'
import { Kbd } from '../parts/kbd.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { Trouble } from '../parts/trouble.tsx'
import { useOpenCreate } from '../shell/create-anywhere.tsx'
import { useLeaving } from './delete-later.ts'
import { LinkFilters } from './link-filters.tsx'
import { LinkList, LinkListSkeleton } from './link-list.tsx'
import { NoLinks } from './no-links.tsx'

const route = getRouteApi('/links')

export function LinksPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const openCreate = useOpenCreate()
  const leaving = useLeaving()
  const query = useInfiniteQuery({ ...linksQuery(search), placeholderData: (old) => old })
  const links = query.data?.pages.flatMap((page) => page.data).filter(({ id }) => !leaving.has(id))
  const total = query.data?.pages.at(-1)?.pagination.total
  const isFiltered = search.q !== undefined || search.status !== undefined
  return (
    <>
      <PageHead
        title="Links"
        {...(total !== undefined && { about: `${count(total)} ${isFiltered ? 'found' : 'in all'}` })}
      >
        <Button look="main" onClick={() => openCreate()}>
          <Plus aria-hidden size={15} /> Create a link <Kbd>C</Kbd>
        </Button>
      </PageHead>
      <LinkFilters
        filter={search}
        onChange={(change) => void navigate({ search: (old) => ({ ...old, ...change }), replace: true })}
      />
      {query.isError && links === undefined ? (
        <div className="card p-5">
          <Trouble error={query.error} onRetry={() => void query.refetch()} />
        </div>
      ) : links === undefined ? (
        <LinkListSkeleton />
      ) : links.length === 0 && !query.hasNextPage ? (
        <NoLinks isFiltered={isFiltered} onClear={() => void navigate({ search: {} })} onCreate={() => openCreate()} />
      ) : (
        <LinkList
          links={links}
          isOld={query.isPlaceholderData}
          hasMore={query.hasNextPage}
          loadMore={() => {
            if (!query.isFetchingNextPage) void query.fetchNextPage()
          }}
        />
      )}
    </>
  )
}
