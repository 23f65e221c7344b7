import type { VisualSettings } from '#schemas/qr-settings.ts'
import { alignmentsOf, drawAlignment, isVisible, isWithin } from './alignment.ts'
import { drawDots } from './dots.ts'
import type { Drawing, Point, Shape } from './drawing.ts'
import { drawEyeBall, drawEyeFrame, eyeModules, eyesOf } from './eyes.ts'
import { layFrame, quietWithin } from './frame.ts'
import type { LabelFont } from './label.ts'
import { placeLogo } from './logo.ts'
import type { Matrix } from './matrix.ts'
import { choosePaints } from './paint.ts'
import { boxPath, movePath } from './path.ts'

/** Draws a code as shapes. Does not check the settings (contrast, limits). Without a font, labels are empty. */
export function drawCode(matrix: Matrix, settings: VisualSettings, font: LabelFont | null): Drawing {
  const quiet = quietWithin(settings.frame, settings.margin)
  const side = matrix.size + 2 * quiet
  const bare = {
    width: side,
    height: side,
    inside: { x: 0, y: 0 },
    ground: boxPath({ x: 0, y: 0, width: side, height: side }),
  }
  const place = settings.frame === null ? { ...bare, shapes: [] } : layFrame(settings.frame, side, font)
  const ground = { kind: 'path', part: 'background', path: place.ground, paint: settings.background_color } as const
  const corner = { x: place.inside.x + quiet, y: place.inside.y + quiet }
  return {
    width: place.width,
    height: place.height,
    shapes: [
      ...(settings.background_transparent ? [] : [ground]),
      ...place.shapes,
      ...drawModules(matrix, settings, corner),
    ],
  }
}

function drawModules(matrix: Matrix, settings: VisualSettings, corner: Point): Shape[] {
  const { size } = matrix
  const logo = settings.logo === null ? null : placeLogo(size, settings.logo)
  const isCovered = (x: number, y: number) => logo?.covers(x, y) === true
  const alignments = alignmentsOf(matrix).filter((middle) => isVisible(middle, isCovered))
  const isDot = (x: number, y: number) =>
    matrix.isDark(x, y) &&
    !isInEye(x, y, size) &&
    !isCovered(x, y) &&
    !alignments.some((middle) => isWithin(middle, x, y))
  const paints = choosePaints(settings, corner, size)
  const eyes = eyesOf(size)
  const { dot_style, dot_scale, eye_frame_style: frame, eye_ball_style: ball } = settings
  const dots = drawDots(dot_style, { size, isDark: isDot, scale: dot_scale })
  const path = (part: 'dots' | 'eye-frames' | 'eye-balls', data: string, paint: typeof paints.dots): Shape => ({
    kind: 'path',
    part,
    path: movePath(data, corner),
    paint,
  })
  return [
    path('dots', dots + alignments.map((middle) => drawAlignment(frame, middle)).join(''), paints.dots),
    path('eye-frames', eyes.map((eye) => drawEyeFrame(frame, eye, size)).join(''), paints.frames),
    path('eye-balls', eyes.map((eye) => drawEyeBall(ball, frame, eye)).join(''), paints.balls),
    ...(logo?.draw(corner) ?? []),
  ]
}

function isInEye(x: number, y: number, size: number): boolean {
  const far = size - eyeModules
  return (x < eyeModules && (y < eyeModules || y >= far)) || (x >= far && y < eyeModules)
}
