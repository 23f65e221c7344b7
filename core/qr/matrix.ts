import { create } from 'qrcode'
import type { ErrorCorrection } from '#schemas/qr-choices.ts'
import type { VisualSettings } from '#schemas/qr-settings.ts'
import { type Capacity, judgeLength } from './capacity.ts'
import { leastVersionFor, levelOf } from './logo-rules.ts'

/** The modules of a code. */
export interface Matrix {
  kind: 'matrix'
  /** Modules per row. */
  size: number
  version: number
  level: ErrorCorrection
  /** False outside of the code. */
  isDark(x: number, y: number): boolean
}

/** The mask patterns of the standard. Each inverts other modules, and all encode the same content. */
export const masks = [0, 1, 2, 3, 4, 5, 6, 7] as const
export type Mask = (typeof masks)[number]

export type TooLong = Extract<Capacity, { kind: 'too-long' }>

/**
 * Encodes a text as UTF-8. A code with a logo is as large as the logo requires. Without a mask, the one with the best
 * rating by the standard is used.
 */
export function makeMatrix(
  payload: string,
  settings: Pick<VisualSettings, 'error_correction' | 'logo'>,
  maskPattern?: Mask,
): Matrix | TooLong {
  const level = levelOf(settings)
  const capacity = judgeLength(payload, level)
  if (capacity.kind === 'too-long') return capacity
  const least = leastVersionFor(settings)
  const options = { errorCorrectionLevel: level, maskPattern }
  const smallest = create(payload, options)
  const code = smallest.version >= least ? smallest : create(payload, { ...options, version: least })
  const { size } = code.modules
  return {
    kind: 'matrix',
    size,
    version: code.version,
    level,
    isDark: (x, y) => x >= 0 && y >= 0 && x < size && y < size && code.modules.get(y, x) === 1,
  }
}
