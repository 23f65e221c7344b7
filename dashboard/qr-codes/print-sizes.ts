import { largestSize, type QrFormat } from '#schemas/qr-choices.ts'

const dotsPerInch = 300
const millimetersPerInch = 25.4
/** How many times its width away a phone can scan a code. */
const distancePart = 10

export const printSizes = [
  { name: 'Business card', millimeters: 20 },
  { name: 'Flyer', millimeters: 30 },
  { name: 'Table tent', millimeters: 50 },
  { name: 'Poster', millimeters: 120 },
  { name: 'Banner', millimeters: 300 },
]

/** Width in pixels for print, up to the largest image. */
export const pixelsFor = (millimeters: number): number =>
  Math.min(largestSize, Math.round((millimeters / millimetersPerInch) * dotsPerInch))

/** The distance from which a code can be scanned: "1.2 m". */
export function describeDistance(millimeters: number): string {
  const meters = (millimeters * distancePart) / 1_000
  return meters < 1 ? `${Math.round(meters * 100)} cm` : `${meters.toFixed(meters < 10 ? 1 : 0).replace('.0', '')} m`
}

export const isVector = (format: QrFormat) => format === 'svg' || format === 'pdf'
