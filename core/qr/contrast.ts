import type { QrGradient, VisualSettings } from '#schemas/qr-settings.ts'
import { contrastRatio, luminance, mix } from './colour.ts'

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
  const parts = colouredParts(settings).map(({ field, colours }) => ({
    field,
    ratio: Math.min(...colours.map((colour) => contrastRatio(colour, ground))),
    lighter: colours.filter((colour) => luminance(colour) > luminance(ground)).length,
    all: colours.length,
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

const tooFaint = (ratio: number) =>
  `Must have a contrast of at least ${leastContrast}:1 with the background, not ${ratio.toFixed(1)}:1.`

function colouredParts(settings: VisualSettings): { field: string; colours: string[] }[] {
  const { gradient, foreground_color, eye_frame_color, eye_ball_color } = settings
  const dotsMix = gradient !== null && gradient.apply_to !== 'eyes'
  const eyesMix = gradient !== null && gradient.apply_to !== 'dots'
  const plain = { field: 'foreground_color', colours: [foreground_color] }
  const mixed = gradient !== null ? [{ field: 'gradient', colours: gradientColours(gradient) }] : []
  const own = [
    { field: 'eye_frame_color', colour: eye_frame_color },
    { field: 'eye_ball_color', colour: eye_ball_color },
  ].flatMap(({ field, colour }) => (colour === null ? [] : [{ field, colours: [colour] }]))
  const eyesShowPlain = !eyesMix && own.length < 2
  const eyesShowMix = eyesMix && own.length < 2
  return [...(!dotsMix || eyesShowPlain ? [plain] : []), ...(dotsMix || eyesShowMix ? mixed : []), ...own]
}

function gradientColours({ stops }: QrGradient): string[] {
  return stops.flatMap(({ color }, index) => {
    const next = stops[index + 1]?.color ?? color
    return Array.from({ length: samplesBetween }, (_, step) => mix(color, next, step / samplesBetween))
  })
}
