import fc from 'fast-check'
import {
  dotStyles,
  errorCorrections,
  eyeBallStyles,
  eyeFrameStyles,
  frameStyles,
  gradientTargets,
  gradientTypes,
  largestSize,
  logoShapes,
  smallestSize,
} from '#schemas/qr-choices.ts'
import type { VisualSettings } from '#schemas/qr-settings.ts'

/** Any design that the schema accepts, with any text. */

const hex = (least: number, most: number) =>
  fc
    .tuple(
      fc.integer({ min: least, max: most }),
      fc.integer({ min: least, max: most }),
      fc.integer({ min: least, max: most }),
    )
    .map((parts) => `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`.toUpperCase())

const part = (min: number, max: number, steps = 100) =>
  fc.integer({ min: 0, max: steps }).map((step) => min + ((max - min) * step) / steps)

interface Colors {
  ink: fc.Arbitrary<string>
  paper: fc.Arbitrary<string>
}
/**
 * Random colors hardly ever have enough contrast: most designs are dark on light, some light on dark, some
 * anything.
 */
const palettes: { weight: number; arbitrary: fc.Arbitrary<Colors> }[] = [
  { weight: 6, arbitrary: fc.constant({ ink: hex(0, 110), paper: hex(190, 255) }) },
  { weight: 1, arbitrary: fc.constant({ ink: hex(170, 255), paper: hex(0, 60) }) },
  { weight: 1, arbitrary: fc.constant({ ink: hex(0, 255), paper: hex(0, 255) }) },
]

const gradient = (ink: fc.Arbitrary<string>): fc.Arbitrary<NonNullable<VisualSettings['gradient']>> =>
  fc.record({
    type: fc.constantFrom(...gradientTypes),
    rotation: fc.integer({ min: 0, max: 360 }),
    stops: fc
      .array(fc.record({ offset: part(0, 1), color: ink }), { minLength: 2, maxLength: 5 })
      .map((stops) => stops.toSorted((a, b) => a.offset - b.offset)),
    apply_to: fc.constantFrom(...gradientTargets),
  })

const logo: fc.Arbitrary<NonNullable<VisualSettings['logo']>> = fc.record({
  asset_id: fc.constant('018f0000-0000-7000-8000-000000000000'),
  size: part(0.1, 0.3, 20),
  padding: part(0, 2, 8),
  shape: fc.constantFrom(...logoShapes),
  background: fc.option(hex(0, 255)),
})

const frame: fc.Arbitrary<NonNullable<VisualSettings['frame']>> = fc.record({
  style: fc.constantFrom(...frameStyles),
  text: fc.constantFrom('', 'SCAN ME', 'Ещё раз', 'Straße 7, größer als dreißig Z'),
  text_color: hex(0, 255),
  color: hex(0, 255),
  radius: part(0, 8),
})

const lookIn = ({ ink, paper }: Colors): fc.Arbitrary<VisualSettings> =>
  fc.record({
    size: fc.noBias(fc.integer({ min: smallestSize, max: largestSize })),
    margin: fc.integer({ min: 0, max: 16 }),
    error_correction: fc.constantFrom(...errorCorrections),
    foreground_color: ink,
    background_color: paper,
    background_transparent: fc.boolean(),
    dot_style: fc.constantFrom(...dotStyles),
    dot_scale: part(0.7, 1, 30),
    eye_frame_style: fc.constantFrom(...eyeFrameStyles),
    eye_ball_style: fc.constantFrom(...eyeBallStyles),
    eye_frame_color: fc.option(ink),
    eye_ball_color: fc.option(ink),
    gradient: fc.option(gradient(ink)),
    logo: fc.option(logo),
    frame: fc.option(frame),
  })

export const look = fc.oneof(...palettes).chain(lookIn)

export const content = fc.oneof(
  { weight: 4, arbitrary: fc.stringMatching(/^https:\/\/[a-z]{3,12}\.[a-z]{2,3}\/[\w-]{3,20}$/) },
  { weight: 2, arbitrary: fc.string({ minLength: 1, maxLength: 60, unit: 'grapheme' }) },
  { weight: 1, arbitrary: fc.stringMatching(/^[0-9]{1,40}$/) },
  { weight: 1, arbitrary: fc.string({ minLength: 60, maxLength: 400, unit: 'grapheme-ascii' }) },
)
