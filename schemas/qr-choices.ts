/** Choices for QR codes. No schemas here, so that the dashboard can import just the lists. */

export const contentTypes = ['url', 'text', 'wifi', 'vcard', 'email', 'phone', 'sms', 'location'] as const
export type ContentType = (typeof contentTypes)[number]

export const errorCorrections = ['L', 'M', 'Q', 'H'] as const
export type ErrorCorrection = (typeof errorCorrections)[number]

export const dotStyles = [
  'square',
  'rounded',
  'extra_rounded',
  'dots',
  'diamond',
  'classy',
  'classy_rounded',
  'bars_h',
  'bars_v',
] as const
export const eyeFrameStyles = ['square', 'rounded', 'extra_rounded', 'circle', 'leaf'] as const
export const eyeBallStyles = ['square', 'rounded', 'circle', 'diamond'] as const
export const gradientTypes = ['linear', 'radial'] as const
export const gradientTargets = ['all', 'dots', 'eyes'] as const
export const logoShapes = ['square', 'rounded', 'circle'] as const
export const frameStyles = ['border', 'label_bottom', 'label_top', 'badge'] as const

export const qrFormats = ['svg', 'png', 'jpeg', 'webp', 'pdf'] as const
export type QrFormat = (typeof qrFormats)[number]
export const mediaTypes = {
  png: 'image/png',
  svg: 'image/svg+xml',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  pdf: 'application/pdf',
} as const satisfies Record<QrFormat, string>

export const smallestSize = 64
export const largestSize = 4_096
