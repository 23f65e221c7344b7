import type { Point } from './drawing.ts'

/** A corner of an outline. */
export interface Corner extends Point {
  /** Direction out of the dark area: 1 right or down, -1 left or up. */
  outX: number
  outY: number
  /** True for an outer corner of the dark area, false for a notch. */
  convex: boolean
}

type Grid = (x: number, y: number) => boolean

/** Right, down, left, up. */
const steps = [
  { x: 1, y: 0 },
  { x: 0, y: 1 },
  { x: -1, y: 0 },
  { x: 0, y: -1 },
] as const
type Heading = 0 | 1 | 2 | 3

/**
 * The outlines of connected dark modules, including holes. As one shape, neighbors have no hairline between them at any
 * scale. Modules that only touch at a corner are separate.
 */
export function traceOutlines(size: number, isDark: Grid): Corner[][] {
  const walked = new Set<number>()
  const outlines: Corner[][] = []
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      // Every outline has an upper edge of a dark module, which is followed to the right.
      if (isDark(x, y) && !isDark(x, y - 1) && !walked.has(y * size + x))
        outlines.push(walk({ x, y }, size, isDark, walked))
    }
  }
  return outlines
}

/** Follows the outline with the dark area on the right until it is back at the start. */
function walk(start: Point, size: number, isDark: Grid, walked: Set<number>): Corner[] {
  const corners: Corner[] = []
  let { x, y } = start
  let heading: Heading = 0
  do {
    if (heading === 0) walked.add(y * size + x)
    const step = steps[heading]
    x += step.x
    y += step.y
    const next = turn({ x, y }, heading, isDark)
    if (next !== heading) corners.push(cornerAt({ x, y }, heading, next))
    heading = next
  } while (x !== start.x || y !== start.y || heading !== 0)
  return corners
}

/** Turns right where the dark area ends, left where it also continues on the left, and otherwise goes straight. */
function turn({ x, y }: Point, heading: Heading, isDark: Grid): Heading {
  const step = steps[heading]
  const right = steps[((heading + 1) % 4) as Heading]
  const ahead = (hand: 1 | -1) => isDark(x + (step.x + hand * right.x - 1) / 2, y + (step.y + hand * right.y - 1) / 2)
  if (!ahead(1)) return ((heading + 1) % 4) as Heading
  return ahead(-1) ? (((heading + 3) % 4) as Heading) : heading
}

function cornerAt(point: Point, from: Heading, to: Heading): Corner {
  const convex = to === (from + 1) % 4
  // The dark area is on the right, so the outside is to the left of both edges.
  const outs = [steps[((from + 3) % 4) as Heading], steps[((to + 3) % 4) as Heading]]
  const [outX, outY] = [outs.reduce((sum, { x }) => sum + x, 0), outs.reduce((sum, { y }) => sum + y, 0)]
  return { ...point, outX, outY, convex }
}
