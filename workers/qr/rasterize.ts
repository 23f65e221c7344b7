import sharp from 'sharp'
import type { Pixels } from './decoders.ts'

/** Renders one of our SVGs to pixels, at its own width and height. */
export async function rasterize(svg: string): Promise<Pixels> {
  const { data, info } = await sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return { bytes: data, width: info.width, height: info.height }
}

/** The pixels of an image file. */
export async function decodeRaster(file: Buffer): Promise<Pixels> {
  const { data, info } = await sharp(file).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return { bytes: data, width: info.width, height: info.height }
}

export const open = ({ bytes, width, height }: Pixels) => sharp(bytes, { raw: { width, height, channels: 4 } })

/** Quality without visible artifacts. A 512-pixel gradient: JPEG 65 kB, WebP 21 kB. Lossless WebP takes ten times as long. */
const jpegQuality = 92
const webp = { quality: 90, effort: 2 }
const pngEffort = 6

/** Encodes pixels as an image file. */
export async function encodeRaster(pixels: Pixels, format: 'png' | 'jpeg' | 'webp', ground: string): Promise<Buffer> {
  const image = open(pixels)
  if (format === 'jpeg')
    return image.flatten({ background: ground }).jpeg({ quality: jpegQuality, chromaSubsampling: '4:4:4' }).toBuffer()
  if (format === 'webp') return image.webp(webp).toBuffer()
  return image.png({ compressionLevel: pngEffort, adaptiveFiltering: false }).toBuffer()
}
