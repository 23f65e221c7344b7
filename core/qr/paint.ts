import type { QrGradient, VisualSettings } from '#schemas/qr-settings.ts'
import type { Gradient, Paint, Point } from './drawing.ts'

/** The paint of each part of a code. A separate color wins over the gradient, which wins over the foreground. */
export function choosePaints(
  settings: VisualSettings,
  corner: Point,
  size: number,
): Record<'dots' | 'frames' | 'balls', Paint> {
  const { gradient, foreground_color, eye_frame_color, eye_ball_color } = settings
  const mixed = gradient === null ? foreground_color : layGradient(gradient, corner, size)
  const eyes = gradient?.apply_to === 'dots' ? foreground_color : mixed
  return {
    dots: gradient?.apply_to === 'eyes' ? foreground_color : mixed,
    frames: eye_frame_color ?? eyes,
    balls: eye_ball_color ?? eyes,
  }
}

/** Covers the whole code, from corner to corner at 45 degrees. */
function layGradient({ type, rotation, stops }: QrGradient, corner: Point, size: number): Gradient {
  const center = { x: corner.x + size / 2, y: corner.y + size / 2 }
  const angle = (rotation * Math.PI) / 180
  const [cos, sin] = type === 'radial' ? [1, 0] : [Math.cos(angle), Math.sin(angle)]
  const reach = type === 'radial' ? size * Math.SQRT1_2 : (size / 2) * (Math.abs(cos) + Math.abs(sin))
  const end = { x: center.x + cos * reach, y: center.y + sin * reach }
  const start = { x: center.x - cos * reach, y: center.y - sin * reach }
  return { type, from: type === 'radial' ? center : start, to: end, stops }
}
