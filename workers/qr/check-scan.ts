import type { ScanCheck } from '#schemas/qr-settings.ts'
import { open } from './rasterize.ts'
import { type Pixels, readCode } from './read-code.ts'

/** The image to check, and the size of the code in it. */
interface Checked {
  pixels: Pixels
  payload: string
  /** The color behind transparent parts. */
  ground: string
  /** Width of the code, including its margin, in pixels. */
  codeWidth: number
  modulePixels: number
  warnings: string[]
}

const smallWidth = 140
/** Standard deviation of the blur, in modules. */
const blurModules = 0.5
/** Module widths in pixels at which reading is retried. */
const retriedModulePixels = [4, 6, 9]
const points = { clean: 40, small: 25, blurred: 25, calm: 10 } as const

/** Checks how well a code can be scanned. If it cannot be read even without distortion, `ok` is false. */
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
      ...(small ? [] : [`May not scan at a width of ${smallWidth} pixels. Print it larger or shorten its content.`]),
      ...(blurred ? [] : ['May not scan when out of focus. Use larger dots or a smaller logo.']),
    ],
  }

  /** Tries several sizes, like a phone that moves nearer and farther. */
  async function readsSomehow(): Promise<boolean> {
    if (await reads(image())) return true
    for (const wanted of retriedModulePixels) {
      const width = Math.round((pixels.width * wanted) / modulePixels)
      if (await reads(image().resize({ width, kernel: 'cubic' }))) return true
    }
    return false
  }
}
