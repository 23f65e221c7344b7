import jsqr from 'jsqr'
import sharp from 'sharp'

/** From near and from farther away, as one holds it. */
const widths = [512, 300, 800]
/** So that the curves of a vector are drawn at the largest of them. */
const density = 150

/** What a phone that looks at the picture reads: null where it sees no code. */
export async function readPicture(file: Buffer): Promise<string | null> {
  for (const width of widths) {
    const image = sharp(file, { density }).resize({ width }).flatten({ background: '#FFFFFF' }).ensureAlpha()
    const { data, info } = await image.raw().toBuffer({ resolveWithObject: true })
    const found = jsqr.default(new Uint8ClampedArray(data), info.width, info.height)
    if (found !== null) return found.data
  }
  return null
}
