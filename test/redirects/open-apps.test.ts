import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { appsKey } from '#schemas/link-record.ts'
import { agents, startBoth } from '../api/support/redirecting.ts'
import { storeClicks } from '../redirector/store-clicks.ts'
import { eventually } from '../stack/eventually.ts'

let both: Awaited<ReturnType<typeof startBoth>>
let host: string
let domainId: string
const store = {
  ios: 'https://apps.apple.com/app/id1',
  android: 'https://play.google.com/store/apps/details?id=com.example.app',
}
const app_links = {
  ios: { app_ids: ['ABCDE12345.com.example.app'], store_url: store.ios },
  android: { package_name: 'com.example.app', store_url: store.android },
}
beforeAll(async () => {
  both = await startBoth()
  const reserved = await both.ask('POST', '/domains/subdomains', { subdomain: 'mobile-apps', app_links })
  host = reserved.json.data.domain
  domainId = reserved.json.data.id
})
afterAll(() => both.close())

const apps = { ios_url: 'myapp://product/42', android_url: 'myapp://product/42#/tab' }
const onDomain = { url_type: 'subdomain', subdomain: 'mobile-apps' }
const create = (more: Record<string, unknown> = {}) => both.create({ ...apps, ...onDomain, ...more })
const open = (path: string, agent?: string, options: Parameters<typeof both.follow>[2] = {}) =>
  both.follow(path, agent, { host, ...options })
const whereTo = async (path: string, agent: string) => {
  const { status, headers } = await open(path, agent)
  return [status, headers.location]
}
const instagram = `${agents.iphone.replace(' Safari/604.1', '')} Instagram 330.0`
const webview = agents.pixel.replace('Pixel 8)', 'Pixel 8; wv)')

type Seen = Awaited<ReturnType<typeof open>>
const linksOf = ({ body }: Seen) =>
  Object.fromEntries([...body.matchAll(/<a id="(\w+)"[^>]* href="([^"]*)"/g)].map(([, id = '', url]) => [id, url]))

/** The page loads nothing and runs only its own script. */
function expectSafe({ headers, body }: Seen, hasScript: boolean) {
  const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  const policy = String(headers['content-security-policy'])
  const scripts = [...body.matchAll(/<script>([^<]*)<\/script>/g)].map(([, text = '']) => hash(text))
  expect(scripts).toHaveLength(hasScript ? 1 : 0)
  expect(policy).toContain("default-src 'none'; style-src ")
  expect(policy.includes('script-src')).toBe(hasScript)
  expect(policy).toContain(scripts.map((script) => `script-src ${script};`).join(''))
  expect(headers).toMatchObject({ 'cache-control': 'private, no-store', 'referrer-policy': 'no-referrer' })
}

describe('a link to an app', () => {
  it('opens the app on Android with a redirect, which names the app and the store', async () => {
    const link = await create()
    expect(link).toMatchObject(apps)
    expect(await whereTo(link.short_code, agents.pixel)).toEqual([
      302,
      `intent://product/42#/tab#Intent;scheme=myapp;package=com.example.app;S.browser_fallback_url=${encodeURIComponent(store.android)};end`,
    ])
  })

  it('opens the app on iOS with a page, which offers the store and the destination', async () => {
    const link = await create()
    const page = await open(link.short_code, agents.iphone)
    expect(page.status).toBe(200)
    expectSafe(page, true)
    expect(linksOf(page)).toEqual({ open: apps.ios_url, store: store.ios, web: 'https://example.com/' })
  })

  it('shows a button without a script in the browsers of other apps', async () => {
    const link = await create()
    const ios = await open(link.short_code, instagram)
    expectSafe(ios, false)
    expect(linksOf(ios)).toEqual({ open: apps.ios_url, store: store.ios, web: 'https://example.com/' })
    const android = await open(link.short_code, webview)
    expect(android.status).toBe(200)
    expectSafe(android, false)
    expect(linksOf(android)['open']).toMatch(/^intent:\/\/product\/42#\/tab#Intent;scheme=myapp;package=/)
  })

  it('is its destination for computers, bots, and programs that only request it', async () => {
    const link = await create()
    const bot = `${agents.pixel} (compatible; Googlebot/2.1; +http://www.google.com/bot.html)`
    for (const agent of [agents.laptop, agents.facebook, bot, 'MyApp/1 CFNetwork/1496.0.7 Darwin/23.5.0']) {
      expect(await whereTo(link.short_code, agent)).toEqual([302, 'https://example.com/'])
    }
    const preview = await open(`${link.short_code}+`, agents.iphone)
    expect(preview.body).toContain('href="https://example.com/"')
  })

  it('goes to the destination without an app if the domain has no store', async () => {
    const { short_code } = await both.create(apps)
    const android = await both.follow(short_code, agents.pixel)
    expect(android.headers.location).toBe(
      `intent://product/42#/tab#Intent;scheme=myapp;S.browser_fallback_url=https%3A%2F%2Fexample.com%2F;end`,
    )
    expect(linksOf(await both.follow(short_code, agents.iphone))).toEqual({
      open: apps.ios_url,
      web: 'https://example.com/',
    })
  })

  it('follows the store of its domain, and works without one while stores are down', async () => {
    const link = await create()
    const ios = { ...app_links.ios, store_url: 'https://apps.apple.com/app/id2' }
    await both.ask('PUT', `/domains/${domainId}`, { app_links: { ...app_links, ios } })
    await eventually(async () =>
      expect(linksOf(await open(link.short_code, agents.iphone))['store']).toBe(ios.store_url),
    )
    await both.ask('PUT', `/domains/${domainId}`, { app_links })
    await eventually(async () => expect(linksOf(await open(link.short_code, agents.iphone))['store']).toBe(store.ios))
    await both.stores.redis.set(appsKey(host), 'damaged')
    expect(linksOf(await open(link.short_code, agents.iphone))['store']).toBe(store.ios)
  })

  it('carries UTM parameters and the query of the visit', async () => {
    const link = await create({ utm_source: 'news' })
    const page = await open(`${link.short_code}?ref=a%22%3E%3Cscript%3E`, agents.iphone)
    expect(linksOf(page)).toMatchObject({
      open: 'myapp://product/42?utm_source=news&amp;ref=a%22%3E%3Cscript%3E',
      web: 'https://example.com/?utm_source=news&amp;ref=a%22%3E%3Cscript%3E',
    })
    const { headers } = await open(`${link.short_code}?x=;package=com.evil;end`, agents.pixel)
    expect(headers.location).toMatch(
      /^intent:\/\/product\/42\?utm_source=news&x=;package=com\.evil;end#\/tab#Intent;scheme=myapp;package=com\.example\.app;/,
    )
  })

  it('counts each visit once, with the URL of the app as its destination', async () => {
    const link = await create({ max_clicks: 3 })
    for (const agent of [agents.iphone, agents.pixel, instagram]) await open(link.short_code, agent)
    expect((await open(link.short_code, agents.iphone)).status).toBe(410)
    const stored = storeClicks(both.stores)
    const own = () => stored.clicks().filter(({ link_id }) => link_id === link.id)
    await eventually(async () =>
      expect(
        own()
          .map(({ destination_url }) => destination_url)
          .toSorted(),
      ).toEqual(['myapp://product/42', 'myapp://product/42', 'myapp://product/42#/tab']),
    )
    await stored.close()
  })

  it('opens after its password, with the cookie that unlocks it', async () => {
    const link = await create({ password: 'open sesame' })
    const asked = await open(link.short_code, agents.pixel)
    expect(asked.status).toBe(401)
    const policy = String(asked.headers['content-security-policy'])
    expect(policy, 'allows the redirect to the app').toContain("form-action 'self' http: https: intent:;")
    const plain = await both.create({ ...onDomain, password: 'open sesame' })
    const ofPlain = await open(plain.short_code, agents.pixel)
    expect([asked.body, policy], 'reveals no app').toEqual([ofPlain.body, ofPlain.headers['content-security-policy']])
    const enter = (agent: string) => open(link.short_code, agent, { method: 'POST', body: 'password=open+sesame' })
    const android = await enter(agents.pixel)
    expect([android.status, android.headers.location]).toEqual([303, expect.stringMatching(/^intent:/)])
    expect(android.headers['set-cookie']).toHaveLength(1)
    const ios = await enter(agents.iphone)
    expect([ios.status, linksOf(ios)['open']]).toEqual([200, apps.ios_url])
    expect(ios.headers['set-cookie']).toHaveLength(1)
  })

  it('is simulated', async () => {
    const link = await create()
    const simulate = async (os: string) => (await both.ask('POST', `/short-urls/${link.id}/simulate`, { os })).json.data
    expect(await simulate('iOS')).toMatchObject({
      outcome: 'app',
      url: apps.ios_url,
      without_app_url: store.ios,
      status: null,
      decided_by: 'device',
    })
    expect(await simulate('Android')).toMatchObject({ outcome: 'app', without_app_url: store.android })
    expect(await simulate('Windows')).toMatchObject({ outcome: 'redirect', without_app_url: null, decided_by: 'link' })
  })

  it('opens from a scheduled change on', async () => {
    const link = await both.create({ ...onDomain })
    const at = new Date(Date.now() + 1_500).toISOString()
    await both.update(link.id, { schedules: [{ at, changes: { ios_url: 'myapp://later' } }] })
    expect((await open(link.short_code, agents.iphone)).status).toBe(302)
    await eventually(async () =>
      expect(linksOf(await open(link.short_code, agents.iphone))['open']).toBe('myapp://later'),
    )
  })
})

describe('the URL of an app', () => {
  it.each(['url', 'expired_url', 'fallback_url'])('is not a value of %s', async (field) => {
    const answer = await both.ask('POST', '/short-urls', { url: 'https://example.com/', [field]: 'myapp://x' })
    expect([answer.status, answer.json.error.details.errors[0].field]).toEqual([422, field])
  })

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'intent://x#Intent;scheme=a;end',
    'file:///etc/passwd',
    'myapp:x',
  ])('%s is refused, and changes nothing', async (android_url) => {
    const link = await create()
    const answer = await both.ask('PUT', `/short-urls/${link.id}`, { android_url })
    expect([answer.status, answer.json.error.details.errors[0].field]).toEqual([422, 'android_url'])
    const at = '2999-01-01T00:00:00Z'
    const later = await both.ask('PUT', `/short-urls/${link.id}`, { schedules: [{ at, changes: { android_url } }] })
    expect(later.status).toBe(422)
    expect((await both.ask('GET', `/short-urls/${link.id}`)).json.data).toMatchObject({ ...apps, schedules: [] })
  })

  it('may name a host of this installation, because it is no loop', async () => {
    const link = await create({ ios_url: 'myapp://localhost/x', android_url: `myapp://${host}/x` })
    expect(link).toMatchObject({ ios_url: 'myapp://localhost/x', android_url: `myapp://${host}/x` })
  })

  it('is duplicated, exported and kept by the history', async () => {
    const link = await create()
    const copy = await both.ask('POST', `/short-urls/${link.id}/duplicate`, {})
    expect(copy.json.data).toMatchObject(apps)
    const file = await both.ask('GET', '/short-urls/export?format=csv')
    expect(file.text).toContain('myapp://product/42#/tab')
    await both.update(link.id, { ios_url: null })
    const history = await both.ask('GET', `/short-urls/${link.id}/history`)
    expect(history.json.data[0]).toMatchObject({
      changes: [{ field: 'ios_url', before: apps.ios_url, after: null }],
    })
  })
})
