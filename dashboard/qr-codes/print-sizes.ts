import type { QrFormat } from '#schemas/qr-choices.ts'

/** Of images for print. */
const dotsPerInch = 300
const millimetresPerInch = 25.4
/** Of a reader's distance to a code, its width: what phones manage. */
const distancePart = 10
const largestPixels = 4_096

export interface PrintSize {
  name: string
  millimetres: number
}

/** What codes are mostly printed on. */
export const printSizes: PrintSize[] = [
  { name: 'Business card', millimetres: 20 },
  { name: 'Flyer', millimetres: 30 },
  { name: 'Table tent', millimetres: 50 },
  { name: 'Poster', millimetres: 120 },
  { name: 'Banner', millimetres: 300 },
]

/** Pixels that a print of this width wants; at most as many as are drawn. */
export const pixelsFor = (millimetres: number): number =>
  Math.min(largestPixels, Math.round((millimetres / millimetresPerInch) * dotsPerInch))

/** From how far it is read, as people say it. */
export function describeDistance(millimetres: number): string {
  const metres = (millimetres * distancePart) / 1_000
  return metres < 1 ? `${Math.round(metres * 100)} cm` : `${metres.toFixed(metres < 10 ? 1 : 0).replace('.0', '')} m`
}

export const isVector = (format: QrFormat) => format === 'svg' || format === 'pdf'
