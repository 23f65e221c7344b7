import { expect, it } from 'vitest'
import { makeMatrix } from '#core/qr/matrix.ts'
import { renderSvg } from '#core/qr/render-svg.ts'
import { visualSettings } from '#schemas/qr-settings.ts'
import { writePlainCode } from './plain-code.ts'

it('draws the same code as the API with default settings', () => {
  const settings = visualSettings.parse({})
  const matrix = makeMatrix('https://go.example/spring', settings)
  if (matrix.kind !== 'matrix') throw new Error('too long')
  expect(writePlainCode('https://go.example/spring')).toBe(renderSvg(matrix, settings, { font: null, logo: null }))
})

it('draws nothing if the text is too long', () => {
  expect(writePlainCode('x'.repeat(5_000))).toBeNull()
})
