import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Granularity } from '#schemas/analytics.ts'
import { reportQuery } from '../api/analytics.ts'
import { bucketEnd } from '../format/calendar.ts'
import { writeDay } from '../format/days.ts'
import { comparisonNames } from '../format/period-names.ts'
import { type Buckets, granularityChoices } from '../format/periods.ts'
import { ChartLegend, ClicksChart } from '../parts/clicks-chart.tsx'
import { Segments } from '../parts/segments.tsx'
import type { Plot } from '../parts/timeline-scale.ts'
import { useNow } from '../parts/use-now.ts'
import { useSelection } from '../parts/use-selection.ts'
import { ExportButton } from './export-button.tsx'
import { Figures } from './figures.tsx'
import type { Before } from './scope.ts'
import { granularityNames } from './search.ts'
import type { View } from './view.ts'

interface ChartCardProps extends Buckets {
  view: View
  before: Before | undefined
}

export function ChartCard({ view, granularity, isOpen, before }: ChartCardProps) {
  const { id, scope, search } = view
  const { metric = 'clicks', compare = 'previous' } = search
  const chart = useRef<HTMLDivElement>(null)
  const current = useQuery(reportQuery('timeline', id, { ...scope, granularity }))
  const earlier = useQuery({
    ...reportQuery('timeline', id, { ...(before?.timeline ?? scope), granularity }),
    enabled: before !== undefined,
  })
  const useZoom = (plot: Plot) =>
    useSelection(plot, (first, last) => {
      const today = writeDay(new Date())
      const to = bucketEnd(writeDay(last), granularity)
      view.change({ period: undefined, from: writeDay(first), to: to < today ? to : today })
    })
  const choices = granularityChoices(search, useNow())
  return (
    <section className="card" aria-label="Traffic over time">
      <h2 className="sr-only">Traffic over time</h2>
      <Figures view={view} before={before?.totals} />
      <div className="p-4 sm:p-5" ref={chart}>
        <ClicksChart
          query={current}
          before={before === undefined ? undefined : earlier.data}
          beforeName={comparisonNames[compare]}
          granularity={granularity}
          isOpen={isOpen}
          metric={metric}
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
          {before !== undefined && <ChartLegend before={comparisonNames[compare]} />}
          <ExportButton
            name="chart"
            source={{
              load: async () => current.data?.map((bucket) => ({ ...bucket })) ?? [],
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
