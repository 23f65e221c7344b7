import { describe, expect, it } from 'vitest'
import { dotStyles, eyeBallStyles, eyeFrameStyles } from '#schemas/qr-choices.ts'
import { decoders } from './decoders.ts'
import { boundImageWork } from './limits.ts'
import { draw } from './pictures.fixture.ts'
import { decodeRaster } from './rasterize.ts'

/**
 * QR_STYLES=1 reads every combination of styles at each size. Otherwise, every eye is read with one of the nine dot
 * styles.
 */
const isLong = process.env.QR_STYLES !== undefined
const sizes = isLong ? [200, 300, 512, 777, 1024] : [300]
const share = isLong ? 1 : 9
const payload = 'https://example.com/menu?table=12'
const limitMs = isLong ? 1_800_000 : 120_000

const eyes = eyeFrameStyles.flatMap((frame) => eyeBallStyles.map((ball) => ({ frame, ball })))

describe('every style', () => {
  it.each(eyes)(
    '$frame with $ball: is read by both decoders from the file',
    async ({ frame, ball }) => {
      boundImageWork()
      const turn = eyes.findIndex((eye) => eye.frame === frame && eye.ball === ball)
      for (const [index, dot_style] of dotStyles.entries()) {
        if ((index + turn) % share !== 0) continue
        for (const size of sizes) {
          const look = { dot_style, eye_frame_style: frame, eye_ball_style: ball, size }
          const { head, bytes } = await draw(look, { payload })
          expect(head, JSON.stringify(look)).toMatchObject({ kind: 'rendered', scan_check: { ok: true } })
          const pixels = await decodeRaster(bytes)
          for (const decode of decoders) expect((await decode(pixels))?.toString(), JSON.stringify(look)).toBe(payload)
        }
      }
    },
    limitMs,
  )
})
