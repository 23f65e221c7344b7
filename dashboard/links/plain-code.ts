import { makeMatrix } from '#core/qr/matrix.ts'
import { renderSvg } from '#core/qr/render-svg.ts'
import type { VisualSettings } from '#schemas/qr-settings.ts'

/** As the interface draws a code of which nothing is said: the defaults of schemas/qr-settings.ts, without zod. */
const plain: VisualSettings = {
  size: 512,
  margin: 4,
  error_correction: 'M',
  foreground_color: '#000000',
  background_color: '#FFFFFF',
  background_transparent: false,
  dot_style: 'square',
  dot_scale: 1,
  eye_frame_style: 'square',
  eye_ball_style: 'square',
  eye_frame_color: null,
  eye_ball_color: null,
  gradient: null,
  logo: null,
  frame: null,
}

/** The code of a text as SVG; null: it is too long for one. */
export function writePlainCode(text: string): string | null {
  const matrix = makeMatrix(text, plain)
  return matrix.kind === 'matrix' ? renderSvg(matrix, plain, { font: null, logo: null }) : null
}

/** As the address of a picture. */
export function drawPlainCode(text: string): string | null {
  const svg = writePlainCode(text)
  return svg === null ? null : `data:image/svg+xml,${encodeURIComponent(svg)}`
}
