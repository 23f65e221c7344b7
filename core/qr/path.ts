import type { Box, Point } from './drawing.ts'

/** SVG path data of the shapes of a code. Holes run in the opposite direction, so that the nonzero rule cuts them. */

/** Radii of a box's corners: top left, top right, bottom right, bottom left. */
export type Corners = readonly [number, number, number, number]

/** Precision in thousandths of a module: 0.02 pixels of the largest image. */
const precision = 1_000
/** Length of the handles of a quarter circle, as a part of its radius. */
const handle = 0.5523

export const round = (value: number) => Math.round(value * precision) / precision
const at = (x: number, y: number) => `${round(x)} ${round(y)}`

export const boxPath = (box: Box, radius = 0): string => cornerPath(box, [radius, radius, radius, radius])

export function cornerPath(box: Box, radii: Corners): string {
  return roundedPath(cornersOf(box), (index) => radii[index] ?? 0)
}

/** Cuts a box out of the shape around it. */
export function holePath(box: Box, radius: number | Corners = 0): string {
  const radii = typeof radius === 'number' ? [radius, radius, radius, radius] : radius
  return roundedPath(cornersOf(box).reverse(), (index) => radii[radii.length - 1 - index] ?? 0)
}

function cornersOf({ x, y, width, height }: Box): Point[] {
  return [
    { x, y },
    { x: x + width, y },
    { x: x + width, y: y + height },
    { x, y: y + height },
  ]
}

/** Moves a path to another origin. Paths here have only absolute points: x and y alternate. */
export const movePath = (path: string, by: Point): string => scalePath(path, by, 1)

export function scalePath(path: string, by: Point, scale: number): string {
  return path.replace(/(-?[\d.]+) (-?[\d.]+)/g, (_, x: string, y: string) =>
    at(by.x + Number(x) * scale, by.y + Number(y) * scale),
  )
}

/** Turns a path by 45 degrees. */
export function turnPath(path: string, { x, y }: Point): string {
  return path.replace(/(-?[\d.]+) (-?[\d.]+)/g, (_, left: string, top: string) => {
    const [dx, dy] = [(Number(left) - x) * Math.SQRT1_2, (Number(top) - y) * Math.SQRT1_2]
    return at(x + dx - dy, y + dx + dy)
  })
}

export function circlePath({ x, y }: Point, radius: number): string {
  return boxPath({ x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius }, radius)
}

export function diamondPath({ x, y }: Point, reach: number): string {
  return `M${at(x, y - reach)}L${at(x + reach, y)}L${at(x, y + reach)}L${at(x - reach, y)}Z`
}

/** A closed line with edges along the axes and rounded corners. */
export function roundedPath(points: readonly Point[], radiusOf: (index: number) => number): string {
  const parts = points.map((corner, index) => {
    const before = points[(index + points.length - 1) % points.length] ?? corner
    const after = points[(index + 1) % points.length] ?? corner
    const radius = Math.min(radiusOf(index), distance(before, corner) / 2, distance(corner, after) / 2)
    if (radius <= 0) return at(corner.x, corner.y)
    const [start, end] = [towards(corner, before, radius), towards(corner, after, radius)]
    const [first, second] = [towards(start, corner, radius * handle), towards(end, corner, radius * handle)]
    return `${at(start.x, start.y)}C${at(first.x, first.y)} ${at(second.x, second.y)} ${at(end.x, end.y)}`
  })
  return `M${parts.join('L')}Z`
}

const distance = (a: Point, b: Point) => Math.abs(a.x - b.x) + Math.abs(a.y - b.y)

function towards(from: Point, to: Point, length: number): Point {
  const whole = distance(from, to)
  const part = whole === 0 ? 0 : length / whole
  return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part }
}
