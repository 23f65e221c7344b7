import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endpoints } from '../../../api/endpoints.ts'
import { createAccount } from '../../factories/account.ts'
import { createKey } from '../../factories/key.ts'
import { openTestStores, type TestStores } from '../../stack/stores.ts'
import { type Answer, startApi, type TestApi } from '../support/http.ts'

let stores: TestStores
let api: TestApi
let limited: TestApi | undefined
const nobody = '01890000-0000-7000-8000-000000000000'
beforeAll(async () => {
  // 60 requests a minute on the free plan become 6.
  stores = await openTestStores({ RATE_LIMIT_FACTOR: '0.1' })
  api = await startApi(stores)
})
afterAll(async () => {
  await limited?.close()
  await api.close()
  await stores.close()
})

async function freeKey(): Promise<string> {
  const { key } = await createKey(stores.sql, await createAccount(stores.sql, { plan: 'free' }))
  return key
}

const ask = async (key: string, times: number, path = '/me') => {
  const answers: Answer[] = []
  for (let time = 0; time < times; time += 1) answers.push(await api.request('GET', path, { key }))
  return answers
}

it('counts down to 429 with Retry-After, for each key separately', async () => {
  const answers = await ask(await freeKey(), 8)
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200, 429, 429])
  expect(answers.map(({ headers }) => headers.get('x-ratelimit-remaining'))).toEqual([...'54321000'])
  const refused = answers[6]
  expect(refused?.json.error.code).toBe('RATE_LIMIT_EXCEEDED')
  const seconds = Number(refused?.headers.get('retry-after'))
  expect(seconds).toBeGreaterThanOrEqual(1)
  expect(seconds).toBeLessThanOrEqual(60)
  expect((await api.request('GET', '/me', { key: await freeKey() })).status).toBe(200)
})

it('returns the limit with every response to a key, whatever its status', async () => {
  const key = await freeKey()
  const answers = [
    await api.request('GET', '/me', { key }),
    await api.request('DELETE', '/api-keys/01890000-0000-7000-8000-000000000000', { key }),
    await api.request('POST', '/api-keys', { key, body: {} }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 404, 400])
  for (const { headers } of answers) {
    expect(headers.get('x-ratelimit-limit')).toBe('6')
    expect(Number(headers.get('x-ratelimit-reset')) * 1000).toBeGreaterThan(Date.now() - 60_000)
    expect(headers.get('ratelimit-policy')).toBe('"requests";q=6;w=60')
    expect(headers.get('ratelimit')).toMatch(/^"requests";r=[0-6];t=\d+$/)
  }
})

it('counts the requests of all keys of an account together, up to four times the limit of one', async () => {
  const account = await createAccount(stores.sql, { plan: 'free' })
  const answers: Answer[] = []
  for (let keys = 0; keys < 5; keys += 1) answers.push(...(await ask((await createKey(stores.sql, account)).key, 6)))
  expect(answers.map(({ status }) => status)).toEqual([...Array(24).fill(200), ...Array(6).fill(429)])
  expect(answers[24]?.json.error.message).toContain('24 per minute for all API keys of the account together')
  expect(answers[23]?.headers.get('x-ratelimit-remaining')).toBe('0')
  expect((await api.request('GET', '/me', { key: await freeKey() })).status).toBe(200)
})

it('counts concurrent requests exactly, on all nodes together', async () => {
  const key = await freeKey()
  const other = await startApi(stores)
  const nodes = Array.from({ length: 30 }, (_, at) => (at % 2 === 0 ? api : other))
  const statuses = await Promise.all(nodes.map(async (node) => (await node.request('GET', '/me', { key })).status))
  await other.close()
  expect(statuses.filter((status) => status === 200)).toHaveLength(6)
})

it('limits requests while Redis is down', async () => {
  const alone = await openTestStores({ RATE_LIMIT_FACTOR: '0.1' })
  const { key } = await createKey(alone.sql, await createAccount(alone.sql, { plan: 'free' }))
  const cutOff = await startApi(alone)
  alone.redis.disconnect()
  const statuses: number[] = []
  for (let time = 0; time < 8; time += 1) {
    const answer = await cutOff.request('GET', '/me', { key })
    expect(answer.headers.get('x-ratelimit-limit')).toBe('6')
    statuses.push(answer.status)
  }
  expect(statuses).toEqual([...Array(6).fill(200), 429, 429])
  await cutOff.close()
  await alone.close()
})

it('RATE_LIMIT_FACTOR=0 turns limits off', async () => {
  const key = await freeKey()
  const free = await startApi({ ...stores, config: { ...stores.config, RATE_LIMIT_FACTOR: 0 } })
  for (let time = 0; time < 8; time += 1) {
    const answer = await free.request('GET', '/me', { key })
    expect([answer.status, answer.headers.get('x-ratelimit-limit')]).toEqual([200, null])
  }
  await free.close()
})

describe('rate limits of the plan return 429 RATE_LIMIT_EXCEEDED for', () => {
  const least = 1e-6
  const addresses = endpoints.map(({ method, path }) => ({ method, path, name: `${method} ${path}` }))

  it.each(addresses)('$name', async ({ method, path }) => {
    const strict = { ...stores, config: { ...stores.config, RATE_LIMIT_FACTOR: least } }
    limited ??= await startApi(strict)
    const { key } = await createKey(stores.sql, await createAccount(stores.sql, { plan: 'enterprise' }))
    // One request a minute is allowed.
    const answers: Answer[] = []
    for (let time = 0; time < 4; time += 1) {
      answers.push(await limited.request(method, path.replace(/\{\w+\}/g, nobody), { key }))
    }
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThanOrEqual(2)
    for (const { json, headers } of refused) {
      expect(json.error.code).toBe('RATE_LIMIT_EXCEEDED')
      expect(headers.get('retry-after')).toMatch(/^\d+$/)
    }
  })
})
