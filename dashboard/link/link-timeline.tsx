import { useQuery } from '@tanstack/react-query'
import { reportQuery, type Scope } from '../api/analytics.ts'
import { Card } from '../parts/card.tsx'
import { ChartLegend, ClicksChart } from '../parts/clicks-chart.tsx'

interface LinkTimelineProps {
  id: string
  scope: Scope & { granularity: 'hour' | 'day' }
  /** What this is compared with, if it is a number of whole days. */
  daysBefore: { startDate: string; endDate: string } | undefined
}

export function LinkTimeline({ id, scope, daysBefore }: LinkTimelineProps) {
  const query = useQuery(reportQuery('timeline', id, scope))
  const before = useQuery({
    ...reportQuery('timeline', id, { ...scope, ...daysBefore }),
    enabled: daysBefore !== undefined,
  })
  return (
    <Card title="Clicks" {...(daysBefore !== undefined && { aside: <ChartLegend /> })}>
      <ClicksChart
        query={query}
        before={daysBefore === undefined ? undefined : before.data}
        granularity={scope.granularity}
        isOpen
      />
    </Card>
  )
}
