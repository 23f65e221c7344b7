import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually } from '../stack/eventually.ts'
import { startOwnRedis } from '../stack/own-redis.ts'
import { createLink, removeLink, updateLink } from './links.ts'
import { type FaultStack, startStack } from './stack.ts'
import { visit } from './visit.ts'

/** The limit of the guarantee; a test fails at five times that. */
const shownMs = 10_000
const tolerance = 5
/** Longer than redirectors use what they have in memory without comparing it. */
const stillRightMs = 4_000

const apps = ['api', 'redirector', 'workers'] as const

let stack: FaultStack
let replica: Awaited<ReturnType<typeof startOwnRedis>>
beforeAll(async () => {
  stack = await startStack({ proxied: { api: ['redis'], redirector: ['redis'], workers: ['redis'] } })
  replica = await startOwnRedis(stack.urls)
})
afterAll(async () => {
  await stack.close()
  await replica.stop()
})

/** The destination, or the status if there is none. */
async function look(code: string): Promise<string | number> {
  const { location, status } = await visit(stack.ports[0] as number, code)
  return location ?? status
}

async function keyOf(code: string): Promise<string> {
  const [key] = await replica.redis.keys(`link:*:${code}`)
  return key ?? ''
}

it('a replica that takes over without the last changes shows them within 10 s', async () => {
  const { hostname, port, password } = new URL(stack.urls.redis_url)
  await stack.redis.config('SET', 'repl-diskless-sync-delay', 0)
  await replica.redis.config('SET', 'masterauth', password)
  await replica.redis.replicaof(hostname, port)
  const [changed, deleted, renamed] = [
    await createLink(stack, { custom_alias: 'changed', url: 'https://example.com/before' }),
    await createLink(stack, { custom_alias: 'deleted' }),
    await createLink(stack, { custom_alias: 'renamed', url: 'https://example.com/renamed' }),
  ]
  await eventually(async () => expect(await replica.redis.dbsize()).toBe(await stack.redis.dbsize()))

  // From here on, it lags behind.
  await replica.redis.replicaof('NO', 'ONE')
  await updateLink(stack, changed, { url: 'https://example.com/after' })
  await removeLink(stack, deleted)
  await updateLink(stack, renamed, { custom_alias: 'new-name' })
  await createLink(stack, { custom_alias: 'created', url: 'https://example.com/created' })
  const right = ['https://example.com/after', 404, 404, 'https://example.com/renamed', 'https://example.com/created']
  const seen = () => Promise.all(['changed', 'deleted', 'renamed', 'new-name', 'created'].map(look))
  await eventually(async () => expect(await seen()).toEqual(right))
  expect(await replica.redis.get(await keyOf('changed'))).toContain('https://example.com/before')

  await replica.redis.config('SET', 'requirepass', password)
  for (const app of apps) stack.proxy(app, 'redis').leadTo(replica.url)
  const start = performance.now()
  for (const app of apps) stack.proxy(app, 'redis').cut()
  await eventually(async () => {
    // Redirectors that still have the change in memory prove nothing.
    expect(await replica.redis.get(await keyOf('changed'))).toContain('https://example.com/after')
    expect(await seen()).toEqual(right)
  }, shownMs * tolerance)
  console.log(`right again after ${(performance.now() - start).toFixed(0)} ms`)
  const end = performance.now() + stillRightMs
  while (performance.now() < end) {
    expect(await seen()).toEqual(right)
    await sleep(100)
  }
})
