import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Supervised } from '../../embedded/supervised.ts'
import { checkSet, flawless } from './check-set.ts'
import { Clicker } from './clicker.ts'
import { untilAllWork } from './kills.ts'
import { createLinks } from './links.ts'
import { type FaultStack, startStack } from './stack.ts'

/** Longer than a record in memory stays fresh (2 s), so that the stores are queried in vain. */
const downMs = 3_000
/** A ninth of what the clicker sends meanwhile: a busy machine sends less. */
const fewestVisits = 50
/** Ten times what is seen on a quiet machine. A redirector that waited for a store would need longer. */
const longestMs = 2_000

describe('cached links keep redirecting', () => {
  let stack: FaultStack
  let clicker: Clicker
  beforeAll(async () => {
    stack = await startStack()
    clicker = new Clicker({ ports: stack.ports, codes: await createLinks(stack, 5) })
    await clicker.clickFor(500)
  })
  afterAll(() => stack.close())

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
    const before = clicker.sent.size
    clicker.longestAnswerMs = 0
    await clicker.clickFor(downMs)
    console.log(`${name} down: ${clicker.sent.size - before} visits, longest answer ${clicker.longestAnswerMs} ms`)
    expect(clicker.sent.size - before).toBeGreaterThan(fewestVisits)
    expect(clicker.longestAnswerMs).toBeLessThan(longestMs)
    expect(clicker.count('answered')).toBe(clicker.sent.size)
    for (const part of parts.toReversed()) await part.start()
    await untilAllWork(stack)
  })

  it('with all of them paused and unresponsive', async () => {
    const parts = Object.values(stack.stores)
    for (const part of parts) part.signal('SIGSTOP')
    const before = clicker.sent.size
    clicker.longestAnswerMs = 0
    await clicker.clickFor(downMs)
    for (const part of parts) part.signal('SIGCONT')
    console.log(`paused: ${clicker.sent.size - before} visits, longest answer ${clicker.longestAnswerMs} ms`)
    expect(clicker.sent.size - before).toBeGreaterThan(fewestVisits)
    expect(clicker.longestAnswerMs).toBeLessThan(longestMs)
    expect(clicker.count('answered')).toBe(clicker.sent.size)
  })

  it('and store their clicks exactly once afterwards', async () => {
    expect(await checkSet(stack, clicker)).toMatchObject(flawless)
  })
})
