import { describe, expect, it } from 'vitest'
import { createAccessToken } from '../../factories/access-token.ts'
import { createAccount } from '../../factories/account.ts'
import { createKey } from '../../factories/key.ts'
import { api, connectCurrent, stores, useMcp } from '../support/mcp.ts'

useMcp({})

/** How often the caller of these counters was counted, by bucket. */
async function countsOf(caller: string): Promise<Record<string, number>> {
  const keys = await stores.redis.keys(`rate:${caller}:*`)
  const counts: Record<string, number> = {}
  for (const key of keys) {
    const slices = Object.values(await stores.redis.hgetall(key))
    counts[key.split(':').at(-1) ?? ''] = slices.reduce((sum, count) => sum + Number(count), 0)
  }
  return counts
}

it('a tool call counts once, like the REST request it makes', async () => {
  const { id, key } = await createKey(stores.sql, await createAccount(stores.sql))
  const agent = await connectCurrent(key)
  const before = (await countsOf(`*:key:${id}`))['requests'] ?? 0
  await agent.call('list_short_urls')
  await agent.call('get_analytics_timeline')
  await agent.call('get_analytics_timeline')
  expect(await countsOf(`*:key:${id}`)).toEqual({ requests: before + 1, analytics: 2 })
  await agent.list()
  expect(await countsOf(`*:key:${id}`)).toMatchObject({ requests: before + 2 })
  await agent.close()
})

it('a call over the limit returns an error that the agent can read', async () => {
  const free = await createAccount(stores.sql, { plan: 'free' })
  const agent = await connectCurrent((await createKey(stores.sql, free)).key)
  // A quarter of 60 a minute; a minute may end in between.
  const answers = await Promise.all(Array.from({ length: 15 }, () => agent.call('get_top_short_urls')))
  expect(answers.some(({ isError }) => !isError)).toBe(true)
  const more = []
  for (let calls = 0; calls < 16; calls++) more.push(await agent.call('get_top_short_urls'))
  expect(more).toContainEqual(
    expect.objectContaining({ isError: true, told: expect.objectContaining({ code: 'RATE_LIMIT_EXCEEDED' }) }),
  )
  await agent.close()
})

async function post(secret: string, name: string, args: object = {}) {
  const response = await fetch(`${api.url}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${secret}`,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }),
  })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

describe('a wrong tool call counts once', () => {
  it.each([
    ['to an unknown tool', 'drop_tables', {}, { requests: 1 }],
    ['with an unknown argument', 'get_analytics_timeline', { nothing: 1 }, { analytics: 1 }],
    ['with an invalid argument', 'create_short_url', { url: 'nothing' }, { requests: 1 }],
    ['with too many arguments', 'create_short_url', { tags: Array(3_000).fill('a') }, { requests: 1 }],
    ['that the key does not allow', 'delete_short_url', { id: 'any' }, { requests: 1 }],
  ])('%s', async (_, name, args, counts) => {
    const { id, key } = await createKey(stores.sql, await createAccount(stores.sql), ['read', 'write', 'analytics'])
    const { status, headers, text } = await post(key, name, args)
    expect([status, text]).toEqual([200, expect.stringMatching(/"isError":true|-32602/)])
    expect(headers.get('x-ratelimit-remaining')).toMatch(/^\d+$/)
    expect(await countsOf(`*:key:${id}`)).toEqual(counts)
  })

  it('outside the scope of a token', async () => {
    const account = await createAccount(stores.sql)
    const audience = [`${stores.config.BASE_URL}/mcp`]
    const { token } = await createAccessToken(stores, account, { scopes: ['shorturl:read'], audience })
    expect((await post(token, 'get_analytics_timeline')).status).toBe(403)
    expect(await countsOf(`{${account.id}}:users`)).toEqual({ analytics: 1 })
  })
})

it('wrong calls over the limit get 429, whatever is wrong', async () => {
  const free = await createAccount(stores.sql, { plan: 'free' })
  const { key } = await createKey(stores.sql, free, ['read'])
  const statuses = new Set<number>()
  // 60 a minute; a minute may end in between.
  for (let calls = 0; calls < 130 && !statuses.has(429); calls++) statuses.add((await post(key, 'drop_tables')).status)
  expect(statuses).toEqual(new Set([200, 429]))
  const refused = await post(key, 'delete_short_url', { id: 'any' })
  expect([refused.status, refused.text]).toEqual([429, expect.stringContaining('"RATE_LIMIT_EXCEEDED"')])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
})
