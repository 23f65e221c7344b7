import { describe, expect, it } from 'vitest'
import { uuidv7 } from './uuid.ts'

describe('uuidv7', () => {
  it('contains the time, version 7 and the RFC variant', () => {
    expect(uuidv7(0x0123456789ab)).toMatch(/^01234567-89ab-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  })

  it('does not repeat within a millisecond', () => {
    const ids = new Set(Array.from({ length: 10_000 }, () => uuidv7(1)))
    expect(ids.size).toBe(10_000)
  })

  it('is in order within a millisecond, and starts at another value in the next one', () => {
    const ids = Array.from({ length: 2_000 }, () => uuidv7(2))
    expect(ids).toEqual(ids.toSorted())
    const counters = new Set(Array.from({ length: 100 }, (_, number) => uuidv7(10 + number).slice(14, 18)))
    expect(counters.size).toBeGreaterThan(50)
  })
})
