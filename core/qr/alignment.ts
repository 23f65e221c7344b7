import type { Point } from './drawing.ts'
import { cornersOf, drawRing, type EyeFrameStyle } from './eyes.ts'
import type { Matrix } from './matrix.ts'
import { boxPath } from './path.ts'

/**
 * Alignment patterns: small eyes by which scanners correct the perspective. They are drawn like eyes, never as separate
 * dots: jsQR takes other dots for the pattern if its ring has gaps, and then reads none of the code.
 */

const reach = 2
const eyeReach = 8

/** Middle modules of the alignment patterns (ISO/IEC 18004, annex E). */
export function alignmentsOf({ version, size }: Pick<Matrix, 'version' | 'size'>): Point[] {
  if (version === 1) return []
  const count = Math.floor(version / 7) + 2
  // Version 32 is the exception of the standard's table.
  const step = version === 32 ? 26 : Math.ceil((size - 13) / (2 * count - 2)) * 2
  const places = [6, ...Array.from({ length: count - 1 }, (_, index) => size - 7 - index * step).reverse()]
  const isEye = (x: number, y: number) => {
    const [left, top, right, bottom] = [x <= eyeReach, y <= eyeReach, x >= size - eyeReach, y >= size - eyeReach]
    return (left && (top || bottom)) || (right && top)
  }
  return places.flatMap((y) => places.filter((x) => !isEye(x, y)).map((x) => ({ x, y })))
}

/** Whether a pattern contains the module. */
export const isWithin = (middle: Point, x: number, y: number) =>
  Math.abs(x - middle.x) <= reach && Math.abs(y - middle.y) <= reach

/** Whether no module of a pattern is covered. */
export function isVisible({ x, y }: Point, covers: (x: number, y: number) => boolean): boolean {
  const offsets = [-reach, 0, reach]
  return !offsets.some((dy) => offsets.some((dx) => covers(x + dx, y + dy)))
}

/** Drawn in the style of the eyes. */
export function drawAlignment(style: EyeFrameStyle, { x, y }: Point): string {
  const corners = cornersOf(style, true)
  const middle = { x: x + 0.5, y: y + 0.5 }
  const dot = corners.map((part) => part / 2)
  return drawRing(corners, middle, 2.5, 1.5) + boxPath({ x, y, width: 1, height: 1 }, Math.max(...dot))
}
