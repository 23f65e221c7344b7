import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { driveStep, openMostAt } from './open-loop.ts'

const pace = { openMost: 1_000, signal: new AbortController().signal }

const stillMs = 600

function standsStillFor(ms: number) {
  const gate = sleep(ms)
  return async () => {
    await gate
    return true
  }
}

it('counts the time that visits wait for a server that stands still, from the moment they are due', async () => {
  const result = await driveStep(standsStillFor(stillMs), { rate: 200, seconds: 0.5 }, pace)
  expect(result).toMatchObject({ sent: 100, answered: 100, failed: 0 })
  // The first visits wait until the server goes on, the last ones 100 ms. A client that waits for responses would see one.
  expect(result.p99Ms).toBeGreaterThan(stillMs - 50)
  expect(result.p50Ms).toBeGreaterThan(stillMs / 2)
})

it('counts visits as failed, and does not send them, while as many as allowed wait for a response', async () => {
  const step = { rate: 200, seconds: 0.5 }
  const result = await driveStep(standsStillFor(stillMs), step, { ...pace, openMost: 30 })
  expect(result).toMatchObject({ sent: 30, answered: 30, failed: 70 })
})

it.each([
  [50, 100, 286],
  [10_000, 100, 6_256],
  [20_000, 100, 10_000],
])('a ramp to %i visits/s within %i ms has up to %i open visits', (rate, p99Ms, most) => {
  expect(openMostAt(rate, p99Ms)).toBe(most)
})

it('counts visits without a redirect, and ends when it is interrupted', async () => {
  const stop = new AbortController()
  const send = async (index: number) => {
    if (index === 20) stop.abort()
    return index % 2 === 0
  }
  const { sent, answered, failed } = await driveStep(
    send,
    { rate: 1_000, seconds: 600 },
    { ...pace, signal: stop.signal },
  )
  expect(sent).toBeGreaterThan(20)
  expect(answered + failed).toBe(sent)
  expect(answered).toBe(Math.ceil(sent / 2))
})
