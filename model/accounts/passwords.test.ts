import { expect, it } from 'vitest'
import { hashPassword, verifyPassword } from './passwords.ts'

it('verifies a password by its hash in any Unicode normalization', async () => {
  const passwordHash = await hashPassword('caf\u00e9 au lait')
  expect(passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await verifyPassword(passwordHash, 'cafe\u0301 au lait')).toBe(true)
  expect(await verifyPassword(passwordHash, 'cafe au lait')).toBe(false)
  expect(await hashPassword('caf\u00e9 au lait')).not.toBe(passwordHash)
})

it('takes as long without a hash to check', async () => {
  const passwordHash = await hashPassword('correct horse battery')
  const time = async (known: string | null) => {
    const start = performance.now()
    expect(await verifyPassword(known, 'something else')).toBe(false)
    return performance.now() - start
  }
  const times: { known: number; unknown: number }[] = []
  for (let round = 0; round < 9; round += 1) {
    times.push({ known: await time(passwordHash), unknown: await time(null) })
  }
  const fastest = (which: 'known' | 'unknown') => Math.min(...times.map((pair) => pair[which]))
  // Both do the same work; without it the ratio is a thousand.
  expect(fastest('unknown')).toBeGreaterThan(fastest('known') / 3)
})
