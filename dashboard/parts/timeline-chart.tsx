import { type PointerEvent, useLayoutEffect, useRef, useState } from 'react'
import { bucketName, type EarlierValue } from '../format/buckets.ts'
import { count, growth, signed } from '../format/numbers.ts'
import { comparisonNames } from '../format/period-names.ts'
import { type Buckets } from '../format/periods.ts'
import { HiddenTable } from './hidden-table.tsx'
import { chartHeight, gutterFor, TimelineDrawing } from './timeline-drawing.tsx'
import { type Plot, type Point, pointAt, roundUp, type Selection } from './timeline-scale.ts'

interface TimelineProps extends Buckets {
  /** The metric: "Clicks". */
  name: string
  points: Point[]
  /** The comparison period, point by point. */
  before?: EarlierValue[] | undefined
  /** Its name, if it is not the previous period: "Previous year". */
  beforeName?: string | undefined
  /** A hook that makes the points selectable. By default, the one under the pointer is marked. */
  useMarks?: ((plot: Plot) => Selection) | undefined
}

/** A line chart. The comparison and the unfinished bucket are dashed. Screen readers get a table. */
export function TimelineChart(props: TimelineProps) {
  const { name, points, before, beforeName = comparisonNames.previous, useMarks = usePointer } = props
  const { frame, width } = useWidth()
  const last = points.length - 1
  const top = roundUp(
    Math.max(...points.map(({ value }) => value), ...(before ?? []).map(({ value }) => value ?? 0), 0),
  )
  const gutter = gutterFor(top)
  const plotWidth = width - gutter
  const { marked, selected, handlers } = useMarks({ points, gutter, plotWidth })
  return (
    <div>
      <div
        ref={frame}
        className="relative touch-pan-y overflow-x-clip rounded select-none"
        style={{ height: chartHeight }}
        {...handlers}
      >
        {plotWidth > 0 && (
          <TimelineDrawing {...props} width={plotWidth} top={top} marked={marked} selected={selected} />
        )}
        {marked !== null && (
          <Tooltip {...props} index={marked} x={gutter + (marked / Math.max(1, last)) * plotWidth} width={width} />
        )}
      </div>
      <HiddenTable
        caption={name}
        columns={['Time', name, ...(before === undefined ? [] : [beforeName])]}
        rows={points.map(({ at, value }, index) => ({
          key: at.getTime(),
          cells: [bucketName(at, props), count(value), ...(before === undefined ? [] : [countEarlier(before[index])])],
        }))}
      />
    </div>
  )
}

const countEarlier = (earlier: EarlierValue | undefined): string =>
  earlier === undefined || earlier.value === null ? '–' : count(earlier.value)

function usePointer(plot: Plot): Selection {
  const [marked, setMarked] = useState<number | null>(null)
  const handlers = {
    onPointerMove: (event: PointerEvent<HTMLElement>) => setMarked(pointAt(event, plot)),
    onPointerLeave: () => setMarked(null),
  }
  return { marked, handlers }
}

const tooltipGap = 12

function Tooltip(props: TimelineProps & { index: number; x: number; width: number }) {
  const { name, points, before, beforeName = comparisonNames.previous, isOpen, index, x, width } = props
  const point = points[index]
  if (point === undefined) return null
  const then = before?.[index]
  const change = then?.isComparable && then.value !== null ? growth(point.value, then.value) : null
  const unfinished = isOpen && index === points.length - 1
  const side = x > width / 2 ? { right: width - x + tooltipGap } : { left: x + tooltipGap }
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute top-2 z-10 min-w-44 rounded-md border border-line bg-raised px-3 py-2 text-[13px] whitespace-nowrap shadow-lg"
      style={side}
    >
      <p className="text-dim">
        {bucketName(point.at, props)}
        {unfinished && ', in progress'}
      </p>
      <p className="flex justify-between gap-3">
        <span>{name}</span>
        <span className="font-medium tabular-nums">{count(point.value)}</span>
      </p>
      {then !== undefined && (
        <p className="flex justify-between gap-3 text-dim">
          <span>{beforeName}</span>
          <span className="tabular-nums">
            {countEarlier(then)}
            {change !== null && !unfinished && ` (${signed(change)})`}
          </span>
        </p>
      )}
    </div>
  )
}

function useWidth() {
  const frame = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = frame.current
    if (element === null) return undefined
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { frame, width }
}
