import sharp from 'sharp'
import { type LogoHead, largestLogoBytes } from '#model/qr-codes/encode-logo.ts'
import { findImageType, hasTrailingBytes, isAnimatedPng } from './image-bytes.ts'

/** 4096 x 4096: what unpacking may need, whatever the file's size. */
const mostPixels = 4_096 * 4_096
const leastSide = 16
/** Sides of what is kept, the first that is small enough: a third of the largest code is 1,229 pixels wide. */
const keptSides = [1_024, 512, 256] as const
const keptBytes = 512 * 1024
const decodeSeconds = 5

interface Encoded {
  head: LogoHead
  bytes: Buffer
}

/** Unpacks an upload within limits and packs it again: nothing but its pixels is left. */
export async function encodeLogo(upload: Buffer): Promise<Encoded> {
  const fault = judgeBytes(upload)
  if (fault !== undefined) return refuse(fault)
  try {
    // Of the header alone: nothing is unpacked yet.
    const { width, height, pages = 1 } = await sharp(upload, { limitInputPixels: false }).metadata()
    if (pages > 1) return refuse('must not be animated')
    if (width * height > mostPixels) return refuse(`must have at most ${mostPixels.toLocaleString('en')} pixels`)
    if (Math.min(width, height) < leastSide) return refuse(`must be at least ${leastSide} pixels wide and high`)
    return await encode(upload)
  } catch {
    // sharp's errors carry no codes: whatever it says of these bytes, they are no image that we can use.
    return refuse('cannot be unpacked: it is damaged, or too much work')
  }
}

function judgeBytes(upload: Buffer): string | undefined {
  if (upload.length > largestLogoBytes) return 'must have at most 1 MB'
  const type = findImageType(upload)
  if (type === null) return 'must be a PNG, JPEG or WebP image'
  if (hasTrailingBytes(upload, type)) return 'has something else after the end of the image'
  return type === 'png' && isAnimatedPng(upload) ? 'must not be animated' : undefined
}

async function encode(upload: Buffer): Promise<Encoded> {
  for (const side of keptSides) {
    const { data, info } = await sharp(upload, { limitInputPixels: mostPixels, failOn: 'error' })
      .timeout({ seconds: decodeSeconds })
      .autoOrient()
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .png({ compressionLevel: 9 })
      .toBuffer({ resolveWithObject: true })
    if (data.length <= keptBytes)
      return { head: { kind: 'encoded', width: info.width, height: info.height }, bytes: data }
  }
  return refuse('has too much detail for a logo')
}

const refuse = (message: string): Encoded => ({ head: { kind: 'refused', message }, bytes: Buffer.alloc(0) })
