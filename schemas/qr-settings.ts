import { z } from 'zod'
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
} from './qr-choices.ts'

/** How a QR code looks, member by member. Lengths are in modules, but for `size`. */

const longestFrameText = 30

const colour = z
  .string()
  .regex(/^#[0-9a-fA-F]{6}$/, 'must be a colour like #1A2B3C')
  .transform((hex) => hex.toUpperCase())

const stop = z.strictObject({ offset: z.number().min(0).max(1), color: colour })

const rises = (stops: readonly { offset: number }[]) =>
  stops.every(({ offset }, index) => index === 0 || offset >= (stops[index - 1]?.offset ?? 0))

const gradient = z.strictObject({
  type: z.enum(gradientTypes),
  rotation: z.number().min(0).max(360).default(0).describe('Degrees, clockwise, of a linear gradient.'),
  stops: z
    .array(stop)
    .min(2, 'must have at least 2 stops')
    .max(5, 'must have at most 5 stops')
    .refine(rises, 'must be ordered by offset'),
  apply_to: z.enum(gradientTargets).default('all').describe('Parts that have a colour of their own keep it.'),
})

const logo = z.strictObject({
  asset_id: z.uuid(),
  size: z.number().min(0.1).max(0.3).default(0.2).describe('Part of the width: at most 0.22 at level Q, 0.30 at H.'),
  padding: z.number().min(0).max(2).default(1).describe('Modules kept free around it.'),
  shape: z.enum(logoShapes).default('square'),
  background: colour.nullable().default(null).describe('null: the background of the code.'),
})

/** What cannot be seen as a character of its own has no place in a label. */
const frameText = z
  .string()
  .max(longestFrameText, `must have at most ${longestFrameText} characters`)
  .regex(/^[^\p{C}]*$/u, 'must not have control characters')

const frame = z.strictObject({
  style: z.enum(frameStyles),
  text: frameText.default(''),
  text_color: colour.default('#FFFFFF'),
  color: colour.default('#000000'),
  radius: z.number().min(0).max(8).default(0).describe('Of its corners, in modules.'),
})

const fields = {
  size: z.int().min(smallestSize).max(largestSize).describe('Width in pixels.'),
  margin: z.int().min(0).max(16).describe('Modules kept free around the code; readers want 4.'),
  error_correction: z.enum(errorCorrections).describe('At least Q with a logo.'),
  foreground_color: colour,
  background_color: colour.describe('With background_transparent: of what the code will stand on.'),
  background_transparent: z.boolean(),
  dot_style: z.enum(dotStyles),
  dot_scale: z.number().min(0.7).max(1),
  eye_frame_style: z.enum(eyeFrameStyles),
  eye_ball_style: z.enum(eyeBallStyles),
  eye_frame_color: colour.nullable().describe('null: foreground_color.'),
  eye_ball_color: colour.nullable().describe('null: foreground_color.'),
  gradient: gradient.nullable(),
  logo: logo.nullable(),
  frame: frame.nullable(),
}

/** What a code looks like when nobody says anything: the whole of it, and what may be left out. */
export const visualSettings = z.strictObject({
  size: fields.size.default(512),
  margin: fields.margin.default(4),
  error_correction: fields.error_correction.default('M'),
  foreground_color: fields.foreground_color.default('#000000'),
  background_color: fields.background_color.default('#FFFFFF'),
  background_transparent: fields.background_transparent.default(false),
  dot_style: fields.dot_style.default('square'),
  dot_scale: fields.dot_scale.default(1),
  eye_frame_style: fields.eye_frame_style.default('square'),
  eye_ball_style: fields.eye_ball_style.default('square'),
  eye_frame_color: fields.eye_frame_color.default(null),
  eye_ball_color: fields.eye_ball_color.default(null),
  gradient: fields.gradient.default(null),
  logo: fields.logo.default(null),
  frame: fields.frame.default(null),
})
export type VisualSettings = z.output<typeof visualSettings>
export type QrGradient = NonNullable<VisualSettings['gradient']>
export type QrLogo = NonNullable<VisualSettings['logo']>
export type QrFrame = NonNullable<VisualSettings['frame']>

/** Members that are to change: each replaces the old one as a whole, and null takes a gradient, logo or frame away. */
export const visualSettingsUpdate = z.strictObject(fields).partial()

/** What reading a code back found out. */
export const scanCheck = z
  .object({
    ok: z.boolean().describe('It was decoded, and to exactly its content.'),
    score: z.int().min(0).max(100).describe('How much trouble it bears: small, blurred, low in contrast.'),
    warnings: z.array(z.string()),
  })
  .meta({ id: 'ScanCheck' })
export type ScanCheck = z.infer<typeof scanCheck>
