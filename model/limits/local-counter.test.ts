import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LocalCounter } from './local-counter.ts'

const minute = 60_000
const quota = (limit: number, key = 'key') => ({ key, limit, windowMs: minute })

/** Whether each request at these times is allowed. */
function run(limit: number, times: readonly number[]): boolean[] {
  const counter = new LocalCounter()
  return times.map((now) => counter.take([quota(limit)], now).isAllowed)
}

describe('a limit per minute', () => {
  it('allows its number of requests at once, and no more when a calendar minute ends', () => {
    const around = Array.from({ length: 120 }, (_, at) => 59_000 + at * 20)
    expect(run(60, around).filter(Boolean)).toHaveLength(60)
  })

  it('is never exceeded within 55 seconds, whatever the times', () => {
    const gaps = fc.array(fc.integer({ min: 0, max: 20_000 }), { minLength: 30, maxLength: 200 })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), gaps, (limit, waits) => {
        let now = 1_700_000_000_000
        const times = waits.map((wait) => (now += wait))
        const allowed = run(limit, times)
        const passed = times.filter((_, at) => allowed[at])
        for (const start of passed) {
          expect(passed.filter((time) => time >= start && time < start + 55_000).length).toBeLessThanOrEqual(limit)
        }
      }),
    )
  })

  it('always allows a client that keeps to it', () => {
    const paced = Array.from({ length: 600 }, (_, at) => 1_234_567 + at * 1_000)
    expect(run(60, paced).every(Boolean)).toBe(true)
  })

  it('says when a request is allowed again, and when all are', () => {
    const counter = new LocalCounter()
    counter.take([quota(2)], 1_000)
    expect(counter.take([quota(2)], 12_000).usages).toEqual([
      { used: 2, limit: 2, freeInMs: 48_000, resetInMs: 58_000 },
    ])
    const refused = counter.take([quota(2)], 13_000)
    expect(refused).toEqual({ isAllowed: false, usages: [{ used: 2, limit: 2, freeInMs: 47_000, resetInMs: 57_000 }] })
    expect(counter.take([quota(2)], 59_999).isAllowed).toBe(false)
    expect(counter.take([quota(2)], 60_000).usages[0]?.used).toBe(2)
  })

  it('does not count refused requests', () => {
    const times = [0, 1, 2, 30_000, 59_999, 60_000, 60_001]
    expect(run(1, times)).toEqual([true, false, false, false, false, true, false])
  })
})

it('a request counts in all quotas or in none', () => {
  const counter = new LocalCounter()
  const both = [quota(5, 'one'), quota(2, 'all')]
  expect([1, 2, 3, 4].map(() => counter.take(both, 0).isAllowed)).toEqual([true, true, false, false])
  expect(counter.take([quota(5, 'one')], 0).usages[0]?.used).toBe(3)
})

it('a clock that was far ahead does not block anybody for longer than a window', () => {
  const counter = new LocalCounter()
  counter.take([quota(1)], 10 * minute)
  expect(counter.take([quota(1)], 0).isAllowed).toBe(true)
})
