import type { ScanCheck } from '#schemas/qr-settings.ts'
import { decoders, type Pixels } from './decoders.ts'
import { open } from './rasterize.ts'
import { tilt } from './tilt.ts'

/** The image to check, and the size of the code in it. */
interface Checked {
  /** The pixels of the file. */
  pixels: Pixels
  payload: string
  /** The color behind transparent parts. */
  ground: string
  /** Width of the code, including its margin, in pixels. */
  codeWidth: number
  modulePixels: number
  /** Light modules on a dark background. */
  inverted: boolean
  warnings: string[]
}

const smallWidth = 140
/** Standard deviation of the blur, in modules. */
const blurModules = 0.35
const turnedDegrees = 10
/** Around an image that is turned. All images here are dark on light. */
const surroundings = '#FFFFFF'
/** Largest width for the tests with a distortion: the part of a camera's preview that a code fills. */
const distortedWidthMost = 512
/** Points for both clean reads, for all distorted reads together, and for a design without warnings. */
const points = { clean: 40, distorted: 50, calm: 10 } as const

type Image = ReturnType<typeof open>

/**
 * Scans the image with each decoder: as it is, and distorted. `ok` is false if a decoder cannot read it as it is, at
 * exactly its size.
 */
export async function checkScan(checked: Checked): Promise<ScanCheck> {
  const { payload, ground, inverted, warnings } = checked
  const expected = Buffer.from(payload)
  const opaque = open(checked.pixels).flatten({ background: ground })
  // Scanners that read light codes invert the picture. The check does it once for all tests.
  const image = await unpack(inverted ? opaque.negate({ alpha: false }) : opaque)
  if ((await countReads(image, expected)) < decoders.length) return { ok: false, score: 0, warnings: [] }
  const tests = distort(image, checked)
  let reads = 0
  const found = [...warnings]
  for (const { make, warning } of tests) {
    const read = await countReads(await make(), expected)
    reads += read
    if (read < decoders.length) found.push(warning)
  }
  const distorted = Math.round((points.distorted * reads) / (tests.length * decoders.length))
  return { ok: true, score: points.clean + distorted + (warnings.length === 0 ? points.calm : 0), warnings: found }
}

/** The tests that affect only the score and the warnings. */
function distort(image: Pixels, { codeWidth, modulePixels }: Checked) {
  const scale = Math.min(1, distortedWidthMost / image.width)
  const seen = () => (scale < 1 ? open(image).resize({ width: distortedWidthMost }) : open(image))
  const blurred = Math.max(modulePixels * scale * blurModules, 0.3)
  return [
    {
      make: () => unpack(open(image).resize({ width: Math.round((image.width * smallWidth) / codeWidth) })),
      warning: `May not scan at a width of ${smallWidth} pixels. Print it larger or shorten its content.`,
    },
    {
      make: () => unpack(seen().blur(blurred)),
      warning: 'May not scan when out of focus. Use larger dots or a smaller logo.',
    },
    {
      make: () => unpack(seen().rotate(turnedDegrees, { background: surroundings })),
      warning: 'May not scan when turned. Place it upright.',
    },
    {
      make: async () => tilt(await unpack(seen())),
      warning: 'May not scan at an angle. Place it facing the camera.',
    },
  ]
}

async function countReads(image: Pixels, expected: Buffer): Promise<number> {
  let reads = 0
  for (const decode of decoders) {
    if ((await decode(image))?.equals(expected) === true) reads += 1
  }
  return reads
}

async function unpack(image: Image): Promise<Pixels> {
  const { data, info } = await image.ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return { bytes: data, width: info.width, height: info.height }
}
