import type { QrFormat } from '#schemas/qr-choices.ts'

const dotsPerInch = 300
const millimetresPerInch = 25.4
/** How many times its width away a phone can scan a code. */
const distancePart = 10
const largestPixels = 4_096

export interface PrintSize {
  name: string
  millimetres: number
}

export const printSizes: PrintSize[] = [
  { name: 'Business card', millimetres: 20 },
  { name: 'Flyer', millimetres: 30 },
  { name: 'Table tent', millimetres: 50 },
  { name: 'Poster', millimetres: 120 },
  { name: 'Banner', millimetres: 300 },
]

/** Width in pixels for print, up to the largest image. */
export const pixelsFor = (millimetres: number): number =>
  Math.min(largestPixels, Math.round((millimetres / millimetresPerInch) * dotsPerInch))

/** The distance from which a code can be scanned: "1.2 m". */
export function describeDistance(millimetres: number): string {
  const metres = (millimetres * distancePart) / 1_000
  return metres < 1 ? `${Math.round(metres * 100)} cm` : `${metres.toFixed(metres < 10 ? 1 : 0).replace('.0', '')} m`
}

export const isVector = (format: QrFormat) => format === 'svg' || format === 'pdf'
