import type { VisualSettings } from '#schemas/qr-settings.ts'
import { type Corner, traceOutlines } from './outline.ts'
import { boxPath, circlePath, diamondPath, roundedPath } from './path.ts'

type DotStyle = VisualSettings['dot_style']
type Grid = (x: number, y: number) => boolean

interface Dots {
  size: number
  isDark: Grid
  scale: number
}

/** Corner radii of connected modules. */
interface Roundness {
  /** Top left and bottom right. */
  leading: number
  /** Top right and bottom left. */
  trailing: number
  notch: number
}

const connected: Partial<Record<DotStyle, Roundness>> = {
  rounded: { leading: 0.32, trailing: 0.32, notch: 0 },
  extra_rounded: { leading: 0.5, trailing: 0.5, notch: 0.36 },
  classy: { leading: 0.5, trailing: 0, notch: 0 },
  classy_rounded: { leading: 0.5, trailing: 0.2, notch: 0.2 },
}
/** Width of a bar in modules, which keeps rows apart. */
const barThickness = 0.84
/** A diamond extends beyond its module. Otherwise its area is half a module, and scanners lose it in small codes. */
const diamondReach = 0.62

/** All modules except the eyes, as one path. */
export function drawDots(style: DotStyle, dots: Dots): string {
  const { scale } = dots
  if (style === 'bars_h' || style === 'bars_v') return drawBars(style, dots)
  if (style === 'dots') return each(dots, (x, y) => circlePath({ x, y }, scale / 2))
  if (style === 'diamond') return each(dots, (x, y) => diamondPath({ x, y }, scale * diamondReach))
  if (style === 'square' && scale < 1)
    return each(dots, (x, y) => boxPath({ x: x - scale / 2, y: y - scale / 2, width: scale, height: scale }))
  return drawConnected(connected[style] ?? { leading: 0, trailing: 0, notch: 0 }, dots)
}

function each({ size, isDark }: Dots, draw: (x: number, y: number) => string): string {
  let path = ''
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) if (isDark(x, y)) path += draw(x + 0.5, y + 0.5)
  }
  return path
}

function drawConnected(roundness: Roundness, { size, isDark, scale }: Dots): string {
  const inset = (1 - scale) / 2
  return traceOutlines(size, isDark)
    .map((corners) => {
      const points = corners.map(({ x, y, outX, outY }) => ({ x: x - outX * inset, y: y - outY * inset }))
      return roundedPath(points, (index) => radiusOf(roundness, corners[index]) * scale)
    })
    .join('')
}

function radiusOf({ leading, trailing, notch }: Roundness, corner: Corner | undefined): number {
  if (corner === undefined || !corner.convex) return notch
  return corner.outX === corner.outY ? leading : trailing
}

/** Runs of modules, each as a bar with round ends. */
function drawBars(style: 'bars_h' | 'bars_v', { size, isDark, scale }: Dots): string {
  const across = style === 'bars_h'
  const thickness = barThickness * scale
  const margin = (1 - thickness) / 2
  let path = ''
  for (let row = 0; row < size; row++) {
    for (const { from, to } of runs(size, (place) => (across ? isDark(place, row) : isDark(row, place)))) {
      const [start, length, side] = [from + margin, to - from - 2 * margin, row + margin]
      const box = across
        ? { x: start, y: side, width: length, height: thickness }
        : { x: side, y: start, width: thickness, height: length }
      path += boxPath(box, thickness / 2)
    }
  }
  return path
}

function runs(size: number, isDark: (place: number) => boolean): { from: number; to: number }[] {
  const found: { from: number; to: number }[] = []
  for (let place = 0; place < size; place++) {
    if (!isDark(place)) continue
    const last = found.at(-1)
    if (last?.to === place) last.to = place + 1
    else found.push({ from: place, to: place + 1 })
  }
  return found
}
