import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually } from '../stack/eventually.ts'
import { checkSet, flawless, segmentsWaiting } from './check-set.ts'
import { Clicker } from './clicker.ts'
import { createLinks } from './links.ts'
import { faultSeconds } from './settings.ts'
import { type FaultStack, startStack } from './stack.ts'

/** The backlog of an outage drains in the time that the outage took; the test fails at five times that. */
const tolerance = 5
const calmMs = 1_000
const visitsPerSecond = 200

let stack: FaultStack
beforeAll(async () => {
  stack = await startStack()
})
afterAll(() => stack.close())

it('the backlog of an outage of ClickHouse drains under load, in the time of the outage', async () => {
  const codes = await createLinks(stack, 5)
  const clicker = new Clicker({ ports: stack.ports, codes, perSecond: visitsPerSecond, connections: 10 })
  clicker.start()
  await sleep(calmMs)
  await stack.stores.clickhouse.stop('SIGKILL')
  await sleep(faultSeconds * 1_000)
  await stack.stores.clickhouse.start()
  const start = performance.now()
  const backlog = new Set(segmentsWaiting(stack.dataDir).filter((name) => name.endsWith('.seg')))
  expect(backlog.size).toBeGreaterThan(1)
  const left = () => segmentsWaiting(stack.dataDir).filter((name) => backlog.has(name))
  await eventually(() => expect(left()).toEqual([]), tolerance * faultSeconds * 1_000)
  console.log(
    `${backlog.size} segments of ${faultSeconds} s drained in ${((performance.now() - start) / 1_000).toFixed(1)} s`,
  )
  await clicker.stop()
  expect(await checkSet(stack, clicker)).toMatchObject(flawless)
})
