import { drawCode } from '#core/qr/draw-code.ts'
import type { Drawing } from '#core/qr/drawing.ts'
import { quietWithin } from '#core/qr/frame.ts'
import { type Fault, type Judgment, judgeSettings, tooLong } from '#core/qr/judge-settings.ts'
import { labelFont } from '#core/qr/label-font.ts'
import { type Mask, type Matrix, makeMatrix, masks } from '#core/qr/matrix.ts'
import { heightFor, writeSvg } from '#core/qr/render-svg.ts'
import { mediaTypes } from '#schemas/qr-choices.ts'
import type { ScanCheck } from '#schemas/qr-settings.ts'
import { adviseOn } from './advise.ts'
import { checkScan } from './check-scan.ts'
import { decodeRaster, encodeRaster, rasterize } from './rasterize.ts'
import { renderPdf } from './render-pdf.ts'
import type { Rendered, RenderTask } from './render-task.ts'

/** Pixels per module at which vector formats are checked. */
const checkedModulePixels = 8
/** Maximum width at which vector formats are checked. More pixels do not improve reading. */
const checkedWidthMost = 1_024
/** Pixels to draw with other masks: two images of 1,024 x 1,024. They take about 0.2 s. */
const triedPixelsMost = 2 * 1_024 ** 2

/**
 * Draws a code and scans the file. A code is returned only if each decoder reads exactly its payload. If one of them
 * takes some of the dots for an eye, the code is drawn with another mask, which has other dots.
 */
export async function renderCode(task: RenderTask): Promise<Rendered> {
  const { errors, ...design } = judgeSettings(task.settings, labelFont)
  if (errors.length > 0) return refuse(errors)
  const matrix = makeMatrix(task.payload, task.settings)
  if (matrix.kind === 'too-long') return refuse([tooLong(matrix)])
  const attempt = await tryMatrix(task, matrix, design)
  if (attempt.scan_check.ok) return rendered(task, attempt)
  const { drawing, modulePixels } = attempt
  for (const mask of masksFor(drawing.width * modulePixels)) {
    const other = await tryMask(task, mask, design)
    if (other?.scan_check.ok === true) return rendered(task, other)
  }
  return refuse(await adviseOn(task, { level: matrix.level, modules: drawing.width, modulePixels }, scans))
}

/** Large images take long, so fewer masks are tried for them. */
function masksFor(width: number): readonly Mask[] {
  return masks.slice(0, Math.floor(triedPixelsMost / width ** 2))
}

type Design = Pick<Judgment, 'warnings' | 'inverted'>

interface Attempt {
  drawing: Drawing
  modulePixels: number
  scan_check: ScanCheck
  encode: () => Promise<Buffer>
}

async function tryMask(task: RenderTask, mask: Mask | undefined, design: Design): Promise<Attempt | null> {
  const matrix = makeMatrix(task.payload, task.settings, mask)
  return matrix.kind === 'too-long' ? null : await tryMatrix(task, matrix, design)
}

async function tryMatrix(task: RenderTask, matrix: Matrix, design: Design): Promise<Attempt> {
  const { payload, settings, size, format } = task
  const drawing = drawCode(matrix, settings, labelFont)
  const logo = task.logo === null ? null : `data:image/png;base64,${task.logo.toString('base64')}`
  const { pixels, encode } = await drawFile()
  const scale = pixels.width / drawing.width
  const side = matrix.size + 2 * quietWithin(settings.frame, settings.margin)
  const scan_check = await checkScan({
    pixels,
    payload,
    ground: settings.background_color,
    codeWidth: side * scale,
    modulePixels: scale,
    ...design,
  })
  return { drawing, modulePixels: scale, scan_check, encode }

  /** The pixels that the file shows. JPEG and WebP are decoded again, because compression changes them. */
  async function drawFile() {
    if (format === 'svg' || format === 'pdf') {
      const checked = Math.min(Math.max(size, Math.ceil(drawing.width * checkedModulePixels)), checkedWidthMost)
      const pixels = await rasterize(writeSvg(drawing, checked, logo))
      const svg = () => Buffer.from(writeSvg(drawing, size, logo))
      return { pixels, encode: async () => (format === 'pdf' ? await renderPdf(drawing, size, task.logo) : svg()) }
    }
    const pixels = await rasterize(writeSvg(drawing, size, logo))
    if (format === 'png') return { pixels, encode: () => encodeRaster(pixels, format, settings.background_color) }
    const file = await encodeRaster(pixels, format, settings.background_color)
    return { pixels: await decodeRaster(file), encode: async () => file }
  }
}

/** Whether a variant of a rejected code can be scanned. */
async function scans(task: RenderTask): Promise<boolean> {
  return (await tryMask(task, undefined, judgeSettings(task.settings, labelFont)))?.scan_check.ok === true
}

async function rendered({ format, size }: RenderTask, { drawing, scan_check, encode }: Attempt): Promise<Rendered> {
  const image = { mime_type: mediaTypes[format], width: size, height: heightFor(drawing, size) }
  return { head: { kind: 'rendered', ...image, scan_check }, bytes: await encode() }
}

const refuse = (errors: Fault[]): Rendered => ({ head: { kind: 'refused', errors }, bytes: Buffer.alloc(0) })
