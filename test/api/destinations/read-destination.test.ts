import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { hashOf } from '#core/destinations/destination-url.ts'
import { RequestCounter } from '#model/limits/request-counter.ts'
import { openQueue, startWorker } from '#runtime/queues.ts'
import { connectRedisForQueues } from '#runtime/redis.ts'
import { processDestination } from '../../../workers/destinations/process-destination.ts'
import { createReader } from '../../../workers/destinations/start-destinations.ts'
import { startApi } from '../support/http.ts'
import { account, api, call, signedIn, stores, useSessions } from '../support/sessions.ts'
import { key } from '../support/use-api.ts'

useSessions()

let site: Server
let origin: string
let pagesServed: number
let worker: ReturnType<typeof startWorker>
let connection: ReturnType<typeof connectRedisForQueues>
beforeAll(async () => {
  site = createServer((request, response) => {
    if (request.url?.startsWith('/page') !== true) return response.writeHead(404).end()
    pagesServed += 1
    return response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Spring &amp; sale</title>')
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
  const reader = createReader({ ...stores.config, DESTINATION_CARDS: 'all' }, new RequestCounter(stores))
  const reading = { sql: stores.sql, reader, stopped: new AbortController().signal }
  connection = connectRedisForQueues(stores.urls.redis_url, { name: 'test' })
  worker = startWorker('destinations', connection, { concurrency: 2, log: stores.log }, (job) =>
    processDestination(reading, job),
  )
})
afterAll(async () => {
  await worker.close()
  connection.disconnect()
  site.close()
})
beforeEach(async () => {
  pagesServed = 0
  await stores.sql`delete from destinations`
  await stores.sql`delete from destination_sites`
})

const nothing = { title: null, description: null, site_name: null, icon: null, picture: null, imitates: null }
const pathOf = (url: string) => `/destination?url=${encodeURIComponent(url)}`

it('returns the card of a page, and reads it once for all who ask', async () => {
  const one = await signedIn()
  const url = `${origin}/page`
  const replies = await Promise.all(
    [url, `${url}#part`, url].map(async (asked) => await call(one, 'GET', pathOf(asked))),
  )
  for (const { status, json } of replies)
    expect([status, json.data]).toEqual([200, { is_read: true, ...nothing, title: 'Spring & sale' }])
  expect((await call(one, 'GET', pathOf(url))).json.data.is_read).toBe(true)
  expect(pagesServed).toBe(1)
})

it('reads a page again after 30 days, and one that could not be read after an hour', async () => {
  const one = await signedIn()
  const url = `${origin}/page`
  const keep = (isFound: boolean, age: string) => stores.sql`
    insert into destinations (url_hash, account_id, is_found, title, read_at)
    values (${hashOf(url)}, ${account.id}, ${isFound}, 'Stored', now() - ${age}::interval)
    on conflict (url_hash) do update set
      is_found = excluded.is_found, read_at = excluded.read_at, title = excluded.title`
  const title = async () => (await call(one, 'GET', pathOf(url))).json.data.title
  await keep(true, '29 days')
  expect(await title()).toBe('Stored')
  await keep(true, '31 days')
  expect(await title()).toBe('Spring & sale')
  await keep(false, '50 minutes')
  expect(await title()).toBe('Stored')
  await keep(false, '70 minutes')
  expect(await title()).toBe('Spring & sale')
})

it('returns the icons of sites that were read, and has the others read', async () => {
  const one = await signedIn()
  const icon = Buffer.from('icon')
  await stores.sql`
    insert into destination_sites (origin, account_id, is_found, icon)
    values ('https://known.example', ${account.id}, true, ${icon})`
  const path = `/site-icons?origins=${encodeURIComponent(`https://known.example,${origin},nonsense,ftp://x.example`)}`
  expect((await call(one, 'GET', path)).json.data).toEqual([
    { origin: 'https://known.example', icon: `data:image/webp;base64,${icon.toString('base64')}` },
  ])
  await expect
    .poll(async () => (await call(one, 'GET', path)).json.data, { timeout: 10_000 })
    .toContainEqual({
      origin,
      icon: null,
    })
  const many = Array.from({ length: 101 }, (_, number) => `https://${number}.example`)
  expect((await call(one, 'GET', `/site-icons?origins=${many.join(',')}`)).status).toBe(400)
})

it('is only for sessions, and refuses what is no destination', async () => {
  const one = await signedIn()
  for (const url of ['nonsense', 'ftp://example.com/', 'https://user:secret@example.com/', 'file:///etc/passwd', ''])
    expect((await call(one, 'GET', pathOf(url))).status, url).toBe(400)
  expect((await call(one, 'GET', '/destination')).status).toBe(400)
  for (const path of [pathOf(origin), `/site-icons?origins=${origin}`]) {
    expect((await fetch(`${api.url}/api/app${path}`)).status).toBe(401)
    const headers = { authorization: `Bearer ${key}` }
    expect((await fetch(`${api.url}/api/app${path}`, { headers })).status).toBe(403)
  }
})

it('reads a limited number of new pages for an account, and none if the installation turned it off', async () => {
  const one = await signedIn()
  await worker.close()
  const queue = openQueue('destinations', stores.redis)
  const waiting = async () => (await queue.counts())['waiting'] ?? 0
  const before = await waiting()
  const ask = (number: number) => call(one, 'GET', pathOf(`${origin}/page?${number}`))
  const replies = await Promise.all(Array.from({ length: 40 }, (_, number) => ask(number)))
  expect(replies.every(({ status, json }) => status === 200 && json.data.is_read === false)).toBe(true)
  const added = (await waiting()) - before
  // Earlier tests of the file count, too.
  expect([added > 10, added <= 30]).toEqual([true, true])
  const off = await startApi({ ...stores, config: { ...stores.config, DESTINATION_CARDS: 'off' } })
  const headers = { cookie: one.cookieHeader }
  const reply = await fetch(`${off.url}/api/app${pathOf(`${origin}/page?off`)}`, { headers })
  expect(((await reply.json()) as { data: unknown }).data).toEqual({ is_read: true, ...nothing })
  await off.close()
  await queue.close()
})
