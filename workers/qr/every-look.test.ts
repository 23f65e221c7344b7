import fc from 'fast-check'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { judgeSettings } from '#core/qr/judge-settings.ts'
import { labelFont } from '#core/qr/label-font.ts'
import { qrFormats } from '#schemas/qr-choices.ts'
import { decoders } from './decoders.ts'
import { boundImageWork } from './limits.ts'
import { content, look } from './looks.fixture.ts'
import { makeLogos, noisyLogo, readFile } from './pictures.fixture.ts'
import { renderCode } from './render-code.ts'

/** QR_LOOKS=500 is the long run, with images of every size. QR_SEED=1 draws other designs. */
const isLong = process.env.QR_LOOKS !== undefined
const looks = Number(process.env.QR_LOOKS ?? 30)
const seed = Number(process.env.QR_SEED ?? 20_261_121)
/** Widths in the short run: 64 to 575 pixels. */
const shortWidths = 512
/** Share of designs without a noisy logo that may be rejected although their modules are large enough. */
const refusedMost = 0.1
const limitMs = 120_000 + looks * 5_000

let logos: Buffer[]
beforeAll(async () => {
  boundImageWork()
  logos = await makeLogos()
})

interface Outcome {
  judged: number
  /** Rejected for other reasons than the size or a noisy logo. */
  refused: string[]
  tooSmall: number
  noisy: number
  /** Accepted files that a decoder does not read as their content. */
  wrong: string[]
}

async function drawThemAll(): Promise<Outcome> {
  const outcome: Outcome = { judged: 0, refused: [], tooSmall: 0, noisy: 0, wrong: [] }
  const any = fc.tuple(look, content, fc.nat({ max: 2 }), fc.constantFrom(...qrFormats))
  for (const [drawn, payload, index, format] of fc.sample(any, { numRuns: looks, seed })) {
    const size = isLong ? drawn.size : 64 + (drawn.size % shortWidths)
    const settings = { ...drawn, size }
    const { errors, inverted } = judgeSettings(settings, labelFont)
    if (errors.length > 0) continue
    outcome.judged += 1
    const logo = settings.logo === null ? null : (logos[index] ?? null)
    const { head, bytes } = await renderCode({ payload, settings, logo, format, size })
    const shown = JSON.stringify({ payload, settings, format, head })
    if (head.kind === 'rendered') {
      if (!(await isReadFrom(bytes, format, { payload, ground: settings.background_color, inverted })))
        outcome.wrong.push(shown)
      continue
    }
    expect(head.errors.length, shown).toBeGreaterThan(0)
    if (head.errors[0]?.field === 'visual_settings.size') outcome.tooSmall += 1
    else if (logo !== null && index === noisyLogo) outcome.noisy += 1
    else outcome.refused.push(shown)
  }
  return outcome
}

/** Whether each decoder reads the file at its own size. Vectors are read at a larger one, and PDF files not at all. */
async function isReadFrom(
  file: Buffer,
  format: (typeof qrFormats)[number],
  { payload, ground, inverted }: { payload: string; ground: string; inverted: boolean },
): Promise<boolean> {
  if (format === 'pdf') return true
  if (format === 'svg') return (await readFile(file, ground)) === payload
  const opaque = sharp(file).flatten({ background: ground })
  const image = (inverted ? opaque.negate({ alpha: false }) : opaque).ensureAlpha().raw()
  const { data: bytes, info } = await image.toBuffer({ resolveWithObject: true })
  const texts = await Promise.all(decoders.map((decode) => decode({ bytes, width: info.width, height: info.height })))
  return texts.every((text) => text?.toString() === payload)
}

describe('random designs', () => {
  it(
    'are read from the file by both decoders if accepted, and rejected with the reason otherwise',
    async () => {
      const { judged, refused, tooSmall, noisy, wrong } = await drawThemAll()
      const rate = refused.length / judged
      console.log(
        `seed ${seed}: of ${looks} designs, ${judged} meet the rules for contrast and logos; rejected: ` +
          `${tooSmall} too small, ${noisy} with a noisy logo, ${refused.length} others (${(100 * rate).toFixed(2)} %)`,
      )
      expect(wrong).toEqual([])
      expect(rate, refused.slice(0, 5).join('\n')).toBeLessThanOrEqual(refusedMost)
    },
    limitMs,
  )
})
