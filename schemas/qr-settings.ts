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
import { hexColor } from './values.ts'

/** Visual settings of a QR code. Lengths are in modules, except for `size`. */

const longestFrameText = 30

const stop = z.strictObject({ offset: z.number().min(0).max(1), color: hexColor })

const rises = (stops: readonly { offset: number }[]) =>
  stops.every(({ offset }, index) => index === 0 || offset >= (stops[index - 1]?.offset ?? 0))

const gradient = z.strictObject({
  type: z.enum(gradientTypes),
  rotation: z.number().min(0).max(360).default(0).describe('Degrees, clockwise. Linear gradients only.'),
  stops: z
    .array(stop)
    .min(2, 'Must have at least 2 stops.')
    .max(5, 'Must have at most 5 stops.')
    .refine(rises, 'Must be sorted by offset.'),
  apply_to: z.enum(gradientTargets).default('all').describe('Parts that have their own color keep it.'),
})

const logo = z.strictObject({
  asset_id: z.uuid(),
  size: z.number().min(0.1).max(0.3).default(0.2).describe('Fraction of the width: up to 0.22 at level Q, 0.30 at H.'),
  padding: z.number().min(0).max(2).default(1).describe('Padding around the logo, in modules.'),
  shape: z.enum(logoShapes).default('square'),
  background: hexColor.nullable().default(null).describe('null: `background_color`.'),
})

const frameText = z
  .string()
  .max(longestFrameText, `Must be at most ${longestFrameText} characters.`)
  .regex(/^[^\p{C}]*$/u, 'Must not contain control characters.')

const frame = z.strictObject({
  style: z.enum(frameStyles),
  text: frameText.default(''),
  text_color: hexColor.default('#FFFFFF'),
  color: hexColor.default('#000000'),
  radius: z.number().min(0).max(8).default(0).describe('Corner radius, in modules.'),
})

const fields = {
  size: z.int().min(smallestSize).max(largestSize).describe('Width in pixels.'),
  margin: z.int().min(0).max(16).describe('Quiet zone around the code, in modules. Scanners expect 4.'),
  error_correction: z
    .enum(errorCorrections)
    .describe('Tolerated damage: L 7%, M 15%, Q 25%, H 30%. A logo raises L and M to Q.'),
  foreground_color: hexColor,
  background_color: hexColor.describe('If `background_transparent` is set, the color of the surface behind the code.'),
  background_transparent: z.boolean(),
  dot_style: z.enum(dotStyles),
  dot_scale: z.number().min(0.7).max(1).describe('Size of a dot, as a fraction of a module.'),
  eye_frame_style: z.enum(eyeFrameStyles),
  eye_ball_style: z.enum(eyeBallStyles),
  eye_frame_color: hexColor.nullable().describe('null: `foreground_color`.'),
  eye_ball_color: hexColor.nullable().describe('null: `foreground_color`.'),
  gradient: gradient.nullable(),
  logo: logo.nullable(),
  frame: frame.nullable(),
}

/** Complete visual settings, with the defaults of a create body. */
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

/** Members to change. Each replaces the old one as a whole; null removes a gradient, logo or frame. */
export const visualSettingsUpdate = z.strictObject(fields).partial()

export const scanCheck = z
  .object({
    ok: z.boolean().describe('Two decoders, zxing and jsQR, read exactly its content from the image at its size.'),
    score: z
      .int()
      .min(0)
      .max(100)
      .describe('Robustness: 40 if `ok`, up to 50 for reads when small, blurred, turned or tilted, 10 for the design.'),
    warnings: z.array(z.string()),
  })
  .meta({ id: 'ScanCheck' })
export type ScanCheck = z.infer<typeof scanCheck>
