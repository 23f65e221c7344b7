import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type CodeReport, codeReportQuery } from '../api/qr-codes.ts'
import { useLiveFigures } from '../api/use-live-figures.ts'
import { begunBuckets } from '../format/buckets.ts'
import { count } from '../format/numbers.ts'
import { type Buckets, describePeriod } from '../format/periods.ts'
import { Card } from '../parts/card.tsx'
import { RelativeTime } from '../parts/relative-time.tsx'
import { Tile } from '../parts/tile.tsx'
import { TimelineChart } from '../parts/timeline-chart.tsx'
import { Trouble } from '../parts/trouble.tsx'
import { useNow } from '../parts/use-now.ts'
import { FilterChips } from '../reports/filter-chips.tsx'
import { PeriodSwitch } from '../reports/period-switch.tsx'
import { compileScope } from '../reports/scope.ts'
import { type ReportSearch, readReportSearch } from '../reports/search.ts'
import { toggleFilter } from '../reports/view.ts'
import { ScanBreakdowns } from './scan-breakdowns.tsx'

const route = getRouteApi('/qr-codes/$id')

export function CodeScans({ id }: { id: string }) {
  const search = route.useSearch()
  const change = useChange()
  const now = useNow()
  const { scope: period, ...buckets } = describePeriod(search, now, search.by)
  const { granularity } = buckets
  useLiveFigures(buckets.isOpen)
  const query = useQuery(codeReportQuery(id, { ...period, ...compileScope(search).filters, granularity }))
  const { data, isLoadingError, isPlaceholderData } = query
  return (
    <>
      <div className="mb-4 empty:hidden">
        <FilterChips search={search} change={change} />
      </div>
      {isLoadingError ? (
        <Card title="Scans">
          <Trouble query={query} />
        </Card>
      ) : (
        <div className={`grid gap-5 transition-opacity ${isPlaceholderData ? 'opacity-60' : ''}`}>
          <ScanTiles report={data} />
          <ScanTimeline report={data} now={now} {...buckets} />
          <ScanBreakdowns
            report={data}
            search={search}
            onFilter={(name, value) => toggleFilter({ search, change }, name, value)}
          />
        </div>
      )}
    </>
  )
}

export const ScanPeriod = () => <PeriodSwitch span={route.useSearch()} onChoose={useChange()} />

function useChange(): (change: ReportSearch) => void {
  const navigate = route.useNavigate()
  return (change) =>
    void navigate({
      search: ({ view, ...old }) => ({ ...readReportSearch({ ...old, ...change }), ...(view && { view }) }),
      resetScroll: false,
    })
}

const ScanTiles = ({ report }: { report: CodeReport | undefined }) => (
  <dl className="grid grid-cols-2 gap-3 sm:gap-5 xl:grid-cols-4">
    <Tile label="Scans" value={report?.recentScans} note="In this period" />
    <Tile label="Visitors" value={report?.uniqueScanners} note="In this period" />
    <Tile label="Today" value={report?.scansToday} />
    <Tile
      label="All time"
      value={report?.totalScans}
      note={
        report?.lastScannedAt && (
          <span className="truncate" title={count(report.totalScans)}>
            Last <RelativeTime at={String(report.lastScannedAt)} />
          </span>
        )
      }
    />
  </dl>
)

const ScanTimeline = ({ report, now, ...buckets }: Buckets & { report: CodeReport | undefined; now: Date }) => (
  <Card title="Scans">
    {report === undefined ? (
      <div aria-hidden className="skeleton h-[244px]" />
    ) : (
      <TimelineChart
        name="Scans"
        points={begunBuckets(report.timeline, buckets, now).map(({ date, scans }) => ({
          at: new Date(date),
          value: scans,
        }))}
        {...buckets}
      />
    )}
  </Card>
)
