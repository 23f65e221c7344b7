import { useMemo } from 'react'
import { useNow } from '../parts/use-now.ts'
import { BreakdownCard } from './breakdown-card.tsx'
import { ChartCard } from './chart-card.tsx'
import { EventsCard } from './events-card.tsx'
import { FilterBar } from './filter-bar.tsx'
import { PlacesCard } from './places-card.tsx'
import { type About, compileReport } from './scope.ts'
import type { ReportSearch } from './search.ts'
import { TopCard } from './top-card.tsx'
import type { View } from './view.ts'

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
  const view: View = { id, scope, about, search, change: onChange }
  return (
    <>
      <FilterBar view={view} />
      <div className="grid grid-cols-1 gap-5">
        <ChartCard view={view} before={before} {...buckets} />
        <div className="grid grid-cols-1 gap-5 lg:grid-cols-2">
          {link === undefined && <TopCard view={view} />}
          <BreakdownCard view={view} card="sources" title="Sources" />
          <PlacesCard view={view} />
          <BreakdownCard view={view} card="devices" title="Devices" />
          {link !== undefined && <EventsCard view={view} isLive={buckets.isOpen} />}
        </div>
        {link === undefined && <EventsCard view={view} isLive={buckets.isOpen} />}
      </div>
    </>
  )
}
