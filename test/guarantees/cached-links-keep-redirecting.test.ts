import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Supervised } from '../../embedded/supervised.ts'
import { checkSet, flawless } from './check-set.ts'
import { Clicker } from './clicker.ts'
import { untilAllWork } from './kills.ts'
import { createLinks } from './links.ts'
import { type FaultStack, startStack } from './stack.ts'

/** Longer than a record in memory stays fresh (2 s), so that the stores are queried in vain. */
const downMs = 3_000
/** Compared with the same time before the stores go down. A redirector that waited for a store would respond to few visits, and late. */
const fewest = 1 / 5
const longest = 10
/** The longest wait of a lap without outage can be very short. */
const leastMs = 100

interface Lap {
  visits: number
  longestMs: number
}

describe('cached links keep redirecting', () => {
  let stack: FaultStack
  let clicker: Clicker
  let calm: Lap
  beforeAll(async () => {
    stack = await startStack()
    clicker = new Clicker({ ports: stack.ports, codes: await createLinks(stack, 5) })
    await clicker.clickFor(500)
    calm = await measure()
  })
  afterAll(() => stack.close())

  async function measure(): Promise<Lap> {
    const before = clicker.sent.size
    clicker.longestAnswerMs = 0
    await clicker.clickFor(downMs)
    return { visits: clicker.sent.size - before, longestMs: clicker.longestAnswerMs }
  }

  function expectNoWait(what: string, { visits, longestMs }: Lap): void {
    console.log(`${what}: ${visits} visits (${calm.visits} before), longest ${longestMs} ms (${calm.longestMs} ms)`)
    expect(visits).toBeGreaterThan(calm.visits * fewest)
    expect(longestMs).toBeLessThan(longest * Math.max(calm.longestMs, leastMs))
    expect(clicker.count('answered')).toBe(clicker.sent.size)
  }

  const partsOf: Record<string, () => Supervised[]> = {
    Redis: () => [stack.stores.redis],
    Postgres: () => [stack.stores.postgres],
    ClickHouse: () => [stack.stores.clickhouse],
    'the API': () => [stack.api],
    'all of them': () => [stack.api, ...Object.values(stack.stores)],
  }

  it.each(Object.keys(partsOf))('with %s down', async (name) => {
    const parts = partsOf[name]?.() ?? []
    await Promise.all(parts.map((part) => part.stop('SIGKILL')))
    expectNoWait(`${name} down`, await measure())
    for (const part of parts.toReversed()) await part.start()
    await untilAllWork(stack)
  })

  it('with all of them paused and unresponsive', async () => {
    const parts = Object.values(stack.stores)
    for (const part of parts) part.signal('SIGSTOP')
    const lap = await measure()
    for (const part of parts) part.signal('SIGCONT')
    expectNoWait('paused', lap)
  })

  it('and store their clicks exactly once afterwards', async () => {
    expect(await checkSet(stack, clicker)).toMatchObject(flawless)
  })
})
