import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Plus, Tags as TagsIcon } from 'lucide-react'
import { useState } from 'react'
import { curlPost } from '../api/call-text.ts'
import { keepRows } from '../api/pages.ts'
import { type Tag, tagPagesQuery } from '../api/tags.ts'
import { quantity } from '../format/numbers.ts'
import { Button } from '../parts/button.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { FilterChoice } from '../parts/filter-choice.tsx'
import { lazyPart } from '../parts/lazy-part.tsx'
import { ListCard } from '../parts/list-card.tsx'
import { ListExport } from '../parts/list-export.tsx'
import { MoreButton } from '../parts/more-button.tsx'
import { Nothing } from '../parts/nothing.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { PageSearch } from '../parts/page-search.tsx'
import type { TagAct } from './tag-dialogs.tsx'
import { TagRow } from './tag-row.tsx'
import { tagSortNames } from './tag-search.ts'

const TagDialogs = lazyPart(() => import('./tag-dialogs.tsx'), 'TagDialogs')
const TagDialog = lazyPart(() => import('./tag-dialog.tsx'), 'TagDialog')

const route = getRouteApi('/tags')

export function TagsPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const [asked, setAsked] = useState<{ act: TagAct; tag: Tag } | null>(null)
  const [isCreating, setIsCreating] = useState(false)
  const query = useInfiniteQuery({ ...tagPagesQuery(search), placeholderData: keepRows })
  const tags = query.data?.pages.flatMap(({ data }) => data)
  const total = query.data?.pages.at(-1)?.pagination.total
  const change = (part: typeof search) => void navigate({ search: (old) => ({ ...old, ...part }), replace: true })
  return (
    <>
      <PageHead title="Tags" {...(total !== undefined && { about: quantity(total, 'tag') })}>
        {total !== undefined && total > 0 && <ListExport list="tags" filter={search} />}
        <Button Icon={Plus} look="main" onClick={() => setIsCreating(true)}>
          Create tag
        </Button>
      </PageHead>
      <search className="mb-4 flex flex-wrap gap-2">
        <PageSearch
          label="Search tags"
          placeholder="Search by name"
          className="min-w-48 flex-1"
          sought={search.q}
          onSeek={(q) => change({ q })}
        />
        <FilterChoice
          label="Sort by"
          all="Name"
          className="w-auto!"
          chosen={search.sort}
          options={Object.entries(tagSortNames)}
          onChoose={(sort) => change({ sort: sort as keyof typeof tagSortNames | undefined })}
        />
      </search>
      <ListCard
        label="Tags"
        query={query}
        rows={tags?.map((tag) => ({ id: tag.name, tag }))}
        empty={
          search.q === undefined ? (
            <EmptyState
              Icon={TagsIcon}
              title="Your tags will appear here"
              about="Tags label links, QR codes, and campaigns, so that you can filter lists and analytics by them."
              action="Create tag"
              onAct={() => setIsCreating(true)}
              command={curlPost('/tags', { name: 'newsletter', color: 'blue' })}
            />
          ) : (
            <Nothing action={<Button onClick={() => change({ q: undefined })}>Clear search</Button>}>
              No tags match your search.
            </Nothing>
          )
        }
      >
        {({ tag }) => <TagRow tag={tag} onAct={(act) => setAsked({ act, tag })} />}
      </ListCard>
      <MoreButton query={query} />
      {asked !== null && <TagDialogs {...asked} onClose={() => setAsked(null)} />}
      {isCreating && <TagDialog onClose={() => setIsCreating(false)} />}
    </>
  )
}
