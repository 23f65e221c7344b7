import { expect, it } from 'vitest'
import { createAccount } from '../../factories/account.ts'
import { createKey } from '../../factories/key.ts'
import { connectCurrent, stores, useMcp } from '../support/mcp.ts'

useMcp({})

/** How often a key was counted, by bucket. */
async function countsOf(id: string): Promise<Record<string, number>> {
  const keys = await stores.redis.keys(`rate:*:key:${id}:*`)
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
  const before = (await countsOf(id))['requests'] ?? 0
  await agent.call('list_short_urls')
  await agent.call('get_analytics_timeline')
  await agent.call('get_analytics_timeline')
  expect(await countsOf(id)).toEqual({ requests: before + 1, analytics: 2 })
  await agent.list()
  expect(await countsOf(id)).toMatchObject({ requests: before + 2 })
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
