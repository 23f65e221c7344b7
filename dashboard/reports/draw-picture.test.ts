import { expect, it } from 'vitest'
import { cutLabel } from './draw-picture.ts'

it('cuts long labels between characters', () => {
  expect(cutLabel('x'.repeat(56))).toBe('x'.repeat(56))
  expect(cutLabel(`${'x'.repeat(55)}😀😀`)).toBe(`${'x'.repeat(55)}😀…`)
  expect(cutLabel('😀'.repeat(56))).toBe('😀'.repeat(56))
})
