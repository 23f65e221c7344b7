import sharp, { type Sharp } from 'sharp'
import { iconSide } from '#core/destinations/choose-icons.ts'
import { isIco, readIco } from '#core/destinations/read-ico.ts'
import { findImageType } from '../qr/image-bytes.ts'

/** 16 megapixels: limits the memory for decoding, regardless of the file size. */
const mostPixels = 4_096 * 4_096
const decodeSeconds = 4
/** Twice the width of the preview. */
const pictureSide = 640
const pictureBytes = 60 * 1024
const iconBytes = 16 * 1024
const qualities = [75, 50, 25] as const

/** A small WebP of an untrusted image. null if it is no image, or too large. */
export const encodePicture = (file: Buffer): Promise<Buffer | null> =>
  inTurn(() =>
    encode(file, pictureBytes, (image) =>
      image.resize({ width: pictureSide, height: pictureSide, fit: 'inside', withoutEnlargement: true }),
    ),
  )

export const encodeIcon = (file: Buffer): Promise<Buffer | null> =>
  inTurn(() =>
    encode(file, iconBytes, (image) =>
      image.resize({
        width: iconSide,
        height: iconSide,
        fit: 'contain',
        background: { r: 0, g: 0, b: 0, alpha: 0 },
        withoutEnlargement: true,
      }),
    ),
  )

let last: Promise<unknown> = Promise.resolve()

/** One image at a time: click batches need the same threads. */
function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  const result = last.then(work)
  last = result.catch(() => undefined)
  return result
}

async function encode(file: Buffer, mostBytes: number, shape: (image: Sharp) => Sharp): Promise<Buffer | null> {
  try {
    const image = open(file)
    if (image === null) return null
    const { data, info } = await shape(image.timeout({ seconds: decodeSeconds }).autoOrient())
      .toColorspace('srgb')
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const raw = { width: info.width, height: info.height, channels: info.channels }
    for (const quality of qualities) {
      const encoded = await sharp(data, { raw }).webp({ quality }).toBuffer()
      if (encoded.length <= mostBytes) return encoded
    }
    return null
  } catch {
    // sharp's errors have no codes. After any error, the image cannot be used.
    return null
  }
}

const options = { limitInputPixels: mostPixels, failOn: 'error' } as const

/** Types are found in the content. Only formats of pixels are decoded: an SVG is a program. */
function open(file: Buffer): Sharp | null {
  if (isIco(file)) {
    const icon = readIco(file, iconSide)
    if (icon === null) return null
    if (icon.kind === 'png') return findImageType(icon.bytes) === 'png' ? sharp(icon.bytes, options) : null
    return sharp(icon.rgba, { raw: { width: icon.width, height: icon.height, channels: 4 } })
  }
  const isGif = /^GIF8[79]a/.test(file.toString('latin1', 0, 6))
  return isGif || findImageType(file) !== null ? sharp(file, options) : null
}
