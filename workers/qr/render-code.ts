import { drawCode } from '#core/qr/draw-code.ts'
import { quietWithin } from '#core/qr/frame.ts'
import { type Fault, judgeSettings, tooLong } from '#core/qr/judge-settings.ts'
import { labelFont } from '#core/qr/label-font.ts'
import { makeMatrix } from '#core/qr/matrix.ts'
import { heightFor, writeSvg } from '#core/qr/render-svg.ts'
import type { QrRenderHead } from '#model/qr-codes/render-qr.ts'
import { mediaTypes } from '#schemas/qr-choices.ts'
import type { QrRenderJob } from '#schemas/queues.ts'
import { adviseOn } from './advise.ts'
import { checkScan } from './check-scan.ts'
import { encodeRaster, rasterize } from './rasterize.ts'
import { renderPdf } from './render-pdf.ts'

export type RenderTask = Omit<QrRenderJob, 'task' | 'result_key' | 'logo'> & { logo: Buffer | null }
export interface Rendered {
  head: QrRenderHead
  bytes: Buffer
}

/** Pixels per module at which vector formats are checked. */
const checkedModulePixels = 8
/** Maximum width for the check. More pixels do not improve reading. */
const checkedWidthMost = 1_024

/** Draws a code and scans it. A code is returned only if it scans as exactly its payload. */
export async function renderCode(task: RenderTask): Promise<Rendered> {
  const { payload, settings, size, format } = task
  const { errors, warnings } = judgeSettings(settings, labelFont)
  if (errors.length > 0) return refuse(errors)
  const matrix = makeMatrix(payload, settings)
  if (matrix.kind === 'too-long') return refuse([tooLong(matrix)])
  const drawing = drawCode(matrix, settings, labelFont)
  const isRaster = format !== 'svg' && format !== 'pdf'
  const logo = task.logo === null ? null : `data:image/png;base64,${task.logo.toString('base64')}`
  const shown = isRaster ? size : Math.max(size, Math.ceil(drawing.width * checkedModulePixels))
  const pixels = await rasterize(writeSvg(drawing, Math.min(shown, checkedWidthMost), logo))
  const side = matrix.size + 2 * quietWithin(settings.frame, settings.margin)
  const scale = pixels.width / drawing.width
  const scan_check = await checkScan({
    pixels,
    payload,
    ground: settings.background_color,
    codeWidth: side * scale,
    modulePixels: scale,
    warnings,
  })
  if (!scan_check.ok) return refuse(adviseOn(settings, matrix.level, drawing.width, scale))
  const image = { mime_type: mediaTypes[format], width: size, height: heightFor(drawing, size) }
  return { head: { kind: 'rendered', ...image, scan_check }, bytes: await encode() }

  async function encode(): Promise<Buffer> {
    if (format === 'pdf') return renderPdf(drawing, size, task.logo)
    if (format === 'svg') return Buffer.from(writeSvg(drawing, size, logo))
    const all = pixels.width === size ? pixels : await rasterize(writeSvg(drawing, size, logo))
    return encodeRaster(all, format, settings.background_color)
  }
}

const refuse = (errors: Fault[]): Rendered => ({ head: { kind: 'refused', errors }, bytes: Buffer.alloc(0) })
