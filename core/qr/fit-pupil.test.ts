import { describe, expect, it } from 'vitest'
import { eyeBallStyles, eyeFrameStyles } from '#schemas/qr-choices.ts'
import { cornersOf } from './eyes.ts'
import { fitPupil, reachOf } from './fit-pupil.ts'

const pairs = eyeFrameStyles.flatMap((frame) => eyeBallStyles.map((ball) => ({ frame, ball })))
const angles = Array.from({ length: 120 }, (_, index) => (2 * Math.PI * index) / 120)

/** Widths along lines through the middle, in modules: the pupil, and the light gap on one side of it. */
function widthsOf({ frame, ball }: (typeof pairs)[number]) {
  const corners = cornersOf(frame, true)
  const { half, roundness, turned } = fitPupil(ball, corners)
  const own = [roundness, roundness, roundness, roundness] as const
  return angles.map((angle) => {
    const outline = 3.5 * reachOf(corners, angle)
    const pupil = half * reachOf(own, turned ? angle + Math.PI / 4 : angle)
    const module = outline / 3.5
    return { pupil: (2 * pupil) / module, gap: ((5 / 7) * outline - pupil) / module }
  })
}

describe('an eye', () => {
  it.each(pairs)('$frame with $ball: keeps 1:1:3:1:1 along every line through its middle', (pair) => {
    for (const { pupil, gap } of widthsOf(pair)) {
      expect(Math.abs(pupil - 3)).toBeLessThanOrEqual(0.57)
      expect(Math.abs(gap - 1)).toBeLessThanOrEqual(0.29)
    }
  })

  it('rounds a center only as far as the ratio needs', () => {
    const circle = cornersOf('circle', true)
    const crisp = fitPupil('diamond', circle)
    expect(crisp.roundness).toBeLessThan(0.25)
    expect(fitPupil('diamond', cornersOf('square', true)).roundness).toBeGreaterThan(0.9)
    expect(fitPupil('square', cornersOf('leaf', true)).roundness).toBe(0)
    expect(fitPupil('square', cornersOf('square', true))).toEqual({ half: 1.5, roundness: 0, turned: false })
    expect(fitPupil('circle', circle)).toEqual({ half: 1.5, roundness: 1, turned: false })
  })
})
