import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLink, createLinks, updateLink } from './links.ts'
import { type FaultStack, startStack } from './stack.ts'
import { visit } from './visit.ts'

const wayMs = 20
const tripMs = 2 * wayMs
const addedMs = 2
const shownMs = 250
/** A test fails at five times the figure that is promised. */
const tolerance = 5
const turns = 3
const visits = 50
const pauseMs = 30

let stack: FaultStack
beforeAll(async () => {
  stack = await startStack({ proxied: { redirector: ['redis', 'postgres'] } })
})
afterAll(() => stack.close())

async function look(code: string) {
  const start = performance.now()
  const { location, status } = await visit(stack.ports[0] ?? 0, code)
  return { ms: performance.now() - start, location, status }
}

async function timed(code: string): Promise<number> {
  const { ms, status } = await look(code)
  expect(status).toBe(302)
  return ms
}

async function warm(code: string): Promise<number> {
  const times: number[] = []
  for (let count = 0; count < visits; count++) {
    times.push(await timed(code))
    await sleep(pauseMs)
  }
  return median(times)
}

function delayStores(ms: number): void {
  for (const store of ['redis', 'postgres'] as const) stack.proxy('redirector', store).delay(ms)
}

const median = (times: number[]) => times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0

it('a redirector 40 ms from its stores answers from memory, asks once for what is new, and shows changes', async () => {
  const link = await createLink(stack, { custom_alias: 'far-away', url: 'https://example.com/first' })
  await warm('far-away')
  // In turn, so that a busy machine slows both down.
  const [nears, fars]: [number[], number[]] = [[], []]
  for (let turn = 0; turn < turns; turn++) {
    delayStores(0)
    nears.push(await warm('far-away'))
    delayStores(wayMs)
    fars.push(await warm('far-away'))
  }
  const [near, far] = [median(nears), median(fars)]
  const first: number[] = []
  const second: number[] = []
  for (const code of await createLinks(stack, 10)) {
    first.push(await timed(code))
    second.push(await timed(code))
  }
  await updateLink(stack, link, { url: 'https://example.com/second' })
  const start = performance.now()
  const limitMs = (shownMs + tripMs) * tolerance
  while ((await look('far-away')).location !== 'https://example.com/second' && performance.now() - start < limitMs) {
    await sleep(5)
  }
  const shown = performance.now() - start
  const figures = { near, far, first: median(first), second: median(second), shown }
  console.log(
    'milliseconds:',
    JSON.stringify(figures, (_, value) => (value > 0 ? Number(value.toFixed(1)) : value)),
  )
  expect(far - near).toBeLessThan(addedMs * tolerance)
  expect(median(first)).toBeGreaterThan(tripMs * 0.9)
  // Few visits, so that a busy machine shows: a visit that asked a store took a whole trip.
  expect(median(second) - near).toBeLessThan(tripMs / 2)
  expect(shown).toBeLessThan(limitMs)
})
