import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Supervised } from '../../embedded/supervised.ts'
import { eventually } from '../stack/eventually.ts'
import { checkSet, flawless, segmentsWaiting } from './check-set.ts'
import { Clicker } from './clicker.ts'
import { createLinks } from './links.ts'
import { type ReadinessWatch, watchReadiness } from './readiness.ts'
import { type FaultStack, startStack } from './stack.ts'

const exitMostMs = 10_000
/** Time that a busy machine may add before the exit is noticed. */
const lookMs = 2_000

describe('SIGTERM', () => {
  let stack: FaultStack
  let watch: ReadinessWatch
  let codes: string[]
  let clicker: Clicker
  beforeAll(async () => {
    stack = await startStack({ redirectors: 2 })
    watch = watchReadiness(stack.ports)
    codes = await createLinks(stack, 5)
    clicker = new Clicker({ ports: stack.ports, codes, isReady: watch.isReady, perSecond: 200, connections: 10 })
  })
  afterAll(async () => {
    await watch.stop()
    await stack.close()
  })

  /** Sends SIGTERM to a process, which must exit with 0 and be restarted. */
  async function terminate(app: Supervised): Promise<number> {
    const pid = app.pid
    const start = performance.now()
    app.signal('SIGTERM')
    await eventually(() => expect(app.pid).not.toBe(pid), exitMostMs + lookMs)
    const ms = performance.now() - start
    await eventually(() => expect(stack.supervision.lastEnd(app.name)).toBe('exited with code 0'))
    console.log(`${app.name} ended after ${ms.toFixed()} ms`)
    return ms
  }

  it('sent to one redirector after the other fails no visit behind a load balancer that watches /readyz', async () => {
    const { ports } = stack
    await eventually(() => expect(ports.every(watch.isReady)).toBe(true))
    clicker.start()
    for (const [index, redirector] of stack.redirectors.entries()) {
      await terminate(redirector)
      await eventually(() => expect(watch.isReady(ports[index] ?? 0)).toBe(true), 60_000)
    }
    await clicker.stop()
    expect(clicker.count('answered')).toBe(clicker.sent.size)
    expect(clicker.failedConnections).toBe(0)
    expect(await checkSet(stack, clicker)).toMatchObject(flawless)
  })

  it('sent to everything under load, without a load balancer, leaves no open segment and loses no click', async () => {
    const crowd = new Clicker({ ports: stack.ports, codes, perSecond: 300, connections: 12 })
    crowd.label = 'crowd'
    crowd.start()
    await eventually(() => expect(crowd.count('answered')).toBeGreaterThan(200))
    await Promise.all([...stack.redirectors, stack.api].map(stopInTime))
    expect(segmentsWaiting(stack.dataDir).filter((name) => name.endsWith('.open'))).toEqual([])
    await Promise.all(stack.workers.map(stopInTime))
    await Promise.all([...stack.redirectors, ...stack.workers, stack.api].map((app) => app.start()))
    await crowd.stop()
    const sent = new Map([...clicker.sent, ...crowd.sent])
    expect(await checkSet(stack, { sent })).toMatchObject(flawless)
  })
})

/** A process that takes longer is killed: then a start would find open segments. */
async function stopInTime(app: Supervised): Promise<void> {
  const start = performance.now()
  await app.stop()
  expect(performance.now() - start).toBeLessThan(exitMostMs + lookMs)
}
