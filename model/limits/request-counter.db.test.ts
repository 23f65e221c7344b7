import fc from 'fast-check'
import pino from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestStores, type TestStores } from '../../test/stack/stores.ts'
import { LocalCounter } from './local-counter.ts'
import { RequestCounter, takeInRedis } from './request-counter.ts'
import type { Quota } from './sliding-window.ts'

let stores: TestStores
beforeAll(async () => {
  stores = await openTestStores()
})
afterAll(() => stores.close())

let made = 0
/** Keys that no other test uses, in one slot of a cluster. */
const freshQuotas = (...limits: number[]): Quota[] => {
  made += 1
  return limits.map((limit, at) => ({ key: `rate:{${made}}:${at}`, limit, windowMs: 60_000 }))
}

it('counts in Redis as in memory, for any times and limits', async () => {
  const gaps = fc.array(fc.integer({ min: 0, max: 30_000 }), { minLength: 10, maxLength: 60 })
  const limit = fc.integer({ min: 1, max: 12 })
  await fc.assert(
    fc.asyncProperty(limit, limit, gaps, async (own, together, waits) => {
      const quotas = freshQuotas(own, together)
      const local = new LocalCounter()
      let now = 1_700_000_000_000
      for (const wait of waits) {
        now += wait
        expect(await takeInRedis(stores.redis, quotas, now)).toEqual(local.take(quotas, now))
      }
    }),
    { numRuns: 30 },
  )
})

it('counts concurrent requests exactly and forgets the key after a window', async () => {
  const quotas = freshQuotas(10, 100)
  const counter = new RequestCounter(stores)
  const taken = await Promise.all(Array.from({ length: 50 }, () => counter.take(quotas)))
  expect(taken.filter(({ isAllowed }) => isAllowed)).toHaveLength(10)
  for (const { key } of quotas) {
    const leftMs = await stores.redis.pttl(key)
    expect(leftMs).toBeGreaterThan(0)
    expect(leftMs).toBeLessThanOrEqual(60_000)
  }
})

it('counts in memory while Redis is down, with one warning a second', async () => {
  const alone = await openTestStores()
  const lines: { level: number }[] = []
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const counter = new RequestCounter({ redis: alone.redis, log })
  const quotas = freshQuotas(3)
  await counter.take(quotas, 0)
  alone.redis.disconnect()
  const allowed: boolean[] = []
  for (const now of [0, 10, 20, 999, 1_000, 1_999]) allowed.push((await counter.take(quotas, now)).isAllowed)
  expect(allowed).toEqual([true, true, true, false, false, false])
  expect(lines.map(({ level }) => level)).toEqual([40, 40])
  await alone.close()
})
