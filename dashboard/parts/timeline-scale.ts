import type { HTMLAttributes, PointerEvent } from 'react'

export interface Point {
  at: Date
  value: number
}

/** A drawn chart: its points, and the place of the plot in its frame. */
export interface Plot {
  points: Point[]
  gutter: number
  plotWidth: number
}

/** The marked point and the selected ones, with the handlers that change them. */
export interface Selection {
  marked: number | null
  selected?: readonly [number, number] | undefined
  handlers: HTMLAttributes<HTMLDivElement>
}

/** The point next to the pointer. */
export function pointAt({ clientX, currentTarget }: PointerEvent<HTMLElement>, { points, gutter, plotWidth }: Plot) {
  const last = points.length - 1
  const x = clientX - currentTarget.getBoundingClientRect().left - gutter
  return Math.min(last, Math.max(0, Math.round((x / plotWidth) * last)))
}

const lines = 4
const roundFactors = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10]

/** The top of a scale whose four lines are at round, whole numbers. */
export function roundUp(most: number): number {
  const least = Math.max(1, most / lines)
  const power = 10 ** Math.floor(Math.log10(least))
  const steps = roundFactors.map((factor) => factor * power)
  return lines * (steps.find((step) => step >= least && Number.isInteger(step)) ?? 10 * power)
}

/** Positions of the points: left to right over the whole width, with 0 at the bottom. */
export function layPoints(values: number[], top: number, { width, height }: { width: number; height: number }) {
  const step = values.length > 1 ? width / (values.length - 1) : 0
  return values.map((value, index) => ({ x: index * step, y: height - (value / top) * height }))
}

/** A line through the points, with gaps at those that have no value. */
export const drawLine = (points: { x: number; y: number }[], hasValue = (_index: number): boolean => true): string =>
  points
    .map(({ x, y }, index) => {
      if (!hasValue(index)) return ''
      return `${index > 0 && hasValue(index - 1) ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`
    })
    .join('')
