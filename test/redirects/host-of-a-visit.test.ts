import { describe, expect, it } from 'vitest'
import { nameOf, reserve, shorten, statuses, stores, useDomainBed, visitAll } from '../domains/domain-bed.ts'

useDomainBed()

describe('the Host header of a visit', () => {
  it('is the only header that determines the domain', async () => {
    const { domain } = await reserve({ root_redirect_url: 'https://example.com/root' })
    await shorten({ url_type: 'subdomain', subdomain: nameOf({ domain }), custom_alias: 'mine' })
    for (const name of ['x-forwarded-host', 'x-host', 'forwarded', 'x-original-host']) {
      const value = name === 'forwarded' ? `host=${domain}` : domain
      const seen = await visitAll('/mine', 'localhost:8080', { [name]: value })
      expect(seen.map(({ status }) => status)).toEqual([404, 404])
    }
  })

  it('is read without its port and final dot, in any case', async () => {
    const { domain } = await reserve()
    await shorten({ url_type: 'subdomain', subdomain: nameOf({ domain }), custom_alias: 'mine' })
    for (const host of [domain, `${domain}:8080`, `${domain}.`, `${domain}.:99`, domain.toUpperCase()]) {
      expect(await statuses('/mine', host)).toEqual([302, 302])
    }
  })

  it.each(['unknown.example', 'x.localhost', '192.0.2.1', '[::1]:8080', 'a b', 'localhost,x.example', 'a'.repeat(300)])(
    '%s returns 404, and leaves no invalid keys in Redis',
    async (host) => {
      expect(await statuses('/mine', host)).toEqual([404, 404])
      expect(await statuses('/', host)).toEqual([404, 404])
      const keys = await stores.redis.keys('host:*')
      expect(keys.length).toBeGreaterThan(0)
      expect(keys.filter((found) => !/^host:[a-z0-9.-]{1,253}$/.test(found))).toEqual([])
    },
  )

  it('is not replaced by the host in the request line: a request with another one there is not served', async () => {
    const { domain } = await reserve()
    await shorten({ url_type: 'subdomain', subdomain: nameOf({ domain }), custom_alias: 'mine' })
    for (const named of [domain, `${domain}:8080`, 'localhost:8080', 'unknown.example']) {
      for (const host of [domain, 'localhost:8080', 'unknown.example']) {
        if (named === host) continue
        const seen = await visitAll(`http://${named}/mine`, host)
        for (const { status, headers } of seen) {
          expect(status).toBeGreaterThanOrEqual(400)
          expect(headers.location).toBeUndefined()
        }
      }
    }
    expect(await statuses('/mine', domain)).toEqual([302, 302])
  })
})
