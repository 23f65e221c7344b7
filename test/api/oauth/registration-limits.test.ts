import { expect, it } from 'vitest'
import { pruneRows } from '#model/installation/prune-rows.ts'
import { authorize, postJson, register, stores, useOAuth } from '../support/oauth.ts'

// 500 registrations an hour become 100, and 20 of one network become 4.
useOAuth({ RATE_LIMIT_FACTOR: '0.2' })

const metadata = { client_name: 'App', redirect_uris: ['https://app.example/cb'] }
const registerFrom = async (address: string, times = 1, body: object = metadata) => {
  const statuses: number[] = []
  for (let time = 0; time < times; time += 1)
    statuses.push((await postJson('/mcp/oauth/register', body, address)).status)
  return statuses
}
const countClients = async () => (await stores.sql`select from oauth_clients`).count

it('limits registrations per network, and stores none beyond the limit', async () => {
  const before = await countClients()
  expect(await registerFrom('192.0.2.1', 6)).toEqual([201, 201, 201, 201, 429, 429])
  expect(await countClients()).toBe(before + 4)
  const { json, headers } = await postJson('/mcp/oauth/register', metadata, '192.0.2.1')
  expect(json.error).toBe('temporarily_unavailable')
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(3_000)
  expect(await registerFrom('192.0.2.2')).toEqual([201])
})

it('counts neither invalid metadata nor the same network twice at once', async () => {
  expect(await registerFrom('192.0.2.3', 6, { client_name: 'App' })).toEqual(Array(6).fill(400))
  const statuses = await Promise.all(Array.from({ length: 10 }, () => registerFrom('192.0.2.3')))
  expect(statuses.flat().filter((status) => status === 201)).toHaveLength(4)
})

it('limits a /48 of IPv6, and keeps no IP address in Redis', async () => {
  const statuses: number[] = []
  for (let network = 1; network <= 5; network += 1)
    statuses.push(...(await registerFrom(`2001:db8:1:${network}::1`, 4)))
  expect(statuses).toEqual([...Array(16).fill(201), ...Array(4).fill(429)])
  const keys = await stores.redis.keys('rate:{registrations}:*')
  expect(keys.length).toBeGreaterThan(5)
  for (const key of keys) expect(key).toMatch(/^rate:\{registrations\}:([\w-]{43}|all)$/)
})

it('limits the number and the length of redirect URIs', async () => {
  const uri = (length: number) => `https://app.example/${'x'.repeat(length - 20)}`
  const answerTo = async (redirect_uris: string[]) =>
    (await postJson('/mcp/oauth/register', { ...metadata, redirect_uris }, '192.0.2.5')).status
  expect(await answerTo(Array.from({ length: 8 }, () => uri(500)))).toBe(201)
  expect(await answerTo(Array.from({ length: 9 }, () => uri(30)))).toBe(400)
  expect(await answerTo([uri(501)])).toBe(400)
})

it('removes clients that nobody has used within a week, and no others', async () => {
  const [unused, fresh, used] = [await register(), await register(), await register()]
  await authorize(used)
  const ids = [unused, used].map(({ client_id }) => client_id)
  await stores.sql`update oauth_clients set created_at = now() - interval '8 days' where id in ${stores.sql(ids)}`
  await stores.sql.begin((tx) => pruneRows(tx))
  const left = await stores.sql`select id from oauth_clients`
  const leftIds = left.map(({ id }) => id as string)
  expect(leftIds).not.toContain(unused.client_id)
  expect(leftIds).toEqual(expect.arrayContaining([fresh.client_id, used.client_id]))
})

it('limits all registrations of the installation together', async () => {
  const statuses: number[] = []
  for (let network = 0; network < 27; network += 1) statuses.push(...(await registerFrom(`203.0.113.${network}`, 4)))
  expect(statuses.filter((status) => status === 201).length).toBeLessThan(100)
  expect(statuses.slice(-4)).toEqual([429, 429, 429, 429])
})
