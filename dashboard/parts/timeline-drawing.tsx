import { useId } from 'react'
import { type EarlierValue, shortBucketName } from '../format/buckets.ts'
import { compact } from '../format/numbers.ts'
import { type Buckets } from '../format/periods.ts'
import { drawLine, layPoints, type Point } from './timeline-scale.ts'

interface DrawingProps extends Buckets {
  points: Point[]
  before?: EarlierValue[] | undefined
  /** Width of the plot, without the gutter. */
  width: number
  top: number
  marked: number | null
  /** The first and last point of a selection. */
  selected?: readonly [number, number] | undefined
}

const plotHeight = 220
/** Width of a digit in a label, in pixels. */
const digitWidth = 6.5
const labelGap = 10
/** Width of the labels left of the plot. */
export const gutterFor = (top: number): number =>
  Math.ceil(Math.max(...quarters.map((quarter) => scaleLabel(top, quarter).length)) * digitWidth) + labelGap

const quarters = [4, 3, 2, 1, 0]
const scaleLabel = (top: number, quarter: number) => compact((top / 4) * quarter)

const labelHeight = 24
export const chartHeight = plotHeight + labelHeight
const labelWidth = 72
const curve = { fill: 'none', stroke: 'var(--color-accent)', strokeWidth: '2' } as const

export function TimelineDrawing(props: DrawingProps) {
  const { points, before, isOpen, width, top, marked, selected } = props
  const gradient = useId()
  const gutter = gutterFor(top)
  const lay = (values: number[]) => layPoints(values, top, { width, height: plotHeight })
  const line = lay(points.map(({ value }) => value))
  const closed = isOpen ? line.slice(0, -1) : line
  const last = closed.at(-1)
  const dot = marked === null ? undefined : line[marked]
  const only = line.length === 1 ? line[0] : undefined
  return (
    <svg aria-hidden width={width + gutter} height={chartHeight} className="absolute top-0 left-0">
      <defs>
        <linearGradient id={gradient} x1="0" x2="0" y1="0" y2="1">
          <stop offset="0" stopColor="var(--color-accent)" stopOpacity="0.18" />
          <stop offset="1" stopColor="var(--color-accent)" stopOpacity="0" />
        </linearGradient>
      </defs>
      <Scale top={top} width={width} gutter={gutter} />
      <g transform={`translate(${gutter} 0)`}>
        {selected !== undefined && (
          <rect
            x={line[selected[0]]?.x}
            width={(line[selected[1]]?.x ?? 0) - (line[selected[0]]?.x ?? 0)}
            height={plotHeight}
            fill="var(--color-accent)"
            opacity="0.12"
          />
        )}
        {last !== undefined && (
          <path d={`${drawLine(closed)}L${last.x} ${plotHeight}L0 ${plotHeight}Z`} fill={`url(#${gradient})`} />
        )}
        {before !== undefined && (
          <path
            d={drawLine(lay(before.map(({ value }) => value ?? 0)), (index) => before[index]?.value !== null)}
            fill="none"
            stroke="var(--color-field)"
            strokeWidth="1.5"
            strokeDasharray="5 4"
            strokeLinejoin="round"
          />
        )}
        <path d={drawLine(closed)} {...curve} strokeLinejoin="round" />
        {isOpen && <path d={drawLine(line.slice(-2))} {...curve} strokeDasharray="4 4" />}
        {only !== undefined && <circle cx={only.x} cy={only.y} r="3" fill="var(--color-accent)" />}
        {dot !== undefined && (
          <>
            <line x1={dot.x} x2={dot.x} y2={plotHeight} stroke="var(--color-field)" strokeDasharray="3 3" />
            <circle cx={dot.x} cy={dot.y} r="4" fill="var(--color-accent)" stroke="var(--color-card)" strokeWidth="2" />
          </>
        )}
        <Labels {...props} line={line} />
      </g>
    </svg>
  )
}

/** Four grid lines and the base line. */
const Scale = ({ top, width, gutter }: { top: number; width: number; gutter: number }) =>
  quarters.map((quarter) => {
    const y = plotHeight - (plotHeight / 4) * quarter + 0.5
    return (
      <g key={quarter}>
        <line x1={gutter} x2={gutter + width} y1={y} y2={y} stroke="var(--color-line)" />
        <text x={gutter - labelGap} y={Math.max(10, y + 4)} fill="var(--color-dim)" fontSize="11" textAnchor="end">
          {scaleLabel(top, quarter)}
        </text>
      </g>
    )
  })

interface LabelsProps extends Buckets, Pick<DrawingProps, 'points' | 'width'> {
  line: { x: number }[]
}

/** As many labels as fit, in even steps. */
function Labels({ points, line, width, ...buckets }: LabelsProps) {
  const step = Math.max(1, Math.ceil(points.length / Math.max(2, Math.floor(width / labelWidth))))
  return points.map(({ at }, index) => {
    const x = line[index]?.x ?? 0
    if (index % step !== 0 || (index > 0 && width - x < labelWidth / 3)) return null
    return (
      <text
        key={at.getTime()}
        x={x}
        y={plotHeight + 18}
        fill="var(--color-dim)"
        fontSize="11"
        textAnchor={index === 0 ? 'start' : 'middle'}
      >
        {shortBucketName(at, buckets)}
      </text>
    )
  })
}
