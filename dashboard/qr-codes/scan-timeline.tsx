import type { CodeReport } from '../api/qr-codes.ts'
import { bucketNames } from '../format/days.ts'
import { Card } from '../parts/card.tsx'
import { TimelineChart } from '../parts/timeline-chart.tsx'

interface ScanTimelineProps {
  report: CodeReport | undefined
  granularity: 'hour' | 'day'
  /** The last bucket is not over yet. */
  isOpen: boolean
}

export const ScanTimeline = ({ report, granularity, isOpen }: ScanTimelineProps) => (
  <Card title="Scans">
    {report === undefined ? (
      <div aria-hidden className="skeleton h-[244px]" />
    ) : (
      <TimelineChart
        name="Scans"
        points={report.timeline.map(({ date, scans }) => ({ at: new Date(date), value: scans }))}
        isOpen={isOpen}
        label={bucketNames[granularity].short}
        longLabel={bucketNames[granularity].long}
      />
    )}
  </Card>
)
