import type { UseQueryResult } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import type { Timeline } from '../api/analytics.ts'
import { matchBuckets } from '../format/buckets.ts'
import type { Back } from '../format/calendar.ts'
import { comparisonNames } from '../format/period-names.ts'
import { type Buckets } from '../format/periods.ts'
import { TimelineChart } from './timeline-chart.tsx'
import { Trouble } from './trouble.tsx'

interface ClicksChartProps extends Buckets {
  query: Pick<UseQueryResult<Timeline>, 'data' | 'error' | 'isError' | 'isPlaceholderData' | 'refetch'>
  /** The comparison period, by hour if the chart is, and by day otherwise. */
  before?: { timeline: Timeline; back: Back } | undefined
  beforeName?: string | undefined
  metric?: 'clicks' | 'visitors'
  useMarks?: ComponentProps<typeof TimelineChart>['useMarks']
}

const metrics = {
  clicks: { name: 'Clicks', field: 'clicks' },
  visitors: { name: 'Visitors', field: 'unique_visitors' },
} as const

/** The chart of a timeline. Its loading state has the same height. */
export function ClicksChart({ query, before, beforeName, metric = 'clicks', useMarks, ...buckets }: ClicksChartProps) {
  if (query.data === undefined && query.isError) return <Trouble query={query} />
  if (query.data === undefined) return <div aria-hidden className="skeleton h-[244px]" />
  const { name, field } = metrics[metric]
  const pointsOf = (timeline: Timeline) =>
    timeline.map((bucket) => ({ at: new Date(bucket.date), value: bucket[field] }))
  const points = pointsOf(query.data)
  const times = points.map(({ at }) => at)
  return (
    <div
      aria-busy={query.isPlaceholderData}
      className={`transition-opacity ${query.isPlaceholderData ? 'opacity-60' : ''}`}
    >
      <TimelineChart
        name={name}
        points={points}
        before={before && matchBuckets(times, buckets, { points: pointsOf(before.timeline), back: before.back })}
        beforeName={beforeName}
        useMarks={useMarks}
        {...buckets}
      />
    </div>
  )
}

/** Legend for a chart with two lines. */
export const ChartLegend = ({ before = comparisonNames.previous }: { before?: string }) => (
  <p aria-hidden className="flex gap-4 text-xs text-dim">
    <span className="flex items-center gap-1.5">
      <span className="h-0.5 w-4 bg-accent" /> This period
    </span>
    <span className="flex items-center gap-1.5">
      <svg width="14" height="2" className="text-field">
        <line x2="14" y1="1" y2="1" stroke="currentColor" strokeWidth="1.5" strokeDasharray="5 4" />
      </svg>{' '}
      {before}
    </span>
  </p>
)
