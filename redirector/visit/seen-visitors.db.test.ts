import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestStores, type TestStores } from '../../test/stack/stores.ts'
import { SeenVisitors } from './seen-visitors.ts'

const hourMs = 3_600_000
let stores: TestStores

beforeAll(async () => {
  stores = await openTestStores()
})
afterAll(() => stores.close())

it('remembers the visitors of each link and window until the window ends', async () => {
  const seen = new SeenVisitors(stores.redis)
  const link = randomUUID()
  const end = Date.now() + hourMs
  expect(await seen.has(link, '1', end)).toBe(false)
  expect(await Promise.all([seen.add(link, '1', end), seen.add(link, '1', end)])).toEqual([false, true])
  expect(await seen.has(link, '1', end)).toBe(true)
  expect(await seen.add(link, '2', end)).toBe(false)
  expect(await seen.add(randomUUID(), '1', end)).toBe(false)
  expect(await seen.add(link, '1', end + hourMs)).toBe(false)
  expect(await stores.redis.pexpiretime(`seen:${link}:${end}`)).toBe(end)
})

it('takes no more memory when the visitors of a link are too many, and still knows the first ones', async () => {
  const seen = new SeenVisitors(stores.redis, 2)
  const link = randomUUID()
  const end = Date.now() + hourMs
  for (const visitor of ['1', '2', '3', '3']) expect(await seen.add(link, visitor, end)).toBe(false)
  expect(await seen.add(link, '1', end)).toBe(true)
  expect(await stores.redis.scard(`seen:${link}:${end}`)).toBe(2)
})
