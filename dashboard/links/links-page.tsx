import { getRouteApi } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import type { ShortUrl } from '#schemas/links.ts'
import type { LinkFilter } from '../api/links.ts'
import { count } from '../format/numbers.ts'
import { browserStorage } from '../parts/browser-storage.ts'
import { lazyPart } from '../parts/lazy-part.tsx'
import { Trouble } from '../parts/trouble.tsx'
import { withCode } from '../parts/with-code.ts'
import type { BulkDialog } from './bulk-dialogs.tsx'
import { keepColumns, readColumns } from './columns.ts'
import { LinkFilters } from './link-filters.tsx'
import { LinkListSkeleton } from './link-list.tsx'
import type { LinkActs } from './link-row.tsx'
import { LinkRows } from './link-rows.tsx'
import { LinksHead } from './links-head.tsx'
import { ListHead } from './list-head.tsx'
import type { BulkAction } from './selection-bar.tsx'
import { useTrash } from './trash.ts'
import { useCreateSearch } from './use-create-search.ts'
import { useLinkRows } from './use-link-rows.ts'
import { useSelection } from './use-selection.ts'

const BulkDialogs = lazyPart(() => import('./bulk-dialogs.tsx'), 'BulkDialogs')
const SelectionBar = lazyPart(() => import('./selection-bar.tsx'), 'SelectionBar')
const NoLinks = lazyPart(() => import('./no-links.tsx'), 'NoLinks')

const route = getRouteApi('/links')

export function LinksPage() {
  const { create, ...filter } = route.useSearch()
  const navigate = route.useNavigate()
  useCreateSearch(create)
  const [range, setRange] = useState({ first: 0, last: 0 })
  const [columns, setColumns] = useColumns()
  const rows = useLinkRows(filter, range, columns.has('trend'))
  const isTrash = filter.status === 'trashed'
  const chosen = useSelection(rows, isTrash)
  const [dialog, setDialog] = useState<BulkDialog | null>(null)
  const acts = useActs(chosen.drop, setDialog)
  const isFiltered = Object.entries(filter).some(([name, value]) => name !== 'sort' && value !== undefined)
  const hasNone = rows.hasRows && rows.total === 0 && !isFiltered

  function act(action: BulkAction) {
    if (action === 'export') exportLinks(chosen.links)
    else if (action === 'delete') acts.trash(chosen.links)
    else if (action === 'restore') acts.restore(chosen.links)
    else setDialog({ name: action, links: chosen.links })
  }

  return (
    <>
      <LinksHead
        found={rows.hasRows ? rows.found : undefined}
        isTrash={isTrash}
        isFiltered={isFiltered}
        filter={filter}
      />
      {!hasNone && (
        <LinkFilters
          filter={filter}
          onChange={(change) => void navigate({ search: (old) => ({ ...old, ...change }), replace: true })}
        />
      )}
      {!rows.isLoading && rows.error !== null && (
        <div className="card mb-4 p-5">
          <Trouble query={rows} />
        </div>
      )}
      {rows.hasRows && rows.total === 0 ? (
        <NoLinks
          isTrash={isTrash && isOnlyTrash(filter)}
          isFiltered={isFiltered}
          onClear={() => void navigate({ search: {} })}
        />
      ) : rows.hasRows || rows.isLoading ? (
        <>
          <ListHead
            isTrash={isTrash}
            total={rows.total}
            isOld={rows.isOld}
            selected={chosen.selection.size}
            onAll={() => chosen.selectFirst(rows.total)}
            onNone={chosen.clear}
            columns={columns}
            onColumns={setColumns}
          />
          {rows.hasRows ? (
            <LinkRows rows={rows} chosen={chosen} columns={columns} onRange={setRange} acts={acts} />
          ) : (
            <LinkListSkeleton />
          )}
        </>
      ) : null}
      <p role="status" className="sr-only">
        {chosen.links.length > 0 && `${count(chosen.links.length)} selected`}
      </p>
      {chosen.links.length > 0 && <SelectionBar links={chosen.links} onAct={act} onClear={chosen.clear} />}
      {dialog !== null && <BulkDialogs open={dialog} onChanged={chosen.drop} onClose={() => setDialog(null)} />}
    </>
  )
}

const exportLinks = (links: readonly ShortUrl[]) =>
  withCode(import('./links-csv.ts'), ({ saveLinks }) => saveLinks(links))

/** What rows and the selection can do. Never changes, so that rows are drawn once. */
function useActs(drop: (ids: string[]) => void, open: (dialog: BulkDialog) => void): LinkActs {
  const { trash, restore } = useTrash()
  return useMemo(() => {
    const dropping = (act: LinkActs['trash']) => (links: readonly ShortUrl[]) => {
      act(links)
      drop(links.map(({ id }) => id))
    }
    const deleteForever = (links: readonly ShortUrl[]) => open({ name: 'delete-forever', links })
    return { trash: dropping(trash), restore: dropping(restore), deleteForever }
  }, [trash, restore, drop, open])
}

/** No filter but the status. */
const isOnlyTrash = ({ q, tag, campaign, used, domain }: LinkFilter) =>
  [q, tag, campaign, used, domain].every((value) => value === undefined)

/** The chosen columns, stored in the browser. */
function useColumns() {
  const [columns, setColumns] = useState(() => readColumns(browserStorage))
  return [
    columns,
    (chosen: typeof columns) => {
      setColumns(chosen)
      keepColumns(browserStorage, chosen)
    },
  ] as const
}
