import { getRouteApi } from '@tanstack/react-router'
import { Download, Plus } from 'lucide-react'
import { useCallback, useState } from 'react'
import type { ShortUrl } from '#schemas/links.ts'
import { writeDay } from '../format/days.ts'
import { quantity } from '../format/numbers.ts'
import { browserStorage } from '../parts/browser-storage.ts'
import { Button } from '../parts/button.tsx'
import { Nothing } from '../parts/nothing.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { saveFile } from '../parts/save-file.ts'
import { Trouble } from '../parts/trouble.tsx'
import { CreateLinkButton } from '../shell/create-anywhere.tsx'
import { type BulkDialog, BulkDialogs } from './bulk-dialogs.tsx'
import { keepColumns, readColumns } from './columns.ts'
import { useDeleteLater } from './delete-later.ts'
import { LinkFilters } from './link-filters.tsx'
import { LinkListSkeleton } from './link-list.tsx'
import { LinkRows } from './link-rows.tsx'
import { csvHead, csvLines } from './links-csv.ts'
import { ListHead } from './list-head.tsx'
import { type BulkAction, SelectionBar } from './selection-bar.tsx'
import { useLinkRows } from './use-link-rows.ts'
import { useSelection } from './use-selection.ts'

const route = getRouteApi('/links')

export function LinksPage() {
  const filter = route.useSearch()
  const navigate = route.useNavigate()
  const [range, setRange] = useState({ first: 0, last: 0 })
  const [columns, setColumns] = useColumns()
  const rows = useLinkRows(filter, range, columns.has('trend'))
  const chosen = useSelection(rows)
  const [dialog, setDialog] = useState<BulkDialog | null>(null)
  const remove = useRemove(chosen.drop)
  const isFiltered = Object.entries(filter).some(([name, value]) => name !== 'sort' && value !== undefined)

  function act(action: BulkAction) {
    if (action === 'export') {
      saveFile(`links-${writeDay(new Date())}.csv`, [csvHead, csvLines(chosen.links)], 'text/csv')
    } else if (action === 'delete') remove(chosen.links)
    else setDialog({ name: action, links: chosen.links })
  }

  return (
    <>
      <PageHead
        title="Links"
        {...(rows.hasRows && { about: `${quantity(rows.found, 'link')}${isFiltered ? ' found' : ''}` })}
      >
        {rows.found > 0 && (
          <Button Icon={Download} onClick={() => setDialog({ name: 'export-all', links: [] })}>
            Export
          </Button>
        )}
        <CreateLinkButton Icon={Plus} />
      </PageHead>
      <LinkFilters
        filter={filter}
        onChange={(change) => void navigate({ search: (old) => ({ ...old, ...change }), replace: true })}
      />
      {!rows.isLoading && rows.error !== null && (
        <div className="card mb-4 p-5">
          <Trouble query={rows} />
        </div>
      )}
      {rows.hasRows && rows.total === 0 ? (
        <NoLinks isFiltered={isFiltered} onClear={() => void navigate({ search: {} })} />
      ) : rows.hasRows || rows.isLoading ? (
        <>
          <ListHead
            total={rows.total}
            selected={chosen.selection.size}
            onAll={() => chosen.selectFirst(rows.total)}
            onNone={chosen.clear}
            columns={columns}
            onColumns={setColumns}
          />
          {rows.hasRows ? (
            <LinkRows rows={rows} chosen={chosen} columns={columns} onRange={setRange} onDelete={remove} />
          ) : (
            <LinkListSkeleton />
          )}
        </>
      ) : null}
      <SelectionBar links={chosen.links} onAct={act} onClear={chosen.clear} />
      <BulkDialogs
        open={dialog}
        filter={filter}
        found={rows.found}
        onChanged={chosen.drop}
        onClose={() => setDialog(null)}
      />
    </>
  )
}

function useRemove(drop: (ids: string[]) => void) {
  const deleteLater = useDeleteLater()
  return useCallback(
    (links: readonly ShortUrl[]) => {
      deleteLater(links)
      drop(links.map(({ id }) => id))
    },
    [deleteLater, drop],
  )
}

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

function NoLinks({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  if (isFiltered)
    return <Nothing action={<Button onClick={onClear}>Clear filters</Button>}>No links match your filters.</Nothing>
  return (
    <Nothing action={<CreateLinkButton />}>
      Your short links will appear here. Create one to share a URL and count its clicks, or paste a URL anywhere on this
      page.
    </Nothing>
  )
}
