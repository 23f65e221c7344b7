import sharp from 'sharp'
import type { Pixels } from './read-code.ts'

/** An SVG of ours, pixel by pixel, at the width and height that it names. */
export async function rasterise(svg: string): Promise<Pixels> {
  const { data, info } = await sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return { bytes: data, width: info.width, height: info.height }
}

export const open = ({ bytes, width, height }: Pixels) => sharp(bytes, { raw: { width, height, channels: 4 } })

const jpegQuality = 92
/** Of 9: three quarters of the size for half of the time, measured on codes of 512 to 4096 pixels. */
const pngEffort = 6

/** The file of an image. WebP without loss: it is smaller so, and nothing is smeared. */
export async function encodeRaster(pixels: Pixels, format: 'png' | 'jpeg' | 'webp', ground: string): Promise<Buffer> {
  const image = open(pixels)
  if (format === 'jpeg')
    return image.flatten({ background: ground }).jpeg({ quality: jpegQuality, chromaSubsampling: '4:4:4' }).toBuffer()
  if (format === 'webp') return image.webp({ lossless: true, effort: 2 }).toBuffer()
  return image.png({ compressionLevel: pngEffort, adaptiveFiltering: false }).toBuffer()
}
