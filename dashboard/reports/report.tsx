import { useMemo } from 'react'
import { useLiveFigures } from '../api/use-live-figures.ts'
import { lazyPart } from '../parts/lazy-part.tsx'
import { useNow } from '../parts/use-now.ts'
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
  const { link, campaign } = about
  const { id, scope, before, ...buckets } = useMemo(
    () => compileReport(search, { link, campaign }, now),
    [search, link, campaign, now],
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
