import { expect, it } from 'vitest'
import { seal, unseal } from './seal.ts'

const thing = 'idempotent reply'

it('opens only with the same secret, and only as the same thing', () => {
  const sealed = seal('{"key":"wm_x"}', 'one', thing)
  expect(unseal(sealed, 'one', thing)).toBe('{"key":"wm_x"}')
  expect(() => unseal(sealed, 'two', thing)).toThrow()
  expect(() => unseal(sealed, 'one', 'signing secret')).toThrow()
  expect(sealed.includes('wm_x')).toBe(false)
})

it('rejects tampered data', () => {
  const sealed = seal('text', 'one', thing)
  const last = sealed.length - 1
  sealed.writeUInt8(sealed.readUInt8(last) ^ 1, last)
  expect(() => unseal(sealed, 'one', thing)).toThrow()
})
