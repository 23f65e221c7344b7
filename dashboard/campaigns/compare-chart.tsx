import type { Timeline } from '../api/analytics.ts'
import { bucketName, shortBucketName } from '../format/buckets.ts'
import { compact, count } from '../format/numbers.ts'
import { type Buckets } from '../format/periods.ts'
import { HiddenTable } from '../parts/hidden-table.tsx'
import { drawLine, layPoints, roundUp } from '../parts/timeline-scale.ts'

interface CompareChartProps extends Buckets {
  lines: { name: string; timeline: Timeline }[]
}

/** Size of the drawing, which is stretched to fit while line widths stay the same. */
const size = { width: 1_000, height: 200 }
const quarters = [4, 3, 2, 1, 0] as const

/** A line per campaign on a shared scale, and the same data as a table for screen readers. */
export function CompareChart({ lines, ...buckets }: CompareChartProps) {
  const top = roundUp(Math.max(0, ...lines.flatMap(({ timeline }) => timeline.map(({ clicks }) => clicks))))
  const times = longest(lines)
  const clicksOf = lines.map(({ timeline }) => new Map(timeline.map(({ date, clicks }) => [date, clicks])))
  return (
    <div>
      <div aria-hidden className="flex gap-2 text-[11px] text-dim tabular-nums">
        <div className="flex h-[200px] w-9 shrink-0 flex-col justify-between text-right leading-none">
          {quarters.map((quarter) => (
            <span key={quarter}>{compact((top / 4) * quarter)}</span>
          ))}
        </div>
        <div className="min-w-0 flex-1">
          <svg
            viewBox={`0 0 ${size.width} ${size.height}`}
            preserveAspectRatio="none"
            className="block h-[200px] w-full overflow-visible"
          >
            {quarters.map((quarter) => (
              <line
                key={quarter}
                x2={size.width}
                y1={(size.height / 4) * quarter}
                y2={(size.height / 4) * quarter}
                stroke="var(--color-line)"
                vectorEffect="non-scaling-stroke"
              />
            ))}
            {lines.map(({ name, timeline }, index) => (
              <Line
                key={name}
                timeline={timeline}
                length={times.length}
                top={top}
                index={index}
                isOpen={buckets.isOpen}
              />
            ))}
          </svg>
          <p className="mt-2 flex justify-between">
            {ends(times).map((date) => (
              <span key={date}>{shortBucketName(new Date(date), buckets)}</span>
            ))}
          </p>
        </div>
      </div>
      <HiddenTable
        caption="Clicks per campaign"
        columns={['Time', ...lines.map(({ name }) => name)]}
        rows={times.map((date) => ({
          key: date,
          cells: [bucketName(new Date(date), buckets), ...clicksOf.map((clicks) => count(clicks.get(date) ?? 0))],
        }))}
      />
    </div>
  )
}

/** For all time, each timeline starts with its first click, and all end at the same time. */
function longest(lines: CompareChartProps['lines']): string[] {
  const [most = []] = lines.map(({ timeline }) => timeline).sort((one, other) => other.length - one.length)
  return most.map(({ date }) => date)
}

const ends = (times: string[]): string[] =>
  [...new Set([times[0], times[Math.floor(times.length / 2)], times.at(-1)])].filter((date) => date !== undefined)

interface LineProps {
  timeline: Timeline
  length: number
  top: number
  index: number
  isOpen: boolean
}

function Line({ timeline, length, top, index, isOpen }: LineProps) {
  const { color, dashes } = lookOf(index)
  const missing = Array.from({ length: length - timeline.length }, () => 0)
  const points = layPoints([...missing, ...timeline.map(({ clicks }) => clicks)], top, size)
  const shown = isOpen && points.length > 2 ? points.slice(0, -1) : points
  return (
    <path
      d={drawLine(shown)}
      className={color}
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeDasharray={dashes}
      strokeLinejoin="round"
      vectorEffect="non-scaling-stroke"
    />
  )
}

/** Each line has a color and a pattern, so that color is not needed to tell them apart. One for each compared campaign. */
const lineLooks = [
  { color: 'text-line-1', dashes: '' },
  { color: 'text-line-2', dashes: '7 3' },
  { color: 'text-line-3', dashes: '2 3' },
  { color: 'text-line-4', dashes: '10 3 2 3' },
] as const

const lookOf = (index: number) => lineLooks[index % lineLooks.length] ?? lineLooks[0]

export function LineMark({ index }: { index: number }) {
  const { color, dashes } = lookOf(index)
  return (
    <svg aria-hidden width="26" height="8" className={`shrink-0 ${color}`}>
      <line x2="26" y1="4" y2="4" stroke="currentColor" strokeWidth="2.5" strokeDasharray={dashes} />
    </svg>
  )
}
