import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { driveStep } from './open-loop.ts'

const never = new AbortController().signal

it('counts the time that visits wait for a server that stands still, from the moment they are due', async () => {
  const stillMs = 600
  let open = () => {}
  const gate = new Promise<void>((resolve) => (open = resolve))
  void sleep(stillMs).then(() => open())
  const send = async () => {
    await gate
    return true
  }
  const result = await driveStep(send, { rate: 200, seconds: 0.5 }, never)
  expect(result).toMatchObject({ sent: 100, answered: 100, failed: 0 })
  // The first visits wait until the server goes on, the last ones 100 ms. A client that waits for responses would see one.
  expect(result.p99Ms).toBeGreaterThan(stillMs - 50)
  expect(result.p50Ms).toBeGreaterThan(stillMs / 2)
})

it('counts visits without a redirect, and ends when it is interrupted', async () => {
  const stop = new AbortController()
  const send = async (index: number) => {
    if (index === 20) stop.abort()
    return index % 2 === 0
  }
  const { sent, answered, failed } = await driveStep(send, { rate: 1_000, seconds: 600 }, stop.signal)
  expect(sent).toBeGreaterThan(20)
  expect(answered + failed).toBe(sent)
  expect(answered).toBe(Math.ceil(sent / 2))
})
