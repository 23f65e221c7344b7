import type { VisualSettings } from '#schemas/qr-settings.ts'
import { contrastRatio } from './color.ts'
import { goodContrast, judgeContrast, leastContrast, shownRatio } from './contrast.ts'
import { findUnknownCharacters, type LabelFont } from './label.ts'
import { judgeLogo } from './logo-rules.ts'
import type { TooLong } from './matrix.ts'

export interface Fault {
  /** Path in the request body. */
  field: string
  message: string
}

/** Errors and warnings that can be found without drawing a code. */
export interface Judgment {
  errors: Fault[]
  warnings: string[]
  /** Light modules on a dark background. */
  inverted: boolean
}

const standardQuiet = 4
const leastQuiet = 2

/** Without a font, the characters of a label are not checked. */
export function judgeSettings(settings: VisualSettings, font: LabelFont | null): Judgment {
  const contrast = judgeContrast(settings)
  const logo = judgeLogo(settings)
  const unknown = font === null ? [] : findUnknownCharacters(settings.frame?.text ?? '', font)
  const errors = [
    ...contrast.errors,
    ...(logo === undefined ? [] : [{ field: 'logo.size', message: logo }]),
    ...(unknown.length === 0
      ? []
      : [{ field: 'frame.text', message: `Cannot contain the characters ${unknown.join(' ')}.` }]),
  ]
  return {
    errors: errors.map(({ field, message }) => ({ field: `visual_settings.${field}`, message })),
    warnings: findWarnings(settings, contrast),
    inverted: contrast.inverted,
  }
}

/** The error for content that is too long for any code. */
export function tooLong({ length, most, unit }: TooLong): Fault {
  return {
    field: 'content_data',
    message: `Must be at most ${most.toLocaleString('en-US')} ${unit} at this error correction level, not ${length.toLocaleString('en-US')}.`,
  }
}

function findWarnings(settings: VisualSettings, { ratio, inverted }: { ratio: number; inverted: boolean }): string[] {
  const { background_transparent, background_color, frame, margin } = settings
  const faintLabel = frame !== null && frame.text !== '' && contrastRatio(frame.text_color, frame.color) < leastContrast
  return [
    ratio < goodContrast &&
      `The contrast is ${shownRatio(ratio)}:1. Use at least ${goodContrast}:1 for reliable scanning in poor light.`,
    inverted && 'Some older scanners cannot read light codes on a dark background.',
    background_transparent && `The code was tested on ${background_color} and may not scan on another background.`,
    margin < leastQuiet &&
      frame === null &&
      `Leave an empty margin of ${standardQuiet} dots around the code wherever you place it.`,
    faintLabel && 'The frame text has too little contrast with the frame.',
  ].filter((warning) => warning !== false)
}
