import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAccount } from '../../factories/account.ts'
import { createKey } from '../../factories/key.ts'
import { agents, startBoth } from '../support/redirecting.ts'

/** Visits that are compared with their simulations. SIMULATED_VISITS=10000 takes some minutes. */
const visits = Number(process.env['SIMULATED_VISITS'] ?? 200)

let both: Awaited<ReturnType<typeof startBoth>>
beforeAll(async () => {
  both = await startBoth({ TRUSTED_PROXIES: '127.0.0.1' })
})
afterAll(() => both.close())

const simulate = (id: string, body: object = {}) => both.ask('POST', `/short-urls/${id}/simulate`, body)
const read = async (id: string, body: object = {}) => (await simulate(id, body)).json.data
const rule = (name: string, ...conditions: object[]) => ({
  name,
  conditions,
  destination_url: `https://example.com/${name}`,
})
const german = { type: 'country', operator: 'in', value: ['de'] }
const phones = { type: 'device_type', operator: 'in', value: ['mobile'] }
const pick = <Value>(values: readonly Value[]): Value => values[Math.floor(Math.random() * values.length)] as Value
const octet = () => Math.floor(Math.random() * 256)

describe('POST /short-urls/{id}/simulate', () => {
  it('returns the decision with the verdict of every rule', async () => {
    const targeting_rules = [rule('both', german, phones), rule('phones', phones)]
    const { id } = await both.create({ targeting_rules })
    expect(await read(id, { country: 'DE', device_type: 'mobile', query: 'a=1' })).toMatchObject({
      outcome: 'redirect',
      url: 'https://example.com/both?a=1',
      status: 302,
      decided_by: 'rule',
      rule_id: expect.any(String),
      rules: [
        { name: 'both', applies: true },
        { name: 'phones', applies: true },
      ],
    })
    const other = await read(id, { country: 'de', device_type: 'desktop' })
    expect(other).toMatchObject({ decided_by: 'link', rule_id: null, url: 'https://example.com/' })
    expect(other.rules[0]).toMatchObject({
      applies: false,
      conditions: [
        { type: 'country', is_true: true },
        { type: 'device_type', is_true: false },
      ],
    })
  })

  it('names what else decided: the state, fallback_url or a device', async () => {
    const past = await both.create({ max_clicks: 1, expired_url: 'https://example.com/late' })
    await both.stores.sql`update link_counts set clicks = 1 where link_id = ${past.id}`
    expect(await read(past.id)).toMatchObject({
      outcome: 'expired',
      decided_by: 'state',
      url: 'https://example.com/late',
    })
    const fallback = await both.create({ targeting_rules: [rule('x', german)], fallback_url: 'https://example.com/f' })
    expect(await read(fallback.id)).toMatchObject({ decided_by: 'fallback_url', url: 'https://example.com/f' })
    const ios = await both.create({ ios_url: 'https://example.com/ios', password: 'sesame' })
    expect(await read(ios.id, { os: 'iOS' })).toMatchObject({
      outcome: 'password',
      decided_by: 'device',
      url: 'https://example.com/ios',
    })
    const disabled = await both.create()
    await both.update(disabled.id, { is_active: false })
    expect(await read(disabled.id)).toMatchObject({ outcome: 'not_found', url: null })
  })

  it('counts nothing, and returns no secret', async () => {
    const percentage = { type: 'percentage', operator: 'lt', value: 50 }
    const first = { type: 'click_number', operator: 'eq', value: 1 }
    const newcomer = { type: 'visitor', operator: 'eq', value: 'new' }
    const { id, short_code } = await both.create({ targeting_rules: [rule('first', percentage, first, newcomer)] })
    const answers = [await simulate(id, { percentile: 49.9 }), await simulate(id, { percentile: 50 })]
    expect(answers.map(({ json }) => json.data.decided_by)).toEqual(['rule', 'link'])
    expect(answers.map(({ text }) => text).join()).not.toMatch(/secret|sealed/)
    expect((await read(id, { percentile: 0, visitor: 'returning' })).decided_by).toBe('link')
    expect((await read(id, { percentile: 0, click_number: 2 })).decided_by).toBe('link')
    await both.update(id, { targeting_rules: [rule('first', first)] })
    expect((await both.follow(short_code)).headers.location).toBe('https://example.com/first')
  })

  it.each([
    [{ ip_address: 'here' }, 422],
    [{ country: 'Germany' }, 422],
    [{ percentile: 100 }, 422],
    [{ device_type: 5 }, 400],
    [{ weather: 'rain' }, 400],
  ])('refuses %j', async (body, status) => {
    const { id } = await both.create()
    expect((await simulate(id, body)).status).toBe(status)
  })

  it('is 404 for the link of another account', async () => {
    const { id } = await both.create()
    const { key } = await createKey(both.stores.sql, await createAccount(both.stores.sql))
    expect((await both.askAs(key, 'POST', `/short-urls/${id}/simulate`, {})).status).toBe(404)
  })

  it(`equals the visits of ${visits.toLocaleString('en-US')} random visitors`, async () => {
    const targeting_rules = [
      rule('quarter', { type: 'percentage', operator: 'lt', value: 25 }),
      rule('americas', { type: 'continent', operator: 'in', value: ['North America', 'South America'] }),
      rule('cities', { type: 'city', operator: 'in', value: ['London', 'Paris', 'Beijing'] }),
      rule('apple', { type: 'os', operator: 'in', value: ['iOS', 'macOS'] }, german),
      rule('french', { type: 'language', operator: 'in', value: ['fr'] }),
      rule('news', { type: 'referrer_domain', operator: 'in', value: ['news.example'] }),
      rule('mail', { type: 'query_param', name: 'via', operator: 'in', value: ['mail'] }),
    ]
    const { id, short_code } = await both.create({ targeting_rules, ios_url: 'https://example.com/ios' })
    const seen = new Set<string>()
    for (let visit = 0; visit < visits; visit++) {
      const ip_address = pick([`${octet()}.${octet()}.${octet()}.${octet()}`, `2a02:908:${octet()}::${octet()}`])
      const user_agent = pick([agents.iphone, agents.laptop, agents.pixel])
      const accept_language = pick(['en', 'de,fr;q=0.9', 'de;q=0.2, fr-CA'])
      const referrer = pick(['', 'https://www.news.example/', 'https://other.example/'])
      const query = pick(['', 'via=mail', 'via=post'])
      const headers = { 'x-forwarded-for': ip_address, 'accept-language': accept_language, referer: referrer }
      const { location } = (await both.follow(`${short_code}?${query}`, user_agent, { headers })).headers
      const visitor = { ip_address, user_agent, accept_language, referrer, query }
      expect((await read(id, visitor)).url, JSON.stringify(visitor)).toBe(location)
      seen.add(new URL(location ?? '').pathname)
    }
    expect(seen.size).toBeGreaterThan(4)
  }, 600_000)
})
