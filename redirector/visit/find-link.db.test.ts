import { afterAll, beforeAll, expect, it } from 'vitest'
import { hostWithoutPort } from '#core/visits/host.ts'
import { SecretKeys } from '#runtime/secret-keys.ts'
import { linkWriter } from '../../test/redirector/link-writer.ts'
import { openTestStores, type TestStores } from '../../test/stack/stores.ts'
import type { Exchange } from '../transport/exchange.ts'
import { LinkFinder } from './find-link.ts'
import { LinkResolver } from './resolve-link.ts'
import { OverBudget } from './unavailable.ts'
import { UnknownCodes } from './unknown-codes.ts'

const now = Date.now()

let stores: TestStores
let links: Awaited<ReturnType<typeof linkWriter>>
beforeAll(async () => {
  stores = await openTestStores()
  links = await linkWriter(stores.sql, stores.config.BASE_DOMAIN)
})
afterAll(() => stores.close())

const visitOf = (address: string): Exchange => ({
  method: 'GET',
  path: '/cold',
  query: () => '',
  header: () => '',
  forwardedFor: () => '',
  traceparent: () => '',
  remoteAddress: () => address,
  isOver: false,
  keep: () => undefined,
  hold: () => undefined,
  answer: () => undefined,
  readBody: async () => null,
})

it('finds a link for a visitor whose lookup was started by a client that may not query Postgres', async () => {
  await links.insert('cold')
  const host = hostWithoutPort(stores.config.BASE_DOMAIN)
  const resolver = new LinkResolver(
    { ...stores, secretKeys: new SecretKeys(stores.config) },
    { id: links.domain_id, host },
    { until: 0 },
  )
  const unknownCodes = new UnknownCodes()
  for (let code = 0; code < 120; code++) unknownCodes.count('192.0.2.1', now)
  unknownCodes.takeAsk('192.0.2.1', now)
  const finder = new LinkFinder({ resolver, unknownCodes, proxies: null })
  const find = (address: string) => finder.find(visitOf(address), { host, code: 'cold' }, now, (link) => link)
  const [guessing, other, third] = await Promise.allSettled([find('192.0.2.1'), find('192.0.2.2'), find('192.0.2.3')])
  expect(guessing).toEqual({ status: 'rejected', reason: expect.any(OverBudget) })
  expect(other).toMatchObject({ status: 'fulfilled', value: { url: 'https://example.org/' } })
  expect(third).toMatchObject({ status: 'fulfilled', value: { url: 'https://example.org/' } })
  expect(resolver.asked.postgres).toBe(1)
})
