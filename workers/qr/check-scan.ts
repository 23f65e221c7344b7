import type { ScanCheck } from '#schemas/qr-settings.ts'
import { open } from './rasterise.ts'
import { type Pixels, readCode } from './read-code.ts'

/** What has to be read, and how large the code stands in the picture. */
interface Checked {
  pixels: Pixels
  payload: string
  /** What shows through where nothing is painted. */
  ground: string
  /** Width of the code with its margin, in pixels. */
  codeWidth: number
  modulePixels: number
  warnings: string[]
}

const smallWidth = 140
/** Standard deviation of the blur, in modules. */
const blurModules = 0.5
/** Widths of a module, in pixels, at which a picture is tried again. */
const retriedModulePixels = [4, 6, 9]
const points = { clean: 40, small: 25, blurred: 25, calm: 10 } as const

/** Reads a code back under stress. What is not read even clean is not `ok`. */
export async function checkScan(checked: Checked): Promise<ScanCheck> {
  const { pixels, payload, ground, codeWidth, modulePixels, warnings } = checked
  const expected = Buffer.from(payload)
  const image = () => open(pixels).flatten({ background: ground })
  const reads = async (stressed: ReturnType<typeof open>) => {
    const { data, info } = await stressed.ensureAlpha().raw().toBuffer({ resolveWithObject: true })
    return (await readCode({ bytes: data, width: info.width, height: info.height }))?.equals(expected) === true
  }
  if (!(await readsSomehow())) return { ok: false, score: 0, warnings: [] }
  const small = await reads(image().resize({ width: Math.round((pixels.width * smallWidth) / codeWidth) }))
  const blurred = await reads(image().blur(Math.max(modulePixels * blurModules, 0.3)))
  return {
    ok: true,
    score:
      points.clean +
      (small ? points.small : 0) +
      (blurred ? points.blurred : 0) +
      (warnings.length === 0 ? points.calm : 0),
    warnings: [
      ...warnings,
      ...(small
        ? []
        : [`It is not read any more when it is ${smallWidth} pixels wide: print it larger, or encode less.`]),
      ...(blurred ? [] : ['It is not read any more out of focus: larger dots or a smaller logo would help.']),
    ],
  }

  /** Nearer and farther, as a hand moves: a reader that misses one picture gets the next. */
  async function readsSomehow(): Promise<boolean> {
    if (await reads(image())) return true
    for (const wanted of retriedModulePixels) {
      const width = Math.round((pixels.width * wanted) / modulePixels)
      if (await reads(image().resize({ width, kernel: 'cubic' }))) return true
    }
    return false
  }
}
