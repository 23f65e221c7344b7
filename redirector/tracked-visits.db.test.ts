import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { linkWriter } from '../test/redirector/link-writer.ts'
import { runRedirector, spooled } from '../test/redirector/run-redirector.ts'
import { storeClicks } from '../test/redirector/store-clicks.ts'
import { visit } from '../test/redirector/visit.ts'
import { eventually } from '../test/stack/eventually.ts'
import { openTestStores, type TestStores } from '../test/stack/stores.ts'

/** node:http sends one byte per character; these are the UTF-8 bytes. */
const inBytes = (text: string) => Buffer.from(text).toString('latin1')

describe.each(['uws', 'node'] as const)('a redirector on %s', (transport) => {
  let stores: TestStores
  let redirector: Awaited<ReturnType<typeof runRedirector>>
  let links: Awaited<ReturnType<typeof linkWriter>>
  const go = (path: string, options?: Parameters<typeof visit>[2]) => visit(redirector.port, path, options)

  beforeAll(async () => {
    stores = await openTestStores({ TRANSPORT: transport, REDIRECT_PORT: '0', LISTEN_HOST: '127.0.0.1' })
    redirector = await runRedirector(stores)
    links = await linkWriter(stores.sql, stores.config.BASE_DOMAIN)
  })

  afterAll(async () => {
    await redirector.lifecycle.stop()
    await stores.close()
  })

  it('spools each tracked visit before it responds, and deletes it once it is stored', async () => {
    await links.insert('tracked', { tracking_enabled: true, url: 'https://example.org/counted' })
    await links.insert('untracked', { tracking_enabled: false })
    const workers = storeClicks(stores)
    onTestFinished(() => workers.close())
    const headers = { 'user-agent': inBytes('Agent ä/1'), 'accept-language': 'de-AT', referer: 'https://r.test/' }
    await go('/tracked?n=1', { headers })
    await go('/tracked?n=2', { headers: { ...headers, 'sec-purpose': 'prefetch' } })
    await go('/tracked?n=3', { headers, method: 'HEAD' })
    await go('/untracked?n=4', { headers })
    const clicks = await eventually(() => {
      const counted = workers.clicks().filter((click) => click.destination_url.includes('/counted'))
      expect(counted).toHaveLength(3)
      return counted
    })
    expect(clicks.map(({ query, method, purpose }) => [query, method, purpose]).sort()).toEqual([
      ['n=1', 'GET', ''],
      ['n=2', 'GET', 'prefetch'],
      ['n=3', 'HEAD', ''],
    ])
    expect(clicks[0]).toMatchObject({
      account_id: links.account_id,
      ip_prefix: '127.0.0.0',
      user_agent: 'Agent ä/1',
      language: 'de-AT',
      referrer: 'https://r.test/',
      destination_url: expect.stringMatching(/^https:\/\/example\.org\/counted\?n=\d$/),
    })
    expect(new Set(clicks.map((click) => click.visitor_id)).size).toBe(1)
    await eventually(async () => expect(await spooled(stores)).toEqual([]))
  })

  it('spools the query of a visit as it was sent, including UTF-8 bytes', async () => {
    await links.insert('bytes', { tracking_enabled: true })
    const workers = storeClicks(stores)
    onTestFinished(() => workers.close())
    await go('/bytes?utm_campaign=fr%C3%BChling')
    await go(inBytes('/bytes?utm_campaign=frühling'))
    // node:http rejects non-ASCII bytes in a URL.
    const taken = ['utm_campaign=fr%C3%BChling', ...(transport === 'uws' ? ['utm_campaign=frühling'] : [])]
    // Each may be in a separate batch, and batches are stored in any order.
    await eventually(() =>
      expect(
        workers
          .clicks()
          .map(({ query }) => query)
          .sort(),
      ).toEqual(taken.toSorted()),
    )
  })

  it('records clicks at their time again after its clock was a day ahead for a moment', async () => {
    await links.insert('ahead', { tracking_enabled: true })
    const dayMs = 86_400_000
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + dayMs })
    try {
      expect((await go('/ahead?n=1')).status).toBe(302)
    } finally {
      vi.useRealTimers()
    }
    const corrected = Date.now()
    expect((await go('/ahead?n=2')).status).toBe(302)
    const workers = storeClicks(stores)
    onTestFinished(() => workers.close())
    const click = (query: string) => workers.clicks().find((one) => one.query === query)
    await eventually(() => expect([click('n=1'), click('n=2')]).not.toContain(undefined))
    expect(Number(click('n=1')?.clicked_at)).toBeGreaterThan(corrected + dayMs / 2)
    expect(Number(click('n=2')?.clicked_at)).toBeGreaterThanOrEqual(corrected)
    expect(Number(click('n=2')?.clicked_at)).toBeLessThan(corrected + dayMs / 2)
  })
})
