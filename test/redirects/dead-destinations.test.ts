import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { forgetChecks, setDestinationChecks } from '#model/destinations/account-checks.ts'
import { enrollLinks } from '#model/destinations/enroll-links.ts'
import { RequestCounter } from '#model/limits/request-counter.ts'
import { relayOutbox } from '#model/publish/relay-outbox.ts'
import { checkDue, createCheckReader, type Watch } from '../../workers/destinations/watch-destinations.ts'
import { agents, startBoth } from '../api/support/redirecting.ts'
import { createAccount } from '../factories/account.ts'
import { createKey } from '../factories/key.ts'
import { eventually } from '../stack/eventually.ts'

let both: Awaited<ReturnType<typeof startBoth>>
let server: Server
let origin: string
let status = 500
let watch: Watch
beforeAll(async () => {
  both = await startBoth()
  server = createServer((request, response) => response.writeHead(request.url === '/robots.txt' ? 404 : status).end())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { stores } = both
  const config = { ...stores.config, DESTINATION_CHECKS: 'all' as const }
  const reader = createCheckReader(config, new RequestCounter(stores))
  watch = { ...stores, reader, config, stopped: new AbortController().signal }
})
afterAll(async () => {
  server.close()
  await both.close()
})
beforeEach(async () => {
  status = 500
  await both.stores.redis.flushdb()
  await both.stores.sql`update links set is_active = false`
  await both.stores.sql`delete from destination_checks`
})

const fallback = 'https://fallback.example/'
let made = 0
const create = (more: Record<string, unknown> = {}) =>
  both.create({ url: `${origin}/${made++}`, fallback_url: fallback, use_fallback_when_dead: true, ...more })

async function enroll(): Promise<void> {
  const { sql } = both.stores
  await sql`update destination_walk set next_at = now(), last_link_id = '00000000-0000-0000-0000-000000000000'`
  await enrollLinks(sql)
}

/** Checks everything as often as a dead destination needs, with half an hour in between. */
async function check(times = 4): Promise<void> {
  const { sql } = both.stores
  for (let time = 0; time < times; time++) {
    await sql`
      update destination_checks
      set next_at = now(), failing_since = failing_since - interval '30 minutes'`
    while ((await checkDue(watch)) > 0);
  }
  await relay()
}

/** As the workers do twice a second. */
async function relay(): Promise<void> {
  const { sql, redis, log } = both.stores
  await sql`update outbox set created_at = now() - interval '1 minute'`
  await sql.begin((tx) => relayOutbox(tx, redis, log))
}

const whereTo = async ({ short_code }: { short_code: string }, agent?: string) =>
  (await both.follow(short_code, agent)).headers.location
const read = async ({ id }: { id: string }) => (await both.ask('GET', `/short-urls/${id}`)).json.data
const countHistory = async ({ id }: { id: string }) =>
  (await both.ask('GET', `/short-urls/${id}/history`)).json.data.length as number
const countAudit = async () =>
  Number((await both.stores.sql`select count(*) from audit_log where account_id = ${both.account.id}`)[0]?.['count'])

type Link = Awaited<ReturnType<typeof create>>
const expectFallback = (link: Link) => eventually(async () => expect(await whereTo(link)).toBe(fallback))
const expectDestination = (link: Link) => eventually(async () => expect(await whereTo(link)).toBe(link.original_url))

describe('a link that uses its fallback URL while its destination is dead', () => {
  it('redirects there from the check that finds it dead, until one finds it alive', async () => {
    const link = await create()
    const plain = await create({ use_fallback_when_dead: false })
    const without = await create({ fallback_url: null })
    expect(link.use_fallback_when_dead).toBe(true)
    await enroll()
    const audits = await countAudit()
    await check(2)
    expect((await read(link)).destination_health.state).toBe('failing')
    await expectDestination(link)
    await check(2)
    expect((await read(link)).destination_health.state).toBe('dead')
    await expectFallback(link)
    expect([await whereTo(plain), await whereTo(without)]).toEqual([plain.original_url, without.original_url])
    status = 200
    await check(1)
    expect((await read(link)).destination_health.state).toBe('ok')
    await expectDestination(link)
    // A machine has changed nothing that belongs to the account.
    expect([await countHistory(link), await countAudit()]).toEqual([0, audits])
    expect((await read(link)).updated_at).toBe(link.updated_at)
  })

  it('is simulated, with the reason', async () => {
    const link = await create({ utm_source: 'news', ios_url: 'https://ios.example/', android_url: 'myapp://x' })
    await enroll()
    await check()
    const simulate = async (os: string) => (await both.ask('POST', `/short-urls/${link.id}/simulate`, { os })).json.data
    const url = `${fallback}?utm_source=news`
    expect(await simulate('Windows')).toMatchObject({ outcome: 'redirect', url, decided_by: 'dead_destination' })
    expect(await simulate('iOS')).toMatchObject({ url: 'https://ios.example/?utm_source=news', decided_by: 'device' })
    expect(await simulate('Android')).toMatchObject({ outcome: 'app', without_app_url: url })
    await eventually(async () => expect(await whereTo(link, agents.pixel)).toContain(encodeURIComponent(url)))
  })

  it('is simulated without that reason while a scheduled change gives it another destination', async () => {
    const url = `${origin}/${made++}`
    const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
    // The fallback URL itself can be the next destination.
    const urls = ['https://example.com/later', fallback, url]
    const link = await create({
      url,
      schedules: urls.map((later, index) => ({ at: at(index + 1), changes: { url: later } })),
    })
    await enroll()
    await check()
    const simulate = async (hours: number) => {
      const { json } = await both.ask('POST', `/short-urls/${link.id}/simulate`, { at: at(hours) })
      return [json.data.url, json.data.decided_by]
    }
    expect(await Promise.all([0.5, 1.5, 2.5, 3.5].map(simulate))).toEqual([
      [fallback, 'dead_destination'],
      ['https://example.com/later', 'link'],
      [fallback, 'link'],
      [fallback, 'dead_destination'],
    ])
  })

  it('follows its settings while the destination is dead', async () => {
    const link = await create({ use_fallback_when_dead: false })
    await enroll()
    await check()
    await expectDestination(link)
    await both.update(link.id, { use_fallback_when_dead: true })
    await expectFallback(link)
    await both.update(link.id, { fallback_url: 'https://other.example/' })
    await eventually(async () => expect(await whereTo(link)).toBe('https://other.example/'))
    await both.update(link.id, { url: 'https://example.com/new' })
    await eventually(async () => expect(await whereTo(link)).toBe('https://example.com/new'))
    await both.update(link.id, { url: link.original_url, fallback_url: null })
    await expectDestination(link)
  })

  it('redirects to a scheduled destination from its time on', async () => {
    const at = new Date(Date.now() + 4_000).toISOString()
    const link = await create({ schedules: [{ at, changes: { url: 'https://example.com/later' } }] })
    await enroll()
    await check()
    await eventually(async () => expect([fallback, 'https://example.com/later']).toContain(await whereTo(link)))
    await eventually(async () => expect(await whereTo(link)).toBe('https://example.com/later'))
  })

  it.each<[string, (link: Link) => Promise<unknown>]>([
    ['is archived', (link) => both.update(link.id, { archived: true })],
    [
      'is no longer checked in its account',
      () => both.stores.sql.begin((tx) => setDestinationChecks(tx, both.account.id, false)),
    ],
  ])('goes to its destination again after it %s', async (_name, end) => {
    const link = await create()
    const other = await create({ use_fallback_when_dead: false })
    await enroll()
    await check()
    await expectFallback(link)
    await end(link)
    await check(1)
    await expectDestination(link)
    expect((await read(link)).destination_health).toBeNull()
    await both.stores.sql`update accounts set checks_destinations = true`
    await expectDestination(other)
  })

  it('goes to its destination again after all checks are turned off', async () => {
    const links = [await create(), await create()]
    await enroll()
    await check()
    for (const link of links) await expectFallback(link)
    await forgetChecks(both.stores.sql, both.stores.config)
    await relay()
    for (const link of links) await expectDestination(link)
    expect(await both.stores.sql`select from destination_checks`).toHaveLength(0)
  })

  it('has one state after checks and changes at once', async () => {
    const link = await create()
    await enroll()
    await check(3)
    const { sql } = both.stores
    await sql`update destination_checks set next_at = now(), failing_since = failing_since - interval '30 minutes'`
    const [first, second] = await Promise.all([
      checkDue(watch),
      checkDue(watch),
      both.update(link.id, { name: 'Changed' }),
      both.update(link.id, { fallback_url: 'https://other.example/' }),
    ])
    expect(first + second).toBe(1)
    await check(1)
    expect(await read(link)).toMatchObject({ name: 'Changed', destination_health: { state: 'dead' } })
    await eventually(async () => expect(await whereTo(link)).toBe('https://other.example/'))
    status = 200
    await Promise.all([check(1), both.update(link.id, { name: 'Again' })])
    await check(1)
    await expectDestination(link)
  })
})

describe('use_fallback_when_dead', () => {
  it.each([['yes'], [1], [null]])('refuses %j', async (use_fallback_when_dead) => {
    const link = await create()
    const answer = await both.ask('PUT', `/short-urls/${link.id}`, { use_fallback_when_dead })
    expect(answer.status).toBe(400)
    expect((await read(link)).use_fallback_when_dead).toBe(true)
  })

  it('is false by default, and is not changed by another account', async () => {
    const link = await create()
    expect((await both.create()).use_fallback_when_dead).toBe(false)
    const { key } = await createKey(both.stores.sql, await createAccount(both.stores.sql))
    const answer = await both.askAs(key, 'PUT', `/short-urls/${link.id}`, { use_fallback_when_dead: false })
    expect(answer.status).toBe(404)
    expect((await read(link)).use_fallback_when_dead).toBe(true)
  })
})
