import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { searchOf } from '../api/experiment-search.ts'
import { experimentQuery } from '../api/experiments.ts'
import { BackLink } from '../parts/back-link.tsx'
import { ThingHeadSkeleton } from '../parts/thing-head.tsx'
import { Tile } from '../parts/tile.tsx'
import { isUnavailable, TroublePage } from '../parts/trouble.tsx'
import { ExperimentHead } from './experiment-head.tsx'
import { ExperimentNotices } from './notices.tsx'
import { ReportConversions } from './report-conversions.tsx'
import { ExperimentSettingsCard } from './settings-card.tsx'
import { StandingCard } from './standing-card.tsx'
import { useMoved } from './use-move.ts'
import { VariantFiguresCard } from './variant-figures.tsx'

const route = getRouteApi('/ab-tests/$id')

export function ExperimentPage() {
  const { id } = route.useParams()
  const { of } = route.useSearch()
  const query = useQuery(experimentQuery(id, of))
  const data = useMoved(id, query.data)
  const back = (
    <BackLink to="/ab-tests" search={data === undefined ? { of } : searchOf(data.kind)}>
      A/B tests
    </BackLink>
  )
  if (isUnavailable(query))
    return <TroublePage title="A/B test" missing="This A/B test does not exist" back={back} query={query} />
  if (data === undefined) return <PageSkeleton back={back} />
  const { test, summary } = data
  const counts = test.conversions_enabled
  const reports = counts && test.status !== 'completed'
  return (
    <>
      {back}
      <ExperimentHead full={data} />
      <div className="grid gap-5">
        <ExperimentNotices full={data} />
        <StandingCard full={data} />
        <dl
          className={`grid gap-3 sm:gap-5 ${counts ? 'grid-cols-2 *:last:col-span-2 sm:grid-cols-3 sm:*:last:col-span-1' : 'grid-cols-2'}`}
        >
          <Tile
            label={data.kind === 'qr' ? 'Scans' : 'Clicks'}
            value={summary.total_clicks}
            note={`Across ${test.variants.length} variants`}
          />
          <Tile label="Visitors" value={summary.total_unique_visitors} note="Each sees one variant" />
          {counts && <Tile label="Conversions" value={summary.total_conversions} note="Across all events" />}
        </dl>
        <VariantFiguresCard full={data} />
        <div className={`grid items-start gap-5 ${reports ? 'lg:grid-cols-2' : ''}`}>
          <ExperimentSettingsCard full={data} />
          {reports && <ReportConversions />}
        </div>
      </div>
    </>
  )
}

const PageSkeleton = ({ back }: { back: ReactNode }) => (
  <>
    {back}
    <ThingHeadSkeleton title="A/B test" height="h-32" />
    <div className="grid gap-5">
      <div className="skeleton h-28" />
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-3 sm:gap-5">
        <div className="skeleton h-28" />
        <div className="skeleton h-28" />
        <div className="skeleton hidden h-28 sm:block" />
      </div>
      <div className="skeleton h-72" />
    </div>
  </>
)
