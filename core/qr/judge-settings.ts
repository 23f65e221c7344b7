import type { VisualSettings } from '#schemas/qr-settings.ts'
import { contrastRatio } from './colour.ts'
import { goodContrast, judgeContrast, leastContrast } from './contrast.ts'
import { findUnknownCharacters, type LabelFont } from './label.ts'
import { judgeLogo } from './logo-rules.ts'
import type { TooLong } from './matrix.ts'

export interface Fault {
  /** Of the request's body. */
  field: string
  message: string
}

/** What can be said of a look without drawing it: why it is refused, and what to think about. */
export interface Judgement {
  errors: Fault[]
  warnings: string[]
}

const standardQuiet = 4
const leastQuiet = 2

/** No font: nothing is said of the characters of a label. */
export function judgeSettings(settings: VisualSettings, font: LabelFont | null): Judgement {
  const contrast = judgeContrast(settings)
  const logo = judgeLogo(settings)
  const unknown = font === null ? [] : findUnknownCharacters(settings.frame?.text ?? '', font)
  const errors = [
    ...contrast.errors,
    ...(logo === undefined ? [] : [{ field: 'logo.size', message: logo }]),
    ...(unknown.length === 0
      ? []
      : [{ field: 'frame.text', message: `has characters that cannot be drawn: ${unknown.join(' ')}` }]),
  ]
  return {
    errors: errors.map(({ field, message }) => ({ field: `visual_settings.${field}`, message })),
    warnings: findWarnings(settings, contrast),
  }
}

/** Why no code is large enough for a content. */
export function tooLong({ length, most, unit }: TooLong): Fault {
  return {
    field: 'content_data',
    message: `makes ${length} ${unit}, and a code with this error_correction holds at most ${most}`,
  }
}

function findWarnings(settings: VisualSettings, { ratio, inverted }: { ratio: number; inverted: boolean }): string[] {
  const { background_transparent, background_color, frame, margin } = settings
  const faintLabel = frame !== null && frame.text !== '' && contrastRatio(frame.text_color, frame.color) < leastContrast
  return [
    ratio < goodContrast &&
      `The contrast is ${ratio.toFixed(1)}:1; from ${goodContrast}:1 on readers are reliable in poor light.`,
    inverted && 'Light on dark: some older readers only know dark on light.',
    background_transparent && `It has been read on ${background_color}; on another ground it may not be.`,
    margin < leastQuiet &&
      frame === null &&
      `Leave ${standardQuiet} modules free around the code wherever it is placed.`,
    faintLabel && 'The text of the frame hardly stands out from the frame.',
  ].filter((warning) => warning !== false)
}
