import { describe, expect, it } from 'vitest'
import { errorCorrections } from '#schemas/qr-choices.ts'
import { visualSettings } from '#schemas/qr-settings.ts'
import { judgeLength } from './capacity.ts'
import { judgeLogo, leastVersionFor, levelOf } from './logo-rules.ts'
import { makeMatrix } from './matrix.ts'

const asset_id = '018f0000-0000-7000-8000-000000000000'
const withLogo = (error_correction: string, size: number, padding = 1) =>
  visualSettings.parse({ error_correction, logo: { asset_id, size, padding } })

describe('capacity', () => {
  it.each(errorCorrections)('level %s holds exactly as much as the standard defines', (error_correction) => {
    const settings = visualSettings.parse({ error_correction })
    for (const unit of ['7', 'A', 'ß']) {
      const probe = judgeLength(unit.repeat(9_000), error_correction)
      if (probe.kind === 'fits') throw new Error('nothing holds as much')
      const most = Math.floor(probe.most / Buffer.byteLength(unit))
      expect(makeMatrix(unit.repeat(most), settings)).toMatchObject({ kind: 'matrix', version: 40 })
      expect(makeMatrix(unit.repeat(most + 1), settings)).toMatchObject({
        kind: 'too-long',
        most: probe.most,
        unit: probe.unit,
      })
    }
  })

  it('packs digits more tightly, even next to letters', () => {
    expect(makeMatrix('tel:+4930123456789', visualSettings.parse({}))).toMatchObject({ version: 1 })
  })
})

describe('a logo', () => {
  it('raises the level to Q and never lowers it', () => {
    expect(errorCorrections.map((level) => levelOf(withLogo(level, 0.1)))).toEqual(['Q', 'Q', 'Q', 'H'])
    expect(makeMatrix('https://example.com/', withLogo('L', 0.1))).toMatchObject({ level: 'Q' })
  })

  it('may take up 0.22 of the width at Q and 0.30 at H', () => {
    expect(judgeLogo(withLogo('Q', 0.22))).toBeUndefined()
    expect(judgeLogo(withLogo('M', 0.23))).toBe(
      'Must be at most 0.22 with error correction Q, or 0.3 with error correction H.',
    )
    expect(judgeLogo(withLogo('H', 0.3))).toBeUndefined()
  })

  it('with large padding gets a code with more modules', () => {
    const versions = [0, 0.5, 1, 2].map((padding) => leastVersionFor(withLogo('Q', 0.22, padding)))
    expect(versions).toEqual(versions.toSorted((a, b) => a - b))
    expect(versions[0]).toBeLessThan(versions[3] ?? 0)
    expect(makeMatrix('hi', withLogo('Q', 0.22, 2))).toMatchObject({ version: versions[3] })
  })
})
