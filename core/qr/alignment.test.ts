import { create } from 'qrcode'
import { describe, expect, it } from 'vitest'
import { visualSettings } from '#schemas/qr-settings.ts'
import { alignmentsOf, isWithin } from './alignment.ts'
import { drawCode } from './draw-code.ts'
import { makeMatrix } from './matrix.ts'

const versions = Array.from({ length: 40 }, (_, index) => index + 1)
const offsets = [-2, -1, 0, 1, 2]

describe('alignment patterns', () => {
  it('are where every version of the standard has them', () => {
    for (const version of versions) {
      const { modules } = create('x', { version, errorCorrectionLevel: 'L' })
      const middles = alignmentsOf({ version, size: modules.size })
      const side = version === 1 ? 0 : Math.floor(version / 7) + 2
      expect(middles).toHaveLength(version === 1 ? 0 : side ** 2 - 3)
      for (const { x, y } of middles) {
        const rows = offsets.map((dy) => offsets.map((dx) => modules.get(y + dy, x + dx)))
        expect(rows, `version ${version}, ${x}, ${y}`).toEqual([
          [1, 1, 1, 1, 1],
          [1, 0, 0, 0, 1],
          [1, 0, 1, 0, 1],
          [1, 0, 0, 0, 1],
          [1, 1, 1, 1, 1],
        ])
      }
    }
  })

  it('are closed rings in every dot style and scale', () => {
    const settings = visualSettings.parse({ dot_style: 'dots', dot_scale: 0.7, margin: 0 })
    const matrix = makeMatrix('https://example.com/hello', settings)
    if (matrix.kind !== 'matrix') throw new Error('it fits')
    const dots = drawCode(matrix, settings, null).shapes.find(({ part }) => part === 'dots')
    const path = dots?.kind === 'path' ? dots.path : ''
    const [middle = { x: 0, y: 0 }] = alignmentsOf(matrix)
    const { x, y } = { x: middle.x - 2, y: middle.y - 2 }
    expect(path).toContain(`M${x} ${y}L${x + 5} ${y}L${x + 5} ${y + 5}L${x} ${y + 5}Z`)
    expect(isWithin(middle, x, y)).toBe(true)
  })
})
