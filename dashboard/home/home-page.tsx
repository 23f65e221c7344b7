import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { comparisonOf, reportQuery, type Timeline } from '../api/analytics.ts'
import { useLiveFigures } from '../api/use-live-figures.ts'
import { daysBefore, wholeDays } from '../format/whole-days.ts'
import { Card } from '../parts/card.tsx'
import { ChartLegend, ClicksChart } from '../parts/clicks-chart.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { useNow } from '../parts/use-now.ts'
import { CreateLinkButton } from '../shell/create-anywhere.tsx'
import { FirstSteps } from './first-steps.tsx'
import { homeDays } from './home-days.ts'
import { HomeTiles } from './home-tiles.tsx'
import { RecentClicks } from './recent-clicks.tsx'
import { TopLinks } from './top-links.tsx'

export function HomePage() {
  const now = useNow()
  useLiveFigures()
  return (
    <>
      <PageHead title="Home" about="Last 30 days">
        <CreateLinkButton Icon={Plus} />
      </PageHead>
      <div className="grid grid-cols-1 gap-5">
        <FirstSteps>
          <HomeTiles now={now} />
          <HomeChart now={now} />
          <div className="grid gap-5 lg:grid-cols-2">
            <TopLinks now={now} />
            <RecentClicks />
          </div>
        </FirstSteps>
      </div>
    </>
  )
}

function HomeChart({ now }: { now: Date }) {
  const current = useQuery(reportQuery('timeline', 'all', { ...wholeDays(homeDays, now), granularity: 'day' }))
  const dates = daysBefore(homeDays, now)
  const before = useQuery({
    ...reportQuery('timeline', 'all', { ...dates, granularity: 'day' }),
    ...comparisonOf<Timeline>(dates.startDate),
  })
  return (
    <Card title="Clicks" aside={<ChartLegend />}>
      <ClicksChart
        query={current}
        before={before.data && { timeline: before.data, back: homeDays }}
        granularity="day"
        isOpen
      />
    </Card>
  )
}
