import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { hostWithoutPort } from '#core/visits/host.ts'
import { connectPostgres } from '#runtime/postgres.ts'
import { SecretKeys } from '#runtime/secret-keys.ts'
import { linkWriter } from '../../test/redirector/link-writer.ts'
import { eventually } from '../../test/stack/eventually.ts'
import { openTestStores, type TestStores } from '../../test/stack/stores.ts'
import type { Exchange } from '../transport/exchange.ts'
import { BatchedRecords } from './batch-records.ts'
import { LinkFinder } from './find-link.ts'
import { LinkResolver } from './resolve-link.ts'
import { OverBudget, Unavailable } from './unavailable.ts'
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

it('reads up to 256 links with one statement, which fails alone', async () => {
  await links.insert('batched')
  const sql = connectPostgres(stores.urls.database_url, { name: 'batches' })
  // The pool waits for its terminated connections forever.
  onTestFinished(() => sql.end({ timeout: 1 }))
  const records = new BatchedRecords(sql)
  const read = (code: string) => records.read({ domain_id: links.domain_id, code })
  const findWaiting = (count: number) =>
    eventually(async () => {
      const waiting = await stores.sql<{ pid: number }[]>`
        select pid
        from pg_stat_activity
        where application_name = 'waymark batches' and wait_event_type = 'Lock'`
      expect(waiting).toHaveLength(count)
      return waiting.map(({ pid }) => pid)
    })
  const { failed, later } = await stores.sql.begin(async (tx) => {
    await tx`lock table links in access exclusive mode`
    const failing = Promise.allSettled(Array.from({ length: 300 }, () => read('batched')))
    const pids = await findWaiting(2)
    const reading = Promise.all([read('batched'), read('unknown')])
    await findWaiting(3)
    await stores.sql`select pg_terminate_backend(pid) from unnest(${pids}::int[]) as pid`
    return { failed: await failing, later: { reading } }
  })
  expect(new Set(failed.map(({ status }) => status))).toEqual(new Set(['rejected']))
  expect(await later.reading).toEqual([expect.objectContaining({ url: 'https://example.org/' }), null])
})

it('refuses a lookup if too many wait for their statement', async () => {
  const records = new BatchedRecords(stores.sql)
  const read = () => records.read({ domain_id: links.domain_id, code: 'unknown' })
  const waiting = Array.from({ length: 4_096 }, read)
  expect(read).toThrow(Unavailable)
  await Promise.allSettled(waiting)
})
