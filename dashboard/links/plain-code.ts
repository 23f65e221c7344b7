import { makeMatrix } from '#core/qr/matrix.ts'
import { renderSvg } from '#core/qr/render-svg.ts'
import { asImage } from '../qr-designer/as-image.ts'
import { plainLook } from '../qr-designer/plain-look.ts'

/** QR code of a text as SVG; null if the text is too long. */
export function writePlainCode(text: string): string | null {
  const matrix = makeMatrix(text, plainLook)
  return matrix.kind === 'matrix' ? renderSvg(matrix, plainLook, { font: null, logo: null }) : null
}

export function drawPlainCode(text: string): string | null {
  const svg = writePlainCode(text)
  return svg === null ? null : asImage(svg)
}
