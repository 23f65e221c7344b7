import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { judgeSettings } from '#core/qr/judge-settings.ts'
import { labelFont } from '#core/qr/label-font.ts'
import { qrFormats } from '#schemas/qr-choices.ts'
import { boundImageWork } from './limits.ts'
import { content, look } from './looks.fixture.ts'
import { makeLogos, readFile } from './pictures.fixture.ts'
import { renderCode } from './render-code.ts'

/** QR_LOOKS=5000 QR_SEED=1 is a long run. */
const looks = Number(process.env.QR_LOOKS ?? 80)
const seed = Number(process.env.QR_SEED ?? 20_261_121)
const refusedMost = 0.01
const limitMs = 60_000 + looks * 2_000

let logos: Buffer[]
beforeAll(async () => {
  boundImageWork()
  logos = await makeLogos()
})

interface Outcome {
  judged: number
  refused: string[]
  /** Files that scan to something else than they were drawn for. */
  wrong: string[]
}

async function drawThemAll(): Promise<Outcome> {
  const outcome: Outcome = { judged: 0, refused: [], wrong: [] }
  const any = fc.tuple(look, content, fc.nat({ max: 2 }), fc.constantFrom(...qrFormats))
  for (const [settings, payload, index, format] of fc.sample(any, { numRuns: looks, seed })) {
    if (judgeSettings(settings, labelFont).errors.length > 0) continue
    outcome.judged += 1
    const logo = settings.logo === null ? null : (logos[index] ?? null)
    const { head, bytes } = await renderCode({ payload, settings, logo, format, size: settings.size })
    if (head.kind === 'refused')
      outcome.refused.push(JSON.stringify({ errors: head.errors, payload, settings, format }))
    else if (format !== 'pdf' && (await readFile(bytes, settings.background_color)) !== payload)
      outcome.wrong.push(JSON.stringify({ payload, settings, format }))
  }
  return outcome
}

describe('random designs', () => {
  it(
    'scan to exactly their content if accepted, and nearly all are accepted',
    async () => {
      const { judged, refused, wrong } = await drawThemAll()
      const rate = refused.length / judged
      console.log(
        `seed ${seed}: of ${looks} designs, ${judged} meet the rules for contrast and logos; ` +
          `${refused.length} of those were rejected (${(100 * rate).toFixed(2)} %)`,
      )
      expect(wrong).toEqual([])
      expect(rate, refused.slice(0, 5).join('\n')).toBeLessThanOrEqual(refusedMost)
    },
    limitMs,
  )
})
