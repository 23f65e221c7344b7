import { useQuery } from '@tanstack/react-query'
import { reportQuery } from '../api/analytics.ts'
import { daysBefore, wholeDays } from '../format/periods.ts'
import { Card } from '../parts/card.tsx'
import { ChartLegend, ClicksChart } from '../parts/clicks-chart.tsx'
import { homeDays } from './home-days.ts'

export function HomeChart({ now }: { now: Date }) {
  const current = useQuery(reportQuery('timeline', 'all', { ...wholeDays(homeDays, now), granularity: 'day' }))
  const before = useQuery(reportQuery('timeline', 'all', { ...daysBefore(homeDays, now), granularity: 'day' }))
  return (
    <Card title="Clicks" aside={<ChartLegend />}>
      <ClicksChart query={current} before={before.data} granularity="day" isOpen />
    </Card>
  )
}
