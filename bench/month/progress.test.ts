import { expect, it } from 'vitest'
import { meteredSince } from './progress.ts'

it('charges the start of the processes to a month that continues, but not to its first links', () => {
  expect(meteredSince({ firstCpu: null })).toBe('now')
  expect(meteredSince({ firstCpu: { api: 20_000 } })).toBe('start')
})
