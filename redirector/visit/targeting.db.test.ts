import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeRulesSecret } from '#model/links/link-rules.ts'
import { publishCurrent } from '#model/publish/publish-link.ts'
import { SecretKeys } from '#runtime/secret-keys.ts'
import type { Condition, TargetingRule } from '#schemas/targeting.ts'
import { linkWriter } from '../../test/redirector/link-writer.ts'
import { runRedirector } from '../../test/redirector/run-redirector.ts'
import { storeClicks } from '../../test/redirector/store-clicks.ts'
import { visit } from '../../test/redirector/visit.ts'
import { eventually } from '../../test/stack/eventually.ts'
import { openTestStores, type TestStores } from '../../test/stack/stores.ts'

const agents = {
  iphone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
  laptop:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
  google: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
}
/** Addresses in London, in Germany, and in no country. */
const places = { london: '81.2.69.7', germany: '2a02:908:0:1::1', nowhere: '10.1.2.3' }

interface Visitor {
  agent?: keyof typeof agents
  from?: string
  headers?: Record<string, string>
}

let made = 0
const rule = (destination: string, ...conditions: Condition[]): TargetingRule => ({
  id: `0197a6f0-2b7c-7d3e-8f10-${String(++made).padStart(12, '0')}`,
  name: destination,
  priority: 1,
  match: 'all',
  conditions,
  destination_url: `https://example.org/${destination}`,
})

describe.each(['uws', 'node'] as const)('targeting rules on %s', (transport) => {
  let stores: TestStores
  let redirector: Awaited<ReturnType<typeof runRedirector>>
  let links: Awaited<ReturnType<typeof linkWriter>>

  beforeAll(async () => {
    stores = await openTestStores({
      TRANSPORT: transport,
      REDIRECT_PORT: '0',
      LISTEN_HOST: '127.0.0.1',
      TRUSTED_PROXIES: '127.0.0.1',
    })
    redirector = await runRedirector(stores)
    links = await linkWriter(stores.sql, stores.config.BASE_DOMAIN)
  })
  afterAll(async () => {
    await redirector.lifecycle.stop()
    await stores.close()
  })

  async function create(rules: TargetingRule[], more: Record<string, unknown> = {}) {
    const code = `rules-${transport}-${++made}`
    const { domain_id } = await links.insert(code, { url: 'https://example.org/usual' })
    const { sql } = stores
    const secret = await makeRulesSecret({ sql, secretKeys: new SecretKeys(stores.config) }, { targeting_rules: rules })
    const columns = { targeting_rules: sql.json(rules), rules_secret: secret ?? null, ...more }
    const [row] = await sql<{ rev: number }[]>`
      update links
      set ${sql(columns)}, rev = nextval('link_rev'), numbered_since = currval('link_rev')
      where domain_id = ${domain_id} and code = ${code}
      returning rev`
    return { code, domain_id, rev: row?.rev ?? 0 }
  }

  async function go(path: string, { agent = 'laptop', from = places.nowhere, headers }: Visitor = {}) {
    const sent = { 'user-agent': agents[agent], 'x-forwarded-for': from, ...headers }
    const { status, headers: received } = await visit(redirector.port, `/${path}`, { headers: sent })
    return received.location?.replace('https://example.org/', '') ?? status
  }

  it('choose by location, device, language, referrer and query; the first one that is true decides', async () => {
    const { code } = await create([
      rule('britain', { type: 'country', operator: 'in', value: ['gb'] }),
      rule('phones', { type: 'os', operator: 'in', value: ['iOS'] }),
      rule('german', { type: 'language', operator: 'in', value: ['de'] }),
      rule('news', { type: 'referrer_domain', operator: 'in', value: ['news.example'] }),
      rule('mail', { type: 'query_param', name: 'via', operator: 'in', value: ['mail'] }),
    ])
    expect(await go(code, { from: places.london, agent: 'iphone' })).toBe('britain')
    expect(await go(code, { agent: 'iphone' })).toBe('phones')
    expect(await go(code, { headers: { 'accept-language': 'en;q=0.5,de-AT' } })).toBe('german')
    expect(await go(code, { headers: { referer: 'https://www.news.example/today' } })).toBe('news')
    expect(await go(`${code}?via=mail`)).toBe('mail?via=mail')
    expect(await go(code)).toBe('usual')
  })

  it('know regions and cities, also of IPv6', async () => {
    const { code } = await create([
      rule('london', { type: 'city', operator: 'in', value: ['london'] }),
      rule('hesse', { type: 'region', operator: 'in', value: ['Hesse'] }),
      rule('europe', { type: 'continent', operator: 'in', value: ['Europe'] }),
    ])
    expect(await go(code, { from: places.london })).toBe('london')
    expect(await go(code, { from: places.germany })).toBe('hesse')
    expect(await go(code)).toBe('usual')
  })

  it('give the same from memory, Redis and Postgres', async () => {
    const phones = rule('phones', { type: 'device_type', operator: 'in', value: ['mobile'] })
    const some = rule('some', { type: 'percentage', operator: 'lt', value: 50 })
    const link = await create([phones, some])
    const visitors = Array.from({ length: 16 }, (_, index) => ({ from: `10.9.8.${index}` }))
    const all = () => Promise.all([{ agent: 'iphone' as const }, ...visitors].map((visitor) => go(link.code, visitor)))
    const fromPostgres = await all()
    expect(fromPostgres[0]).toBe('phones')
    expect(new Set(fromPostgres)).toEqual(new Set(['phones', 'some', 'usual']))
    expect(await all()).toEqual(fromPostgres)
    await publishCurrent(stores.sql, stores.redis, link)
    const key = `link:${link.domain_id}:${link.code}`
    expect(await stores.redis.get(key)).toMatch(/"secret":"sealed:/)
    // The publication dropped the record from memory.
    expect(await all()).toEqual(fromPostgres)
  })

  it('precede the iOS destination, and fallback_url follows them', async () => {
    const german = rule('german', { type: 'language', operator: 'in', value: ['de'] })
    const ios = { ios_url: 'https://example.org/ios' }
    const one = await create([german], ios)
    const two = await create([german], { ...ios, fallback_url: 'https://example.org/others' })
    const three = await create([], { ...ios, fallback_url: 'https://example.org/others' })
    const speaks = { headers: { 'accept-language': 'de' }, agent: 'iphone' } as const
    expect([await go(one.code, speaks), await go(one.code, { agent: 'iphone' })]).toEqual(['german', 'ios'])
    expect([await go(two.code, speaks), await go(two.code, { agent: 'iphone' })]).toEqual(['german', 'others'])
    expect(await go(three.code, { agent: 'iphone' })).toBe('ios')
  })

  it('tell new visitors from returning ones; bots are not remembered', async () => {
    const { code } = await create([
      rule('new', { type: 'visitor', operator: 'eq', value: 'new' }),
      rule('returning', { type: 'visitor', operator: 'eq', value: 'returning' }),
    ])
    const bot = { agent: 'google', from: '10.5.5.5' } as const
    expect([await go(code, bot), await go(code, bot)]).toEqual(['new', 'new'])
    expect([await go(code), await go(code), await go(code)]).toEqual(['new', 'returning', 'returning'])
    expect(await go(code, { from: '10.5.5.6' })).toBe('new')
    const together = await Promise.all(Array.from({ length: 20 }, () => go(code, { from: '10.5.5.7' })))
    expect(together.filter((where) => where === 'new')).toHaveLength(1)
  })

  it('count clicks, each number once; bots are not counted', async () => {
    const { code } = await create([rule('third', { type: 'click_number', operator: 'eq', value: 3 })])
    await go(code)
    expect(await go(code, { agent: 'google' })).toBe('usual')
    const together = await Promise.all(Array.from({ length: 20 }, (_, index) => go(code, { from: `10.6.6.${index}` })))
    expect(together.filter((where) => where === 'third')).toHaveLength(1)
  })

  it('count clicks together with a click limit, which each visit uses once', async () => {
    const { code } = await create([rule('second', { type: 'click_number', operator: 'eq', value: 2 })], {
      max_clicks: 3,
      limited_since: 1,
    })
    expect([await go(code), await go(code), await go(code), await go(code)]).toEqual(['usual', 'second', 'usual', 410])
  })

  it('do not open closed links, and apply behind a password', async () => {
    const everyone = rule('everyone', { type: 'country', operator: 'not_in', value: ['aq'] })
    const closed = await create([everyone], { is_active: false })
    const locked = await create([everyone], { password_hash: '$argon2id$v=19$m=19456,t=2,p=1$AAAA$AAAA' })
    expect([await go(closed.code), await go(locked.code)]).toEqual([404, 401])
  })

  it('are named by clicks, which have no rule if none is true', async () => {
    const german = rule('german', { type: 'language', operator: 'in', value: ['de'] })
    const { code } = await create([german], { tracking_enabled: true })
    const workers = storeClicks(stores)
    try {
      await go(code, { headers: { 'accept-language': 'de' } })
      await go(code)
      const found = await eventually(() => {
        const clicks = workers.clicks().filter(({ destination_url: url }) => /\/(?:german|usual)$/.test(url))
        expect(clicks).toHaveLength(2)
        return clicks
      })
      const rules = found.map(({ rule_id, destination_url: url }) => [url.slice(20), rule_id]).sort()
      expect(rules).toEqual([
        ['german', german.id],
        ['usual', ''],
      ])
    } finally {
      await workers.close()
    }
  })
})
