import type { VisualSettings } from '#schemas/qr-settings.ts'
import type { Point } from './drawing.ts'
import { boxPath, type Corners, circlePath, cornerPath, diamondPath, holePath } from './path.ts'

export const eyeModules = 7
const ballModules = 3
const frameRadii = { square: 0, rounded: 1.4, extra_rounded: 2.4, circle: eyeModules / 2 } as const
const leafRadius = 2.8
const ballRadius = 0.8
/** More than half the width of a ball, because its area would be half of a square otherwise. */
const diamondReach = 1.8

/** Top left corners of the three eyes. */
export function eyesOf(size: number): Point[] {
  const far = size - eyeModules
  return [
    { x: 0, y: 0 },
    { x: far, y: 0 },
    { x: 0, y: far },
  ]
}

/** The ring of an eye. */
export function drawEyeFrame(style: VisualSettings['eye_frame_style'], eye: Point, size: number): string {
  const outer = { ...eye, width: eyeModules, height: eyeModules }
  const inner = { x: eye.x + 1, y: eye.y + 1, width: eyeModules - 2, height: eyeModules - 2 }
  if (style === 'leaf')
    return (
      cornerPath(outer, leafCorners(eye, size, leafRadius)) + holePath(inner, leafCorners(eye, size, leafRadius - 1))
    )
  const radius = frameRadii[style]
  return boxPath(outer, radius) + holePath(inner, Math.max(radius - 1, 0))
}

/** Leaves point outward and to the middle of the code. */
function leafCorners({ x, y }: Point, size: number, radius: number): Corners {
  const falls = x === y || x + y > size
  return falls ? [0, radius, 0, radius] : [radius, 0, radius, 0]
}

/** The center of an eye. */
export function drawEyeBall(style: VisualSettings['eye_ball_style'], eye: Point): string {
  const middle = { x: eye.x + eyeModules / 2, y: eye.y + eyeModules / 2 }
  if (style === 'circle') return circlePath(middle, ballModules / 2)
  if (style === 'diamond') return diamondPath(middle, diamondReach)
  const box = { x: middle.x - ballModules / 2, y: middle.y - ballModules / 2, width: ballModules, height: ballModules }
  return boxPath(box, style === 'rounded' ? ballRadius : 0)
}
