import jsqr from 'jsqr'
import sharp from 'sharp'

/** Scanned from several distances, as a phone sees several pictures. */
const widths = [512, 300, 800, 400, 640, 220]
/** High enough for the largest width, since vectors have no pixels. */
const density = 150

/** The content that a phone scans from the image, or null without a code. */
export async function readPicture(file: Buffer): Promise<string | null> {
  for (const width of widths) {
    const image = sharp(file, { density }).resize({ width }).flatten({ background: '#FFFFFF' }).ensureAlpha()
    const { data, info } = await image.raw().toBuffer({ resolveWithObject: true })
    const found = jsqr.default(new Uint8ClampedArray(data), info.width, info.height)
    if (found !== null) return found.data
  }
  return null
}
