import { type Fault, judgeSettings, tooLong } from '#core/qr/judge-settings.ts'
import type { LabelFont } from '#core/qr/label.ts'
import { makeMatrix } from '#core/qr/matrix.ts'
import { renderSvg } from '#core/qr/render-svg.ts'
import type { ErrorCorrection } from '#schemas/qr-choices.ts'
import type { VisualSettings } from '#schemas/qr-settings.ts'

export interface Preview {
  /** null if the content is too long for any code. */
  svg: string | null
  /** Why the server would reject it. */
  errors: Fault[]
  warnings: string[]
  /** Dots per row, without margin. */
  modules: number | null
  level: ErrorCorrection | null
}

interface Pieces {
  font: LabelFont | null
  /** The logo as a URL; null without a logo, or while it loads. */
  logo: string | null
}

/** What the server would render, with its errors and warnings before the scan test. */
export function preview(payload: string, look: VisualSettings, { font, logo }: Pieces): Preview {
  const { errors, warnings } = judgeSettings(look, font)
  const matrix = makeMatrix(payload, look)
  if (matrix.kind === 'too-long') {
    return { svg: null, errors: [...errors, tooLong(matrix)], warnings, modules: null, level: null }
  }
  const svg = renderSvg(matrix, look, { font, logo })
  return { svg, errors, warnings, modules: matrix.size, level: matrix.level }
}
