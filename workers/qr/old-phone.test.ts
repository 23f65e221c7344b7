import fc from 'fast-check'
import jsqr from 'jsqr'
import { beforeAll, describe, expect, it } from 'vitest'
import { judgeSettings } from '#core/qr/judge-settings.ts'
import { dotStyles, type VisualSettings } from '#schemas/qr-settings.ts'
import { look } from './looks.fixture.ts'
import { draw, makeLogos, unpack } from './pictures.fixture.ts'
import { renderCode } from './render-code.ts'

/** jsQR has one way of telling dark from light and tries no second time: it stands for what old phones read. */
const payload = 'https://example.com/hello'
const size = 512
const looksOfEach = 14
/** Of random looks of a style, what the old phone reads at least; measured first. */
const floors: Record<VisualSettings['dot_style'], number> = {
  square: 0.5,
  rounded: 0.5,
  extra_rounded: 0.5,
  dots: 0.5,
  diamond: 0.5,
  classy: 0.5,
  classy_rounded: 0.5,
  bars_h: 0.5,
  bars_v: 0.5,
}

let logos: Buffer[]
beforeAll(async () => {
  logos = await makeLogos()
})

async function isReadByOldPhone(file: Buffer): Promise<boolean> {
  const { bytes, width, height } = await unpack(file)
  const read = jsqr.default(new Uint8ClampedArray(bytes), width, height)
  return read?.data === payload
}

describe('an old phone', () => {
  it.each(dotStyles)('%s: reads it as it comes', async (dot_style) => {
    expect(await isReadByOldPhone((await draw({ dot_style })).bytes)).toBe(true)
  })

  it.each(dotStyles)(
    '%s: reads most of what it can be made into',
    async (dot_style) => {
      const styled = look.map((settings) => ({ ...settings, dot_style, background_transparent: false, size }))
      const kept = styled.filter((settings) => judgeSettings(settings).errors.length === 0)
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
