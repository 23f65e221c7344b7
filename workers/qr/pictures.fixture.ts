import sharp from 'sharp'
import { type VisualSettings, visualSettings } from '#schemas/qr-settings.ts'
import { readWithZxing as readCode } from './decoders.ts'
import { renderCode } from './render-code.ts'
import type { Rendered } from './render-task.ts'

/** Uploaded images. */

export const asset_id = '018f0000-0000-7000-8000-000000000000'

export const plainPicture = (side = 200, background = '#000000') =>
  sharp({ create: { width: side, height: side, channels: 3, background } })

const noise = { type: 'gaussian', mean: 128, sigma: 80 } as const

/** Position of the noisy logo in `makeLogos`: jsQR finds eyes in its noise. */
export const noisyLogo = 1

/** The most difficult logos: as dark as the code, as noisy as the code, and fully transparent. */
export function makeLogos(): Promise<Buffer[]> {
  const clear = { r: 0, g: 0, b: 0, alpha: 0 }
  return Promise.all([
    plainPicture().png().toBuffer(),
    sharp({ create: { width: 200, height: 200, channels: 3, background: '#888888', noise } })
      .png()
      .toBuffer(),
    sharp({ create: { width: 200, height: 200, channels: 4, background: clear } })
      .png()
      .toBuffer(),
  ])
}

export const draw = (wanted: object, more: Partial<Parameters<typeof renderCode>[0]> = {}): Promise<Rendered> => {
  const settings: VisualSettings = visualSettings.parse(wanted)
  return renderCode({
    payload: 'https://example.com/hello',
    settings,
    logo: null,
    format: 'png',
    size: settings.size,
    ...more,
  })
}

/** The pixels of an image file on a white background. */
export async function unpack(file: Buffer, wide?: number): Promise<{ bytes: Buffer; width: number; height: number }> {
  const image = wide === undefined ? sharp(file) : sharp(file).resize({ width: wide })
  const opaque = image.flatten({ background: '#FFFFFF' }).ensureAlpha()
  const { data, info } = await opaque.raw().toBuffer({ resolveWithObject: true })
  return { bytes: data, width: info.width, height: info.height }
}

/** Widths at which a file is scanned: its own, then nearer and farther. */
const widths = [null, 300, 600, 900] as const

/** The content of an image file, scanned from its bytes. */
export async function readFile(file: Buffer, background: string): Promise<string | null> {
  const { width, format } = await sharp(file).metadata()
  // Vectors are scanned at high resolution.
  const density = format === 'svg' ? Math.max(72, Math.ceil((72 * 800) / width)) : 72
  for (const wanted of widths) {
    const image = sharp(file, { density }).resize({
      width: wanted ?? Math.min(Math.round((width * density) / 72), 1_024),
    })
    const { data, info } = await image.flatten({ background }).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
    const read = await readCode({ bytes: data, width: info.width, height: info.height })
    if (read !== null) return read.toString()
  }
  return null
}
