import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { ScrollText } from 'lucide-react'
import { type AuditFilter, auditExportUrl, auditQuery } from '../api/audit.ts'
import { keepRows } from '../api/pages.ts'
import { Button } from '../parts/button.tsx'
import { DownloadLink } from '../parts/download-link.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { FilterChoice } from '../parts/filter-choice.tsx'
import { ListCard } from '../parts/list-card.tsx'
import { MoreButton } from '../parts/more-button.tsx'
import { Nothing } from '../parts/nothing.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { PageSearch } from '../parts/page-search.tsx'
import { actorNames } from './actor-names.ts'
import { AuditRow } from './audit-row.tsx'

const route = getRouteApi('/audit-log')

export function AuditPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const query = useInfiniteQuery({ ...auditQuery(search), placeholderData: keepRows })
  const change = (part: AuditFilter) => void navigate({ search: (old) => ({ ...old, ...part }), replace: true })
  const isFiltered = search.q !== undefined || search.who !== undefined
  return (
    <>
      <PageHead title="Audit log" about="Changes and sign-ins of the past year">
        <Export filter={search} format="csv" />
        <Export filter={search} format="ndjson" />
      </PageHead>
      <search className="mb-4 flex flex-wrap gap-2">
        <PageSearch
          label="Search the audit log"
          placeholder="Search by user, action, or ID"
          className="min-w-48 flex-1"
          sought={search.q}
          onSeek={(q) => change({ q })}
        />
        <FilterChoice
          label="Changed by"
          all="Anyone"
          className="w-auto!"
          chosen={search.who}
          options={Object.entries(actorNames)}
          onChoose={(who) => change({ who: who as AuditFilter['who'] })}
        />
      </search>
      <ListCard
        label="Audit log"
        query={query}
        rows={query.data?.pages.flatMap(({ data }) => data)}
        empty={
          isFiltered ? (
            <Nothing action={<Button onClick={() => change({ q: undefined, who: undefined })}>Clear filters</Button>}>
              No entries match your filters.
            </Nothing>
          ) : (
            <EmptyState
              Icon={ScrollText}
              title="Changes will appear here"
              about="Each change and sign-in is recorded with its user, API key, or app."
              action={null}
            />
          )
        }
      >
        {(entry) => <AuditRow entry={entry} />}
      </ListCard>
      <MoreButton query={query} />
    </>
  )
}

const Export = ({ filter, format }: { filter: AuditFilter; format: 'csv' | 'ndjson' }) => (
  <DownloadLink url={auditExportUrl(filter, format)}>
    <span className="sr-only">Export </span>
    {format.toUpperCase()}
  </DownloadLink>
)
