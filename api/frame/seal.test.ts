import { expect, it } from 'vitest'
import { seal, unseal } from './seal.ts'

it('opens only with the same secret', () => {
  const sealed = seal('{"key":"wm_x"}', 'one')
  expect(unseal(sealed, 'one')).toBe('{"key":"wm_x"}')
  expect(() => unseal(sealed, 'two')).toThrow()
  expect(sealed.includes('wm_x')).toBe(false)
})

it('rejects tampered data', () => {
  const sealed = seal('text', 'one')
  const last = sealed.length - 1
  sealed.writeUInt8(sealed.readUInt8(last) ^ 1, last)
  expect(() => unseal(sealed, 'one')).toThrow()
})
