import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { codeReportQuery } from '../api/qr-codes.ts'
import { describePeriod } from '../format/periods.ts'
import { Card } from '../parts/card.tsx'
import { Trouble } from '../parts/trouble.tsx'
import { useNow } from '../parts/use-now.ts'
import { FilterChips } from '../reports/filter-chips.tsx'
import { PeriodSwitch } from '../reports/period-switch.tsx'
import { compileScope } from '../reports/scope.ts'
import { type ReportSearch, readReportSearch } from '../reports/search.ts'
import { ScanBreakdowns } from './scan-breakdowns.tsx'
import { ScanTiles } from './scan-tiles.tsx'
import { ScanTimeline } from './scan-timeline.tsx'

const route = getRouteApi('/qr-codes/$id')

/** How often a code is scanned, where and with what; a row that is clicked filters all of it. */
export function CodeScans({ id }: { id: string }) {
  const search = route.useSearch()
  const change = useChange()
  const now = useNow()
  const { scope: period, granularity, isOpen } = describePeriod(search, now)
  const query = useQuery(codeReportQuery(id, { ...period, ...compileScope(search).filters, granularity }))
  const { data, isError, error, refetch, isPlaceholderData } = query
  return (
    <>
      <div className="mb-4 empty:hidden">
        <FilterChips search={search} change={change} />
      </div>
      {isError && data === undefined ? (
        <Card title="Scans">
          <Trouble error={error} onRetry={() => void refetch()} />
        </Card>
      ) : (
        <div className={`grid gap-5 transition-opacity ${isPlaceholderData ? 'opacity-60' : ''}`}>
          <ScanTiles report={data} />
          <ScanTimeline report={data} granularity={granularity} isOpen={isOpen} />
          <ScanBreakdowns
            report={data}
            search={search}
            onFilter={(name, value) =>
              change({ [name]: search[name]?.toLowerCase() === value.toLowerCase() ? undefined : value })
            }
          />
        </div>
      )}
    </>
  )
}

/** Of which days the scans are. */
export const ScanPeriod = () => <PeriodSwitch span={route.useSearch()} onChoose={useChange()} />

function useChange(): (change: ReportSearch) => void {
  const navigate = route.useNavigate()
  return (change) =>
    void navigate({
      search: ({ view, ...old }) => ({ ...readReportSearch({ ...old, ...change }), ...(view && { view }) }),
      resetScroll: false,
    })
}
