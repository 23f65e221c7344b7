import { useQuery } from '@tanstack/react-query'
import { reportQuery } from '../api/analytics.ts'
import { type Buckets, comparisonNames } from '../format/periods.ts'
import { ChartLegend, ClicksChart } from '../parts/clicks-chart.tsx'
import { Figures } from './figures.tsx'
import type { Before } from './scope.ts'
import type { View } from './view.ts'

interface ChartCardProps extends Buckets {
  view: View
  before: Before | undefined
}

export function ChartCard({ view, granularity, isOpen, before }: ChartCardProps) {
  const { id, scope, search } = view
  const { metric = 'clicks', compare = 'previous' } = search
  const current = useQuery(reportQuery('timeline', id, { ...scope, granularity }))
  const earlier = useQuery({
    ...reportQuery('timeline', id, { ...(before?.timeline ?? scope), granularity }),
    enabled: before !== undefined,
  })
  return (
    <section className="card" aria-label="Traffic over time">
      <h2 className="sr-only">Traffic over time</h2>
      <Figures view={view} before={before?.totals} />
      <div className="p-4 sm:p-5">
        <ClicksChart
          query={current}
          before={before === undefined ? undefined : earlier.data}
          beforeName={comparisonNames[compare]}
          granularity={granularity}
          isOpen={isOpen}
          metric={metric}
        />
        {before !== undefined && (
          <div className="mt-2 flex justify-end">
            <ChartLegend before={comparisonNames[compare]} />
          </div>
        )}
      </div>
    </section>
  )
}
