import { type Fault, judgeSettings, tooLong } from '#core/qr/judge-settings.ts'
import type { LabelFont } from '#core/qr/label.ts'
import { makeMatrix } from '#core/qr/matrix.ts'
import { renderSvg } from '#core/qr/render-svg.ts'
import type { ErrorCorrection } from '#schemas/qr-choices.ts'
import type { VisualSettings } from '#schemas/qr-settings.ts'

export interface Preview {
  /** null: the content is more than any code holds. */
  svg: string | null
  /** Why the server would refuse it. */
  errors: Fault[]
  warnings: string[]
  /** Modules of a row, without what is around the code. */
  modules: number | null
  level: ErrorCorrection | null
}

interface Pieces {
  font: LabelFont | null
  /** The picture as a URL; null while it loads, or without one. */
  logo: string | null
}

/** What the server would draw, and what it would say before it has tried to read it. */
export function preview(payload: string, look: VisualSettings, { font, logo }: Pieces): Preview {
  const { errors, warnings } = judgeSettings(look, font)
  const matrix = makeMatrix(payload, look)
  if (matrix.kind === 'too-long') {
    return { svg: null, errors: [...errors, tooLong(matrix)], warnings, modules: null, level: null }
  }
  const svg = renderSvg(matrix, look, { font, logo })
  return { svg, errors, warnings, modules: matrix.size, level: matrix.level }
}
