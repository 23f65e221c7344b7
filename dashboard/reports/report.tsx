import { useMemo } from 'react'
import { useLiveFigures } from '../api/use-live-figures.ts'
import { describePeriod } from '../format/periods.ts'
import { lazyPart } from '../parts/lazy-part.tsx'
import { useMinute, useNow } from '../parts/use-now.ts'
import { ChartCard } from './chart-card.tsx'
import { FilterBar } from './filter-bar.tsx'
import { type About, compileReport } from './scope.ts'
import type { ReportSearch } from './search.ts'
import type { View } from './view.ts'

const ReportCards = lazyPart(
  () => import('./report-cards.tsx'),
  'ReportCards',
  <div aria-hidden className="skeleton h-96 rounded-xl" />,
)

interface ReportProps {
  /** The link or campaign of the report; all links by default. */
  about?: About
  search: ReportSearch
  onChange: (change: ReportSearch) => void
}

const all: About = {}

export function Report({ about = all, search, onChange }: ReportProps) {
  const now = useNow()
  // A quarter of an hour is a large part of a day or two.
  const minute = useMinute(describePeriod(search, now).granularity === 'hour')
  const { link, campaign } = about
  const { id, scope, before, ...buckets } = useMemo(
    () => compileReport(search, { link, campaign }, now, new Date(Math.max(minute, now.getTime()))),
    [search, link, campaign, now, minute],
  )
  useLiveFigures(buckets.isOpen)
  const view: View = { id, scope, about, search, change: onChange }
  return (
    <>
      <FilterBar view={view} />
      <div className="grid grid-cols-1 gap-5">
        <ChartCard view={view} before={before} {...buckets} />
        <ReportCards view={view} isLive={buckets.isOpen} />
      </div>
    </>
  )
}
