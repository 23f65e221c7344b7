import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { uuidv7 } from '#runtime/uuid.ts'
import { createAccount, type TestAccount } from '../../test/factories/account.ts'
import { createLinkOf } from '../../test/factories/links.ts'
import { openTestStores, type TestStores } from '../../test/stack/stores.ts'
import { findDueTasks } from '../installation/upkeep-tasks.ts'
import { checkThreats, threatChecksAreDue } from './check-threats.ts'
import { keepList, takeDueList } from './fetched-lists.ts'
import { openProviders } from './providers/index.ts'
import { phishTank } from './providers/phish-tank.ts'
import { RequestRefused, type ThreatProvider } from './providers/provider.ts'
import { safeBrowsing } from './providers/safe-browsing.ts'
import { webRisk } from './providers/web-risk.ts'

let stores: TestStores
let account: TestAccount
let server: Server
let origin: string
/** What the service received. */
let asked: { method: string; path: string; query: URLSearchParams; body: string }[]
let isAway: boolean
const key = 'a-key'
const evil = 'https://evil.example/login?a=1'

/** Speaks the Lookup API of Safe Browsing (v4) and of Web Risk (v1), as Google documents them. */
async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname: path, searchParams: query } = new URL(request.url ?? '', origin)
  let body = ''
  for await (const chunk of request) body += String(chunk)
  asked.push({ method: request.method ?? '', path, query, body })
  const reply = (status: number, data: unknown) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(data))
  const urls = [body, ...query.getAll('uri')].join()
  if (urls.includes('poison')) return reply(400, { error: { code: 400, status: 'INVALID_ARGUMENT' } })
  if (isAway) return reply(503, { error: { code: 503, status: 'UNAVAILABLE' } })
  if (query.get('key') !== key) return reply(403, { error: { code: 403, status: 'PERMISSION_DENIED' } })
  if (path === '/v4/threatMatches:find' && request.method === 'POST') {
    const { threatInfo } = JSON.parse(body) as { threatInfo: { threatEntries: { url: string }[] } }
    const matches = threatInfo.threatEntries
      .filter(({ url }) => url === evil)
      .map((threat) => ({
        threatType: 'SOCIAL_ENGINEERING',
        platformType: 'ANY_PLATFORM',
        threatEntryType: 'URL',
        threat,
        cacheDuration: '300s',
      }))
    return reply(200, matches.length === 0 ? {} : { matches })
  }
  if (path === '/v1/uris:search' && request.method === 'GET')
    return reply(
      200,
      query.get('uri') === evil ? { threat: { threatTypes: ['MALWARE'], expireTime: '2026-01-01T00:00:00Z' } } : {},
    )
  reply(404, {})
}

beforeAll(async () => {
  stores = await openTestStores()
  server = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await stores.close()
})
beforeEach(async () => {
  asked = []
  isAway = false
  await stores.sql`delete from links`
  await stores.sql`delete from safety_walks`
  account = await createAccount(stores.sql)
})

const safe = { allowPrivate: true }
const linkTo = (url: string) => createLinkOf(stores, account, { url })
const check = (...providers: ThreatProvider[]) =>
  stores.sql.begin((tx) => checkThreats(tx, { ...stores, stopped: new AbortController().signal }, providers))
const stopped = async () =>
  await stores.sql<{ url: string; quarantine_reason: string }[]>`
    select url, quarantine_reason from links where quarantined_at is not null`
const isDue = async (...providers: ThreatProvider[]) =>
  (await findDueTasks(stores.sql, [{ name: 'x', isDue: threatChecksAreDue(providers) }])).size === 1

describe('the check by providers', () => {
  it('asks Safe Browsing about all destinations of a step in one request', async () => {
    await linkTo(evil)
    await linkTo('https://example.com/')
    await linkTo('https://example.com/')
    await check(safeBrowsing(key, safe, origin))
    expect(await stopped()).toEqual([
      { url: evil, quarantine_reason: 'Google Safe Browsing lists its destination: social engineering' },
    ])
    expect(asked).toHaveLength(1)
    const body = JSON.parse(asked[0]?.body ?? '') as { client: object; threatInfo: Record<string, unknown> }
    expect(body.client).toMatchObject({ clientId: 'waymark' })
    expect(body.threatInfo).toEqual({
      threatTypes: ['MALWARE', 'SOCIAL_ENGINEERING', 'UNWANTED_SOFTWARE'],
      platformTypes: ['ANY_PLATFORM'],
      threatEntryTypes: ['URL'],
      threatEntries: expect.arrayContaining([{ url: evil }, { url: 'https://example.com/' }]),
    })
  })

  it('asks Web Risk about each destination once', async () => {
    await linkTo(evil)
    await linkTo('https://example.com/?a=b&c=d')
    await linkTo('https://example.com/?a=b&c=d')
    await check(webRisk(key, safe, origin))
    expect(await stopped()).toMatchObject([{ quarantine_reason: 'Google Web Risk lists its destination: malware' }])
    expect(asked.map(({ query }) => query.get('uri')).toSorted()).toEqual(
      [evil, 'https://example.com/?a=b&c=d'].toSorted(),
    )
    expect(asked[0]?.query.getAll('threatTypes')).toEqual(['MALWARE', 'SOCIAL_ENGINEERING', 'UNWANTED_SOFTWARE'])
  })

  it('asks about the URLs of domains, and stops those of a domain of which one is listed', async () => {
    const insert = (host: string, root: string | null, lost: string | null) => stores.sql`
      insert into domains (id, account_id, type, host, root_redirect_url, not_found_url)
      values (${uuidv7()}, ${account.id}, 'branded', ${host}, ${root}, ${lost})`
    await insert('go-1.example', 'https://example.com/root', evil)
    await insert('go-2.example', 'https://example.com/other', null)
    await insert('go-3.example', null, null)
    await check(safeBrowsing(key, safe, origin))
    const domains = await stores.sql`select host, quarantine_reason from domains where quarantined_at is not null`
    expect(domains).toEqual([
      {
        host: 'go-1.example',
        quarantine_reason: 'Google Safe Browsing lists one of its URLs: social engineering',
      },
    ])
    expect(asked).toHaveLength(1)
    const { threatInfo } = JSON.parse(asked[0]?.body ?? '') as { threatInfo: { threatEntries: { url: string }[] } }
    expect(threatInfo.threatEntries.map(({ url }) => url).toSorted()).toEqual(
      ['https://example.com/root', evil, 'https://example.com/other'].toSorted(),
    )
    await stores.sql`delete from domains where account_id = ${account.id}`
  })

  it('compares destinations with the dump of PhishTank, and with a newer one', async () => {
    const url = 'https://data.example/online-valid.csv'
    const provider = phishTank(stores.sql, url)
    await linkTo(evil)
    await linkTo('https://evil.example/')
    expect(await isDue(provider)).toBe(true)
    await check(provider)
    expect(await stopped()).toEqual([])
    expect(await isDue(provider)).toBe(false)
    const fetch = async (...urls: string[]) => {
      await takeDueList(stores.sql, url)
      await keepList(
        stores.sql,
        url,
        await promisify(gzip)(`phish_id,url\n${urls.map((one) => `1,${one}\n`).join('')}`),
      )
    }
    await fetch(evil)
    await stores.sql`update safety_walks set next_at = now()`
    await check(provider)
    expect(await stopped()).toMatchObject([
      { url: evil, quarantine_reason: 'PhishTank lists its destination: phishing' },
    ])
    await fetch('https://evil.example')
    await stores.sql`delete from safety_walks`
    await check(provider)
    expect(await stopped()).toHaveLength(2)
  })

  it.each([
    ['is away', () => (isAway = true), key],
    ['refuses the key', () => undefined, 'another-key'],
  ])('repeats the step later if the service %s', async (_name, prepare, own) => {
    await linkTo(evil)
    prepare()
    await check(safeBrowsing(own, safe, origin))
    expect([await stopped(), await isDue(safeBrowsing(own, safe, origin))]).toEqual([[], false])
    isAway = false
    await stores.sql`update safety_walks set next_at = now()`
    await check(safeBrowsing(key, safe, origin))
    expect(await stopped()).toHaveLength(1)
  })

  it.each([
    ['Safe Browsing', safeBrowsing],
    ['Web Risk', webRisk],
  ])('leaves out a destination that %s refuses', async (_name, open) => {
    await linkTo('https://example.com/poison')
    await linkTo('https://example.com/')
    await linkTo(evil)
    await check(open(key, safe, origin))
    expect(await stopped()).toHaveLength(1)
    const [walk] =
      await stores.sql`select last_link_id = (select max(id::text) from links)::uuid as is_past from safety_walks`
    expect(walk).toEqual({ is_past: true })
  })

  it('repeats the step later if all is refused, as with a key that is not one', async () => {
    await linkTo(evil)
    const refuses: ThreatProvider = {
      name: 'X',
      atOnce: 500,
      check: () => Promise.reject(new RequestRefused('the response has status 400')),
    }
    await check(refuses)
    const [walk] = await stores.sql`select next_at > now() + interval '4 minutes' as waits from safety_walks`
    expect(walk).toEqual({ waits: true })
  })

  it('asks the other providers if one is away', async () => {
    await linkTo(evil)
    const url = 'https://data.example/online-valid.csv'
    await takeDueList(stores.sql, url)
    await keepList(stores.sql, url, await promisify(gzip)(`url\n${evil}\n`))
    isAway = true
    const providers = [safeBrowsing(key, safe, origin), phishTank(stores.sql, url)]
    await check(...providers)
    expect(await stopped()).toHaveLength(1)
    expect(await isDue(...providers)).toBe(false)
  })

  it('is off without a key', async () => {
    expect(openProviders(stores.config, stores.sql)).toEqual([])
    expect(await isDue()).toBe(false)
    const all = { SAFE_BROWSING_KEY: 'a', WEB_RISK_KEY: 'b', PHISHTANK_URL: 'https://data.example/' }
    expect(openProviders(all, stores.sql).map(({ name }) => name)).toEqual([
      'Google Safe Browsing',
      'Google Web Risk',
      'PhishTank',
    ])
  })
})
