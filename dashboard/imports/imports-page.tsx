import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Upload } from 'lucide-react'
import { useState } from 'react'
import type { ImportRecord } from '#schemas/imports.ts'
import { importsQuery, isRunning } from '../api/imports.ts'
import { useCan } from '../api/rights.ts'
import { quantity } from '../format/numbers.ts'
import { BackLink } from '../parts/back-link.tsx'
import { Button } from '../parts/button.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { lazyPart } from '../parts/lazy-part.tsx'
import { ListCard } from '../parts/list-card.tsx'
import { MoreButton } from '../parts/more-button.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { StatePill } from '../parts/pill.tsx'
import { RelativeTime } from '../parts/relative-time.tsx'
import { importStates, sourceNames, titleOf } from './import-names.ts'

const ImportDialog = lazyPart(() => import('./import-dialog.tsx'), 'ImportDialog')

const listTickMs = 2_000

/** Imports of links from other services. */
export function ImportsPage() {
  const query = useInfiniteQuery({
    ...importsQuery,
    refetchInterval: ({ state }) => (state.data?.pages.some(({ data }) => data.some(isRunning)) ? listTickMs : false),
  })
  const [isCreating, setIsCreating] = useState(false)
  const mayImport = useCan()('edit')
  const rows = query.data?.pages.flatMap(({ data }) => data)
  const button = mayImport && (
    <Button Icon={Upload} look="main" onClick={() => setIsCreating(true)}>
      Import links
    </Button>
  )
  return (
    <>
      <BackLink to="/links">Links</BackLink>
      <PageHead title="Imports" about="Links from other services keep their slugs.">
        {rows !== undefined && rows.length > 0 && button}
      </PageHead>
      <ListCard
        label="Imports"
        query={query}
        rows={rows}
        empty={
          <EmptyState
            Icon={Upload}
            title="Your imports will appear here"
            about="Import the links of Bitly, Dub, Kutt, Rebrandly, Shlink, Short.io, TinyURL, YOURLS, or any CSV file. They keep their slugs, dates, tags, and click totals. You see what the file contains before anything is created."
            action={button}
          />
        }
      >
        {(row) => <ImportRow row={row} />}
      </ListCard>
      <MoreButton query={query} />
      {isCreating && <ImportDialog onClose={() => setIsCreating(false)} />}
    </>
  )
}

const ImportRow = ({ row }: { row: ImportRecord }) => (
  <div className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3 sm:px-5">
    <div className="min-w-0 flex-1 basis-48">
      <Link to="/imports/$id" params={{ id: row.id }} className="row-name">
        {titleOf(row)}
      </Link>
      <p className="text-[13px] text-dim">
        {sourceNames[row.source]}, <RelativeTime at={row.created_at} isLong />
      </p>
    </div>
    <span className="text-[13px] text-dim tabular-nums">{quantity(row.analysis.found, 'link')}</span>
    <StatePill states={importStates} state={row.status} />
  </div>
)
