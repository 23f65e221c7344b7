import type { VisualSettings } from '#schemas/qr-settings.ts'
import type { Box, Point } from './drawing.ts'
import { fitPupil } from './fit-pupil.ts'
import { boxPath, type Corners, cornerPath, holePath, turnPath } from './path.ts'

export type EyeFrameStyle = VisualSettings['eye_frame_style']
export type EyeBallStyle = VisualSettings['eye_ball_style']

export const eyeModules = 7
/** Light area within the ring of an eye. */
const holeModules = 5

/** Corner radii of a frame, as a part of half its width. */
const frameRoundness = { square: 0, rounded: 0.4, extra_rounded: 0.69, circle: 1 } as const
const leafRoundness = 0.8

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
export function drawEyeFrame(style: EyeFrameStyle, eye: Point, size: number): string {
  return drawRing(cornersOf(style, pointsOutward(eye, size)), middleOf(eye), eyeModules / 2, holeModules / 2)
}

/** The center of an eye. */
export function drawEyeBall(style: EyeBallStyle, frame: EyeFrameStyle, eye: Point): string {
  const { half, roundness, turned } = fitPupil(style, cornersOf(frame, true))
  const middle = middleOf(eye)
  const path = boxPath(squareAround(middle, half), half * roundness)
  return turned ? turnPath(path, middle) : path
}

/**
 * A ring whose outline and hole have the same shape. Scanners look for the ratio of widths along any line through the
 * middle, and it is the same along all lines.
 */
export function drawRing(corners: Corners, middle: Point, outer: number, hole: number): string {
  const scaled = (half: number): Corners => {
    const [a, b, c, d] = corners
    return [a * half, b * half, c * half, d * half]
  }
  return cornerPath(squareAround(middle, outer), scaled(outer)) + holePath(squareAround(middle, hole), scaled(hole))
}

/** Corner radii of a frame that is two modules wide. */
export function cornersOf(style: EyeFrameStyle, outward: boolean): Corners {
  if (style === 'leaf') return outward ? [0, leafRoundness, 0, leafRoundness] : [leafRoundness, 0, leafRoundness, 0]
  const part = frameRoundness[style]
  return [part, part, part, part]
}

/** Leaves point outward and to the middle of the code. */
const pointsOutward = ({ x, y }: Point, size: number) => x === y || x + y > size

const middleOf = ({ x, y }: Point): Point => ({ x: x + eyeModules / 2, y: y + eyeModules / 2 })

const squareAround = ({ x, y }: Point, half: number): Box => ({
  x: x - half,
  y: y - half,
  width: 2 * half,
  height: 2 * half,
})
