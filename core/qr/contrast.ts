import type { QrGradient, VisualSettings } from '#schemas/qr-settings.ts'
import { contrastRatio, luminance, mix } from './color.ts'

/** A code with less contrast is refused. */
export const leastContrast = 3
/** A code with less contrast gets a warning. */
export const goodContrast = 4.5
/** Colors checked between two stops of a gradient: it may be darker between two light colors than at either. */
const samplesBetween = 8

export interface ContrastVerdict {
  /** Lowest contrast of any part. */
  ratio: number
  /** Light modules on a dark background. */
  inverted: boolean
  errors: { field: string; message: string }[]
}

/** Checks that every part of a code contrasts with the background, and that all are darker or all are lighter. */
export function judgeContrast(settings: VisualSettings): ContrastVerdict {
  const ground = settings.background_color
  const parts = coloredParts(settings).map(({ field, colors }) => ({
    field,
    ratio: Math.min(...colors.map((color) => contrastRatio(color, ground))),
    lighter: colors.filter((color) => luminance(color) > luminance(ground)).length,
    all: colors.length,
  }))
  const inverted = (parts[0]?.lighter ?? 0) > 0
  const errors = parts.flatMap(({ field, ratio, lighter, all }) => {
    if (ratio < leastContrast) return [{ field, message: tooFaint(ratio) }]
    const onOneSide = lighter === (inverted ? all : 0)
    return onOneSide
      ? []
      : [{ field, message: 'Must be darker than the background everywhere, or lighter everywhere.' }]
  })
  return { ratio: Math.min(...parts.map(({ ratio }) => ratio)), inverted, errors }
}

/** Rounded down: 2.995 is not 3.0. */
export const shownRatio = (ratio: number): string => (Math.floor(ratio * 10) / 10).toFixed(1)

const tooFaint = (ratio: number) =>
  `Must have a contrast of at least ${leastContrast}:1 with the background, not ${shownRatio(ratio)}:1.`

function coloredParts(settings: VisualSettings): { field: string; colors: string[] }[] {
  const { gradient, foreground_color, eye_frame_color, eye_ball_color } = settings
  const dotsMix = gradient !== null && gradient.apply_to !== 'eyes'
  const eyesMix = gradient !== null && gradient.apply_to !== 'dots'
  const plain = { field: 'foreground_color', colors: [foreground_color] }
  const mixed = gradient !== null ? [{ field: 'gradient', colors: gradientColors(gradient) }] : []
  const own = [
    { field: 'eye_frame_color', color: eye_frame_color },
    { field: 'eye_ball_color', color: eye_ball_color },
  ].flatMap(({ field, color }) => (color === null ? [] : [{ field, colors: [color] }]))
  const eyesShowPlain = !eyesMix && own.length < 2
  const eyesShowMix = eyesMix && own.length < 2
  return [...(!dotsMix || eyesShowPlain ? [plain] : []), ...(dotsMix || eyesShowMix ? mixed : []), ...own]
}

function gradientColors({ stops }: QrGradient): string[] {
  return stops.flatMap(({ color }, index) => {
    const next = stops[index + 1]?.color ?? color
    return Array.from({ length: samplesBetween }, (_, step) => mix(color, next, step / samplesBetween))
  })
}
