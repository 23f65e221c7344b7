import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changeChannel, publishCurrent, publishRecord } from '#model/publish/publish-link.ts'
import { linkKey } from '#schemas/link-record.ts'
import { linkWriter } from '../test/redirector/link-writer.ts'
import { runRedirector } from '../test/redirector/run-redirector.ts'
import { visit } from '../test/redirector/visit.ts'
import { eventually } from '../test/stack/eventually.ts'
import { openTestStores, type TestStores } from '../test/stack/stores.ts'

/** A change shows within 250 ms; a test fails at five times that. */
const visibleWithinMs = 5 * 250

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

  it('uses the configured transport', () => {
    expect(redirector.transport).toBe(transport)
  })

  it.each([301, 302, 307, 308] as const)('redirects with status %i', async (redirect_type) => {
    await links.insert(`type-${redirect_type}`, { redirect_type, url: 'https://example.org/a?b=c#d' })
    const { status, headers, body } = await go(`/type-${redirect_type}`)
    expect({ status, location: headers.location, body }).toEqual({
      status: redirect_type,
      location: 'https://example.org/a?b=c#d',
      body: '',
    })
    const permanent = redirect_type === 301 || redirect_type === 308
    expect(headers['cache-control']).toBe(permanent ? 'private, max-age=90' : 'private, no-store')
  })

  it('merges the query of the visit into the destination unless the link disables it', async () => {
    await links.insert('query', { url: 'https://example.org/?a=1&b=2' })
    await links.insert('no-query', { url: 'https://example.org/?a=1', forward_query: false })
    expect((await go('/query?a=3&c=%20')).headers.location).toBe('https://example.org/?a=1&b=2&c=%20')
    // node:http rejects non-ASCII bytes in a URL.
    expect((await go(inBytes('/query?c=ä'))).headers.location).toBe(
      transport === 'uws' ? 'https://example.org/?a=1&b=2&c=%C3%A4' : undefined,
    )
    expect((await go('/no-query?a=3')).headers.location).toBe('https://example.org/?a=1')
  })

  it('encodes a Unicode destination in ASCII', async () => {
    await links.insert('unicode', { url: 'https://bücher.test/ä?ö\r\nSet-Cookie: a=b' })
    const { headers } = await go('/unicode')
    expect(headers.location).toBe('https://xn--bcher-kva.test/%C3%A4?%C3%B6Set-Cookie:%20a=b')
    expect(headers['set-cookie']).toBeUndefined()
  })

  it('responds to HEAD like GET, without the body', async () => {
    await links.insert('head')
    const { status, headers, body } = await go('/head', { method: 'HEAD' })
    expect({ status, location: headers.location, body }).toEqual({
      status: 302,
      location: 'https://example.org/',
      body: '',
    })
    const [head, get] = [await go('/nowhere', { method: 'HEAD' }), await go('/nowhere')]
    expect(head).toMatchObject({ status: 404, body: '' })
    expect(head.headers['content-length']).toBe(String(Buffer.byteLength(get.body)))
  })

  it.each(['/unknown', '/', '/a/b', '/file.php', '/%00', '/%2e%2e'])('returns the 404 page for %s', async (path) => {
    const { status, headers, body } = await go(path)
    expect(status).toBe(404)
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    expect(headers['cache-control']).toBe('private, no-store')
    expect(body).toContain('<h1 dir="auto">')
  })

  it('serves a link only on its own host, ignoring the case and port of the host', async () => {
    await links.insert('hosts')
    expect((await go('/hosts', { host: 'LOCALHOST:99' })).status).toBe(302)
    expect((await go('/hosts', { host: 'other.example' })).status).toBe(404)
    await stores.sql`insert into domains (id, type, host) values (gen_random_uuid(), 'branded', 'brand.example')`
    expect((await go('/hosts', { host: 'brand.example' })).status).toBe(404)
    await stores.sql`
      update links set domain_id = (select id from domains where host = 'brand.example') where code = 'hosts'`
    await stores.redis.flushdb()
    await eventually(async () => expect((await go('/hosts', { host: 'brand.example' })).status).toBe(302))
  })

  it('returns the 410 page for an expired link', async () => {
    await links.insert('expired', { expires_at: new Date(Date.now() - 1) })
    expect(await go('/expired')).toMatchObject({ status: 410, body: expect.stringContaining('expired') })
  })

  it.each(['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])('rejects %s', async (method) => {
    const { status, headers } = await go('/any', { method })
    expect([status, headers.allow]).toEqual([405, 'GET, HEAD'])
  })

  it('does not look up a host that cannot be a domain', async () => {
    const host = '[::1]:8080'
    expect((await go('/code', { host })).status).toBe(404)
    expect((await go('/code+', { host })).status).toBe(404)
    expect((await go('/code', { host, method: 'POST' })).status).toBe(405)
    expect(await stores.redis.exists('host:[::1]')).toBe(0)
  })

  it('serves robots.txt, a favicon and health checks on every host', async () => {
    expect((await go('/robots.txt')).body).toContain('User-agent: *')
    expect((await go('/favicon.ico')).headers['content-type']).toBe('image/svg+xml')
    expect((await go('/healthz', { host: '10.0.0.1' })).status).toBe(200)
    expect(JSON.parse((await go('/readyz', { host: '10.0.0.1' })).body)).toEqual({
      status: 'ready',
      degraded: [],
      clicks_lost: 0,
    })
  })

  it('continues when Redis loses everything, and writes the record back', async () => {
    const { domain_id } = await links.insert('flushed')
    const stored = () => stores.redis.get(linkKey(domain_id, 'flushed'))
    expect((await go('/flushed')).status).toBe(302)
    await eventually(async () => expect(await stored()).toContain('https://example.org/'))
    await stores.redis.flushdb()
    await eventually(async () => {
      expect((await go('/flushed')).status).toBe(302)
      expect(await stored()).toContain('https://example.org/')
    })
  })

  it('respects a tombstone, and stores an absence in Redis', async () => {
    const { domain_id } = await links.insert('buried')
    await publishRecord(stores.redis, linkKey(domain_id, 'buried'), { rev: 1_000_000, absent: true })
    expect((await go('/buried')).status).toBe(404)
    expect((await go('/never')).status).toBe(404)
    await eventually(async () =>
      expect(await stores.redis.get(linkKey(domain_id, 'never'))).toBe('{"rev":0,"absent":true}'),
    )
    await publishCurrent(stores.sql, stores.redis, await links.insert('never'))
    await eventually(async () => expect((await go('/never')).status).toBe(302))
  })

  it('shows a change at once', async () => {
    await links.insert('changing', { url: 'https://example.org/0' })
    for (let round = 1; round <= 5; round++) {
      await go('/changing')
      const url = `https://example.org/${round}`
      await publishCurrent(stores.sql, stores.redis, await links.point('changing', url))
      const start = performance.now()
      await eventually(async () => expect((await go('/changing')).headers.location).toBe(url))
      expect(performance.now() - start).toBeLessThan(visibleWithinMs)
    }
  })

  it('counts lookups that memory could not serve, by store', async () => {
    const { domain_id } = await links.insert('counted')
    const asked = async () => {
      const metrics = await (await fetch(`http://127.0.0.1:${redirector.internalPort}/metrics`)).text()
      const of = (store: string) =>
        Number(new RegExp(`^records_asked_total.*"${store}".* (\\d+)$`, 'm').exec(metrics)?.[1])
      return { redis: of('redis'), postgres: of('postgres') }
    }
    const before = await asked()
    await go('/counted')
    const after = await asked()
    expect(after).toEqual({ redis: before.redis + 1, postgres: before.postgres + 1 })
    await eventually(async () => expect(await stores.redis.get(linkKey(domain_id, 'counted'))).not.toBeNull())
    await eventually(async () => {
      await stores.redis.publish(changeChannel(stores.redis), linkKey(domain_id, 'counted'))
      const known = await asked()
      await go('/counted')
      expect(await asked()).toEqual({ redis: known.redis + 1, postgres: known.postgres })
    })
  })

  it('looks nothing up for a preview or a password form if the link is in memory', async () => {
    await links.insert('previewed')
    const asked = async () => {
      const metrics = await (await fetch(`http://127.0.0.1:${redirector.internalPort}/metrics`)).text()
      return Number(/^records_asked_total.*"redis".* (\d+)$/m.exec(metrics)?.[1])
    }
    // Memory is fresh for 2 s, which may end in between.
    await eventually(async () => {
      await go('/previewed')
      const before = await asked()
      expect((await go('/previewed+')).status).toBe(200)
      expect((await go('/previewed', { method: 'POST' })).status).toBe(405)
      expect(await asked()).toBe(before)
    })
  })

  it('looks up a domain once, and then only its links', async () => {
    await stores.sql`insert into domains (id, type, host) values (gen_random_uuid(), 'branded', 'asked.example')`
    const asked = async () => {
      const metrics = await (await fetch(`http://127.0.0.1:${redirector.internalPort}/metrics`)).text()
      return Number(/^records_asked_total.*"redis".* (\d+)$/m.exec(metrics)?.[1])
    }
    let code = 0
    await eventually(async () => {
      await go(`/${code++}`, { host: 'asked.example' })
      const before = await asked()
      await go(`/${code++}`, { host: 'asked.example' })
      expect(await asked()).toBe(before + 1)
    }, 10_000)
  })

  it('stops looking up unknown slugs above the limit per minute', async () => {
    const statuses: (number | undefined)[] = []
    for (let index = 0; index < 260; index++) statuses.push((await go(`/guess-${index}`)).status)
    // More than twice the limit, because the count restarts with each minute of the clock.
    expect(new Set(statuses)).toEqual(new Set([404, 429]))
  })
})
