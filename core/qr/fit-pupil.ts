import type { VisualSettings } from '#schemas/qr-settings.ts'
import type { Corners } from './path.ts'

/**
 * Scanners find an eye by the widths 1:1:3:1:1 along lines through its middle, and some of them check diagonals too.
 * Frame and hole have the same shape, so a pupil of that shape keeps the ratio along every line. A pupil of another shape is
 * too wide along some lines and too narrow along others.
 */

/** A square with rounded corners. */
export interface Pupil {
  /** Half the width, in modules. */
  half: number
  /** Corner radius as a part of `half`: a square has 0, a circle 1. */
  roundness: number
  /** Turned by 45 degrees. */
  turned: boolean
}

type BallStyle = VisualSettings['eye_ball_style']

const shapes: Record<BallStyle, Omit<Pupil, 'half'>> = {
  square: { roundness: 0, turned: false },
  rounded: { roundness: 0.53, turned: false },
  circle: { roundness: 1, turned: false },
  diamond: { roundness: 0, turned: true },
}

/** Half the width of a pupil that has the shape of its frame. */
const idealHalf = 1.5
/** Largest deviation from the width that the ratio asks for, if the style allows it. See docs/qr-codes.md for the effect. */
const skewMost = 0.14
/** A diamond in a square is nearly a circle. */
const roundestDiamond = 0.94
const roundnessStep = 0.02
/** Lines through half of the middle: shapes are symmetric. */
const lines = Array.from({ length: 48 }, (_, index) => (Math.PI * index) / 48)

/** The pupil of a style within a frame, changed as little as the ratio needs. Corner radii belong to a frame two modules wide. */
export function fitPupil(style: BallStyle, frame: Corners): Pupil {
  const { turned, roundness: own } = shapes[style]
  // A diamond gets rounder, other shapes get as round as the frame.
  const target = turned ? roundestDiamond : frame.reduce((sum, radius) => sum + radius, 0) / frame.length
  const steps = Math.floor(Math.abs(target - own) / roundnessStep)
  for (let step = 0; ; step++) {
    const roundness = own + Math.sign(target - own) * step * roundnessStep
    const { scale, skew } = balance(roundness, turned, frame)
    if (skew <= skewMost || step >= steps) return { half: idealHalf * scale, roundness, turned }
  }
}

/** The scale at which a pupil is as much too wide along one line as it is too narrow along another. */
function balance(roundness: number, turned: boolean, frame: Corners): { scale: number; skew: number } {
  const own: Corners = [roundness, roundness, roundness, roundness]
  const parts = lines.map((angle) => reachOf(own, turned ? angle + Math.PI / 4 : angle) / reachOf(frame, angle))
  const [least, most] = [Math.min(...parts), Math.max(...parts)]
  const scale = 2 / (least + most)
  return { scale, skew: most * scale - 1 }
}

/** Distance from the middle to the edge of a square two modules wide with rounded corners. */
export function reachOf(corners: Corners, angle: number): number {
  const [x, y] = [Math.cos(angle), Math.sin(angle)]
  const radius = corners[y < 0 ? (x < 0 ? 0 : 1) : x < 0 ? 3 : 2]
  const [wide, narrow] = [Math.max(Math.abs(x), Math.abs(y)), Math.min(Math.abs(x), Math.abs(y))]
  const start = 1 - radius
  if (narrow / wide <= start) return 1 / wide
  // The farther intersection with the circle of the corner.
  const along = start * (wide + narrow)
  return along + Math.sqrt(Math.max(along ** 2 - 2 * start ** 2 + radius ** 2, 0))
}
