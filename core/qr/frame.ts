import type { QrFrame } from '#schemas/qr-settings.ts'
import type { Box, Point, Shape } from './drawing.ts'
import { drawLabel, type LabelFont } from './label.ts'
import { boxPath, holePath } from './path.ts'

/** Sizes as parts of the framed width. */
const linePart = 0.028
const bandPart = 0.17
const pillPart = 0.12
const pillWidthPart = 0.62
const gapPart = 0.035
const pointerPart = 0.06
/** Minimum distance of a frame: scanners lose the eyes when a dark frame is closer. */
const leastQuiet = 2
/** Part of a side that a rounded corner of radius 1 takes. */
const cornerReach = 0.3

/** A frame around a square: the position of the square and the shapes to draw. */
export interface FrameArea {
  width: number
  height: number
  /** The top left corner of the square. */
  inside: Point
  /** The area within the frame: the background of the code. */
  ground: string
  shapes: Shape[]
}

/** Empty modules required inside a frame. */
export function quietWithin(frame: QrFrame | null, margin: number): number {
  return frame === null ? margin : Math.max(margin, leastQuiet + Math.ceil(frame.radius * cornerReach))
}

/** Without text, a frame is only a border. */
export function layFrame(frame: QrFrame, side: number, font: LabelFont | null): FrameArea {
  if (frame.text.trim() === '') return layCard(frame, side)
  return layouts[frame.style](frame, side, font)
}

const layouts = { border: layPill, label_bottom: layBand, label_top: layBand, badge: layBadge } as const

function layCard(frame: QrFrame, side: number, below = 0): FrameArea {
  const line = side * linePart
  return enclose(frame, { x: line, y: line, width: side, height: side + below }, side + below + 2 * line)
}

/** Text on a pill on the lower border. */
function layPill(frame: QrFrame, side: number, font: LabelFont | null): FrameArea {
  const height = side * pillPart
  const line = side * linePart
  const card = layCard(frame, side, (height - line) / 2)
  const width = side * pillWidthPart
  const pill = { x: (card.width - width) / 2, y: card.height - (line + height) / 2, width, height }
  const shapes = [...card.shapes, path('frame', boxPath(pill, height / 2), frame.color), label(frame, pill, font)]
  return { ...card, height: card.height + (height - line) / 2, shapes }
}

/** Text in a band above or below the code, as wide as the frame. */
function layBand(frame: QrFrame, side: number, font: LabelFont | null): FrameArea {
  const line = side * linePart
  const band = side * bandPart
  const isAbove = frame.style === 'label_top'
  const inner = { x: line, y: isAbove ? band : line, width: side, height: side }
  const area = enclose(frame, inner, side + line + band)
  const text = { x: 0, y: isAbove ? 0 : line + side, width: area.width, height: band }
  return { ...area, shapes: [...area.shapes, label(frame, text, font)] }
}

/** Text on a separate sign below, which points to the code. */
function layBadge(frame: QrFrame, side: number, font: LabelFont | null): FrameArea {
  const card = layCard(frame, side)
  const [gap, height, reach] = [side * gapPart, side * bandPart, side * pointerPart]
  const sign = { x: 0, y: card.height + gap, width: card.width, height }
  const middle = card.width / 2
  const pointer = `M${middle - reach} ${sign.y}L${middle} ${sign.y - gap * 0.85}L${middle + reach} ${sign.y}Z`
  const radius = Math.min(Math.max(frame.radius, side * 0.02), height / 2)
  return {
    ...card,
    height: sign.y + height,
    shapes: [...card.shapes, path('frame', boxPath(sign, radius) + pointer, frame.color), label(frame, sign, font)],
  }
}

/** A border around the inner box, as wide on the right as on the left. */
function enclose(frame: QrFrame, inner: Box, height: number): FrameArea {
  const { x, y } = inner
  const width = inner.width + 2 * x
  const radius = Math.max(frame.radius - x, 0)
  const ring = boxPath({ x: 0, y: 0, width, height }, frame.radius) + holePath(inner, radius)
  const shapes = [path('frame', ring, frame.color)]
  return { width, height, inside: { x, y }, ground: boxPath(inner, radius), shapes }
}

const label = (frame: QrFrame, box: Box, font: LabelFont | null) =>
  path('label', font === null ? '' : drawLabel(frame.text, box, font), frame.text_color)

const path = (part: 'frame' | 'label', data: string, paint: string): Shape => ({
  kind: 'path',
  part,
  path: data,
  paint,
})
