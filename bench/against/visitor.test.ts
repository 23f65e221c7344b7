import type { ServerResponse } from 'node:http'
import { expect, it } from 'vitest'
import { driveStep } from './open-loop.ts'
import { serve } from './stub-server.fixture.ts'
import { openVisitor, responseMostMs } from './visitor.ts'

const linkOn = (origin: string) => [{ short_url: `${origin}/abc` }]

it('sends each visit when it is due, however many wait for a response', async () => {
  const visits = 400
  const waiting: ServerResponse[] = []
  const origin = await serve((_, response) => {
    waiting.push(response)
    if (waiting.length < visits) return
    for (const each of waiting) each.writeHead(302, { location: 'https://example.com' }).end()
  })
  const { signal } = new AbortController()
  const { send, close } = openVisitor(linkOn(origin), signal)
  const result = await driveStep(send, { rate: 2_000, seconds: visits / 2_000 }, { openMost: visits, signal })
  await close()
  expect(result).toMatchObject({ sent: visits, answered: visits, failed: 0 })
})

it('uses a connection again, and does not count other responses as redirects', async () => {
  const ports = new Set<number | undefined>()
  const origin = await serve(({ socket }, response) => {
    ports.add(socket.remotePort)
    response.writeHead(ports.size === 1 ? 302 : 404).end('Somewhere')
  })
  const { signal } = new AbortController()
  const { send, close } = openVisitor(linkOn(origin), signal)
  expect([await send(0), await send(1)]).toEqual([true, true])
  expect([ports.size, await Promise.all([send(2), send(3)])]).toEqual([1, expect.arrayContaining([false])])
  await close()
})

it('ends visits of a server that never responds as soon as it is interrupted', async () => {
  const stop = new AbortController()
  let [arrived, interruptedAt] = [0, 0]
  const origin = await serve(() => {
    if (++arrived !== 50) return
    interruptedAt = performance.now()
    stop.abort()
  })
  const { send } = openVisitor(linkOn(origin), stop.signal)
  const step = { rate: 500, seconds: 600 }
  const { sent, answered, failed } = await driveStep(send, step, { openMost: 10_000, signal: stop.signal })
  expect(performance.now() - interruptedAt).toBeLessThan(responseMostMs / 2)
  expect([answered, failed]).toEqual([0, sent])
  expect(await send(0)).toBe(false)
})
