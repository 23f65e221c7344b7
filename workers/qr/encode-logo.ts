import sharp from 'sharp'
import { type LogoHead, largestLogoBytes, largestPageLogoBytes } from '#model/qr-codes/encode-logo.ts'
import { findImageType, hasTrailingBytes, isAnimatedPng } from './image-bytes.ts'

/** 4096 x 4096 pixels: limits the memory for decoding, regardless of the file size. */
const mostPixels = 4_096 * 4_096
const leastSide = 16
/** Sizes to try until the file is small enough. A third of the largest code is 1,229 pixels wide. */
const keptSides = [1_024, 512, 256] as const
const keptBytes = 512 * 1024
const decodeSeconds = 5

interface Encoded {
  head: LogoHead
  bytes: Buffer
}

/** Twice the size on the page, for sharp screens, and smaller ones to try until the file is small enough. */
const pageSizes = [
  { width: 400, height: 112 },
  { width: 240, height: 64 },
  { width: 120, height: 32 },
  { width: 64, height: 16 },
] as const
/** A logo whose visible pixels are lighter than this on average gets a dark background, because pages show it on white. */
const lightLuminance = 0.8
const darkGround = '#1B1F24'

/** Decodes an upload within limits and encodes it again, so that only its pixels are kept. */
export const encodeLogo = (upload: Buffer): Promise<Encoded> => judgeThen(upload, encode)

/** Like encodeLogo, but small enough to be part of each page. */
export const encodePageLogo = (upload: Buffer): Promise<Encoded> => judgeThen(upload, encodeSmall)

async function judgeThen(upload: Buffer, encodeFile: (upload: Buffer) => Promise<Encoded>): Promise<Encoded> {
  const fault = judgeBytes(upload)
  if (fault !== undefined) return refuse(fault)
  try {
    // Reads only the header, without decoding.
    const { width, height, pages = 1 } = await sharp(upload, { limitInputPixels: false }).metadata()
    if (pages > 1) return refuse('Must not be animated.')
    if (width * height > mostPixels) return refuse(`Must have at most ${mostPixels.toLocaleString('en')} pixels.`)
    if (Math.min(width, height) < leastSide) return refuse(`Must be at least ${leastSide} pixels wide and high.`)
    return await encodeFile(upload)
  } catch {
    // sharp's errors have no codes. After any error, the image cannot be used.
    return refuse('Cannot be read: the image is damaged or too complex.')
  }
}

function judgeBytes(upload: Buffer): string | undefined {
  if (upload.length > largestLogoBytes) return 'Must be at most 1 MB.'
  const type = findImageType(upload)
  if (type === null) return 'Must be a PNG, JPEG, or WebP image.'
  if (hasTrailingBytes(upload, type)) return 'Must not contain other data after the end of the image.'
  return type === 'png' && isAnimatedPng(upload) ? 'Must not be animated.' : undefined
}

async function encode(upload: Buffer): Promise<Encoded> {
  for (const side of keptSides) {
    const { data, info } = await sharp(upload, { limitInputPixels: mostPixels, failOn: 'error' })
      .timeout({ seconds: decodeSeconds })
      .autoOrient()
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .toColorspace('srgb')
      .png({ compressionLevel: 9 })
      .toBuffer({ resolveWithObject: true })
    if (data.length <= keptBytes)
      return { head: { kind: 'encoded', width: info.width, height: info.height }, bytes: data }
  }
  return refuse('Must have less detail: the image is too large after compression.')
}

async function encodeSmall(upload: Buffer): Promise<Encoded> {
  const ground = (await isLight(upload)) ? darkGround : null
  for (const size of pageSizes) {
    const image = sharp(upload, { limitInputPixels: mostPixels, failOn: 'error' })
      .timeout({ seconds: decodeSeconds })
      .resize({ ...size, fit: 'inside', withoutEnlargement: true })
    const opaque = ground === null ? image : image.flatten({ background: ground })
    const { data, info } = await opaque
      .png({ palette: true, compressionLevel: 9 })
      .toBuffer({ resolveWithObject: true })
    if (data.length <= largestPageLogoBytes)
      return { head: { kind: 'encoded', width: info.width, height: info.height }, bytes: data }
  }
  return refuse('Must have less detail.')
}

/** Only transparent logos need a background. */
async function isLight(upload: Buffer): Promise<boolean> {
  const image = sharp(upload, { limitInputPixels: mostPixels }).resize({ width: 64, height: 64, fit: 'inside' })
  const { data } = await image.toColorspace('srgb').ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  let [weight, light] = [0, 0]
  for (let at = 0; at < data.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = data.subarray(at, at + 4)
    weight += alpha
    light += ((0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255) * alpha
  }
  return weight > 0 && light / weight > lightLuminance
}

const refuse = (message: string): Encoded => ({ head: { kind: 'refused', message }, bytes: Buffer.alloc(0) })
