import fc from 'fast-check'
import jsqr from 'jsqr'
import { beforeAll, describe, expect, it } from 'vitest'
import { judgeSettings } from '#core/qr/judge-settings.ts'
import { labelFont } from '#core/qr/label-font.ts'
import { dotStyles } from '#schemas/qr-choices.ts'
import type { VisualSettings } from '#schemas/qr-settings.ts'
import { look } from './looks.fixture.ts'
import { draw, makeLogos, unpack } from './pictures.fixture.ts'
import { renderCode } from './render-code.ts'

/** jsQR has only one method to tell dark from light, like the scanners of old phones. */
const payload = 'https://example.com/hello'
const size = 512
const looksOfEach = Number(process.env.QR_LOOKS ?? 6)
/**
 * The minimum share of random designs it reads per style. Out of 40 it read 25 (diamond, bars_v) to 35
 * (extra_rounded).
 */
const floors: Record<VisualSettings['dot_style'], number> = {
  square: 0.6,
  rounded: 0.7,
  extra_rounded: 0.7,
  dots: 0.5,
  diamond: 0.5,
  classy: 0.7,
  classy_rounded: 0.7,
  bars_h: 0.6,
  bars_v: 0.5,
}

let logos: Buffer[]
beforeAll(async () => {
  logos = await makeLogos()
})

/** Scanned from near and from farther away. */
const widths = [512, 260, 180]

async function isReadByOldPhone(file: Buffer): Promise<boolean> {
  for (const wide of widths) {
    const { bytes, width, height } = await unpack(file, wide)
    if (jsqr.default(new Uint8ClampedArray(bytes), width, height)?.data === payload) return true
  }
  return false
}

describe('an old phone', () => {
  it.each(dotStyles)('%s: reads the plain style', async (dot_style) => {
    expect(await isReadByOldPhone((await draw({ dot_style })).bytes)).toBe(true)
  })

  it.each(dotStyles)(
    '%s: reads most random designs',
    async (dot_style) => {
      const styled = look.map((settings) => ({ ...settings, dot_style, background_transparent: false, size }))
      const kept = styled.filter((settings) => judgeSettings(settings, labelFont).errors.length === 0)
      let [drawn, read] = [0, 0]
      for (const settings of fc.sample(kept, { numRuns: looksOfEach, seed: 5 })) {
        const logo = settings.logo === null ? null : (logos[drawn % logos.length] ?? null)
        const { head, bytes } = await renderCode({ payload, settings, logo, format: 'png', size })
        if (head.kind === 'refused') continue
        drawn += 1
        if (await isReadByOldPhone(bytes)) read += 1
      }
      console.log(`${dot_style}: an old phone reads ${read} of ${drawn}`)
      expect(read / drawn).toBeGreaterThanOrEqual(floors[dot_style])
    },
    120_000,
  )
})
