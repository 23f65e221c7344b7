import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Granularity } from '#schemas/analytics.ts'
import { mostBuckets } from '#schemas/report-limits.ts'
import { comparisonOf, reportQuery, type Timeline } from '../api/analytics.ts'
import { begunBuckets, daysOfBucket } from '../format/buckets.ts'
import { countDays, writeDay } from '../format/days.ts'
import { comparisonNames } from '../format/period-names.ts'
import { type Buckets, granularityChoices } from '../format/periods.ts'
import { ChartLegend, ClicksChart } from '../parts/clicks-chart.tsx'
import { Segments } from '../parts/segments.tsx'
import type { Plot } from '../parts/timeline-scale.ts'
import { useNow } from '../parts/use-now.ts'
import { useSelection } from '../parts/use-selection.ts'
import { ExportButton } from './export-button.tsx'
import { Figures } from './figures.tsx'
import { timelineLines } from './rows.ts'
import type { Before } from './scope.ts'
import { granularityNames } from './search.ts'
import type { View } from './view.ts'

interface ChartCardProps extends Buckets {
  view: View
  before: Before | undefined
}

export function ChartCard({ view, before, ...buckets }: ChartCardProps) {
  const { id, scope, search } = view
  const { metric = 'clicks', compare = 'previous' } = search
  const { granularity } = buckets
  const now = useNow()
  const chart = useRef<HTMLDivElement>(null)
  const current = useQuery({
    ...reportQuery('timeline', id, { ...scope, granularity }),
    select: (timeline: Timeline) => begunBuckets(timeline, buckets, now),
  })
  const isAdded = granularity === 'week' || granularity === 'month'
  // A visitor of several days has been counted on each of them.
  const isCountable = !isAdded || metric === 'clicks'
  const compared =
    before && isCountable && countDays(before.dates.startDate, before.dates.endDate) <= mostBuckets ? before : undefined
  const by = isAdded ? 'day' : granularity
  const earlier = useQuery({
    ...reportQuery('timeline', id, { ...(compared?.timeline ?? scope), granularity: by }),
    ...(compared && comparisonOf<Timeline>(`${compared.name} by ${by}`)),
    enabled: compared !== undefined,
  })
  const useZoom = (plot: Plot) =>
    useSelection(plot, (first, last) => {
      const today = writeDay(new Date())
      const [from] = daysOfBucket(first, buckets)
      const [, to] = daysOfBucket(last, buckets)
      view.change({ period: undefined, from, to: to < today ? to : today })
    })
  const choices = granularityChoices(search, now)
  return (
    <section className="card" aria-label="Traffic over time">
      <h2 className="sr-only">Traffic over time</h2>
      <Figures view={view} before={before} />
      <div className="p-4 sm:p-5" ref={chart}>
        <ClicksChart
          query={current}
          before={compared && earlier.data && { timeline: earlier.data, back: compared.back }}
          beforeName={comparisonNames[compare]}
          metric={metric}
          {...buckets}
          useMarks={useZoom}
        />
        <div className="mt-2 flex flex-wrap items-center justify-end gap-x-4 gap-y-2">
          {choices.length > 0 && (
            <div className="mr-auto">
              <Segments
                name="Interval"
                choices={choicesOf(choices)}
                chosen={granularity}
                onChoose={(by) => view.change({ by })}
              />
            </div>
          )}
          {compared !== undefined && <ChartLegend before={comparisonNames[compare]} />}
          {before !== undefined && !isCountable && (
            <p className="text-xs text-dim">Visitors are compared by day only.</p>
          )}
          <ExportButton
            name="chart"
            source={{
              load: async () => timelineLines(current.data ?? [], buckets),
              picture: () => chart.current?.querySelector('svg'),
            }}
          />
        </div>
      </div>
    </section>
  )
}

const choicesOf = (names: Granularity[]) =>
  Object.fromEntries(names.map((name) => [name, granularityNames[name]])) as Record<Granularity, string>
