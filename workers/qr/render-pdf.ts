import type { Drawing, Paint, Shape } from '#core/qr/drawing.ts'

type Page = PDFKit.PDFDocument

/** A pixel is 1/96 inch, a point 1/72 inch. */
const pointsPerPixel = 0.75

/** Draws the same shapes as the SVG, on a page of their size. */
export async function renderPdf(drawing: Drawing, width: number, logo: Buffer | null): Promise<Buffer> {
  // Loaded for the first PDF, because it unpacks tables of fonts that no code needs.
  const { default: PDFDocument } = await import('pdfkit')
  const scale = (width * pointsPerPixel) / drawing.width
  const page = new PDFDocument({
    size: [drawing.width * scale, drawing.height * scale],
    margin: 0,
    // A fixed date, so that the same code always gives the same file.
    info: { Producer: 'Waymark', Creator: 'Waymark', CreationDate: new Date(0) },
  })
  const chunks: Buffer[] = []
  const ended = new Promise<void>((resolve, reject) => {
    page.on('data', (chunk: Buffer) => chunks.push(chunk))
    page.on('end', resolve)
    page.on('error', reject)
  })
  page.scale(scale)
  for (const shape of drawing.shapes) drawShape(page, shape, logo)
  page.end()
  await ended
  return Buffer.concat(chunks)
}

function drawShape(page: Page, shape: Shape, logo: Buffer | null): void {
  if (shape.kind === 'path') {
    if (shape.path !== '') page.path(shape.path).fill(toPdf(page, shape.paint))
    return
  }
  if (logo === null) return
  const { x, y, width, height } = shape.box
  page.save()
  page.path(shape.clip).clip()
  page.image(logo, x, y, { fit: [width, height], align: 'center', valign: 'center' })
  page.restore()
}

function toPdf(page: Page, paint: Paint): string | PDFKit.Mixins.ColorValue {
  if (typeof paint === 'string') return paint
  const { from, to } = paint
  const gradient =
    paint.type === 'linear'
      ? page.linearGradient(from.x, from.y, to.x, to.y)
      : page.radialGradient(from.x, from.y, 0, from.x, from.y, Math.hypot(to.x - from.x, to.y - from.y))
  for (const { offset, color } of fromStartToEnd(paint.stops)) gradient.stop(offset, color)
  return gradient
}

/** The library would stretch stops that do not begin at 0 and end at 1 over the whole code. */
function fromStartToEnd<Stop extends { offset: number }>(stops: readonly Stop[]): Stop[] {
  const [first, last] = [stops[0], stops.at(-1)]
  return [
    ...(first !== undefined && first.offset > 0 ? [{ ...first, offset: 0 }] : []),
    ...stops,
    ...(last !== undefined && last.offset < 1 ? [{ ...last, offset: 1 }] : []),
  ]
}
