import { describe, expect, it } from 'vitest'
import {
  anotherKey,
  ask,
  expectError,
  freshName,
  locations,
  nameOf,
  reserve,
  shorten,
  statuses,
  useDomainBed,
} from '../../domains/domain-bed.ts'

useDomainBed()

describe('short URLs on a subdomain', () => {
  it('are served on every redirector at once, only on their own host', async () => {
    const domain = await reserve()
    expect(await statuses('/Spring', `${domain.domain}:8080`)).toEqual([404, 404])
    const link = await shorten({ url_type: 'subdomain', subdomain: nameOf(domain), custom_alias: 'Spring' })
    expect(link).toMatchObject({
      url_type: 'subdomain',
      subdomain: nameOf(domain),
      branded_domain: null,
      short_url: `http://${domain.domain}:8080/Spring`,
    })
    expect(await statuses('/Spring', `${domain.domain}:8080`)).toEqual([302, 302])
    expect(await statuses('/Spring', 'localhost:8080')).toEqual([404, 404])
    expect(await statuses('/Spring', `other.${domain.domain}`)).toEqual([404, 404])
    expect((await ask('GET', `/domains/${domain.id}`)).json.data.url_count).toBe(1)
  })

  it('are served from the first visit to a previously unknown host', async () => {
    const name = freshName()
    expect(await statuses('/early', `${name}.localhost`)).toEqual([404, 404])
    await reserve({ subdomain: name, not_found_url: 'https://example.com/lost' })
    await expect.poll(() => statuses('/early', `${name}.localhost`), { timeout: 10_000 }).toEqual([302, 302])
    await shorten({ url_type: 'subdomain', subdomain: name, custom_alias: 'early' })
    await expect
      .poll(() => locations('/early', `${name}.localhost`), { timeout: 10_000 })
      .toEqual(Array(2).fill('https://example.com/page'))
  })

  it('can have the same alias as on another domain, but not twice on one', async () => {
    const [one, other] = [await reserve(), await reserve()]
    const custom_alias = freshName()
    const on = ({ domain }: { domain: string }) => ({
      url_type: 'subdomain',
      subdomain: nameOf({ domain }),
      custom_alias,
    })
    const links = [await shorten({ custom_alias }), await shorten(on(one)), await shorten(on(other))]
    const taken = await ask('POST', '/short-urls', { url: 'https://example.com', ...on(one) })
    expectError(taken, { status: 409, code: 'CONFLICT' })
    const ids = await Promise.all(
      ['', '?url_type=standard', `?subdomain=${nameOf(one)}`, `?url_type=subdomain&subdomain=${nameOf(other)}`].map(
        async (query) => (await ask('GET', `/short-urls/${custom_alias}${query}`)).json.data.id,
      ),
    )
    expect(ids).toEqual([links[0].id, links[0].id, links[1].id, links[2].id])
    await ask('DELETE', `/short-urls/${links[0].id}`)
    const ambiguous = await ask('GET', `/short-urls/${custom_alias}`)
    expectError(ambiguous, { status: 400, code: 'BAD_REQUEST' })
    expect(ambiguous.json.error.details.candidates).toHaveLength(2)
    await ask('DELETE', `/short-urls/${custom_alias}?subdomain=${nameOf(one)}`)
    expect((await ask('GET', `/short-urls/${custom_alias}`)).json.data.id).toBe(links[2].id)
  })

  it('are filtered by domain', async () => {
    const domain = await reserve()
    const [own, standard] = [await shorten({ url_type: 'subdomain', subdomain: nameOf(domain) }), await shorten({})]
    const list = async (query: string) =>
      (await ask('GET', `/short-urls?${query}`)).json.data.map(({ id }: { id: string }) => id)
    expect(await list('url_type=subdomain')).toEqual([own.id])
    expect(await list('url_type=standard')).toEqual([standard.id])
    expect(await list(`subdomain=${nameOf(domain)}`)).toEqual([own.id])
    expect(await list('subdomain=nobody')).toEqual([])
    expect(await list('branded_domain=nobody.example')).toEqual([])
  })

  it.each([
    [{ url_type: 'subdomain' }, 400, 'BAD_REQUEST'],
    [{ url_type: 'subdomain', subdomain: null }, 400, 'BAD_REQUEST'],
    [{ url_type: 'branded' }, 400, 'BAD_REQUEST'],
    [{ url_type: 'other' }, 422, 'VALIDATION_ERROR'],
    [{ subdomain: 'promo' }, 422, 'VALIDATION_ERROR'],
    [{ url_type: 'standard', branded_domain: 'go.example.com' }, 422, 'VALIDATION_ERROR'],
    [{ url_type: 'subdomain', subdomain: 'nobody-has-this' }, 403, 'ACCESS_DENIED'],
    [{ url_type: 'branded', branded_domain: 'nobody.example' }, 403, 'ACCESS_DENIED'],
    [{ url_type: 'branded', branded_domain: 'localhost' }, 403, 'ACCESS_DENIED'],
  ])('cannot be created with %j', async (body, status, code) => {
    expectError(await ask('POST', '/short-urls', { url: 'https://example.com', ...body }), { status, code })
  })

  it("cannot be created on another account's subdomain, and their aliases cannot be checked", async () => {
    const subdomain = nameOf(await reserve({}, await anotherKey()))
    const denied = { status: 403, code: 'ACCESS_DENIED' }
    expectError(
      await ask('POST', '/short-urls', { url: 'https://example.com', url_type: 'subdomain', subdomain }),
      denied,
    )
    const query = `alias=abc&url_type=subdomain&subdomain=${subdomain}`
    expectError(await ask('GET', `/short-urls/check-alias?${query}`), denied)
  })

  it('are checked by check-alias', async () => {
    const subdomain = nameOf(await reserve())
    await shorten({ url_type: 'subdomain', subdomain, custom_alias: 'taken' })
    const check = async (alias: string, domain: string) =>
      (await ask('GET', `/short-urls/check-alias?alias=${alias}${domain}`)).json.data
    expect(await check('taken', `&url_type=subdomain&subdomain=${subdomain.toUpperCase()}`)).toEqual({
      available: false,
      alias: 'taken',
      url_type: 'subdomain',
      subdomain,
      branded_domain: null,
      full_url: `http://${subdomain}.localhost:8080/taken`,
      message: expect.any(String),
    })
    expect(await check('free', `&url_type=subdomain&subdomain=${subdomain}`)).toMatchObject({ available: true })
    expect(await check('taken', '')).toMatchObject({ available: true, url_type: 'standard' })
  })

  it('keep their domain from being deleted', async () => {
    const domain = await reserve()
    const link = await shorten({ url_type: 'subdomain', subdomain: nameOf(domain) })
    expectError(await ask('DELETE', `/domains/${domain.id}`), {
      status: 409,
      code: 'CONFLICT',
      details: { url_count: 1 },
    })
    expect(await statuses(`/${link.short_code}`, domain.domain)).toEqual([302, 302])
    await ask('DELETE', `/short-urls/${link.id}`)
    expect((await ask('DELETE', `/domains/${domain.id}`)).status).toBe(200)
    const again = ['POST', '/domains/subdomains', { subdomain: nameOf(domain) }] as const
    expect((await ask(...again, await anotherKey())).status, 'kept for the account').toBe(409)
    expect((await ask(...again)).status).toBe(201)
  })

  it('are created, or their domain is deleted, but never both', async () => {
    for (let round = 0; round < 5; round++) {
      const domain = await reserve()
      const body = { url: 'https://example.com', url_type: 'subdomain', subdomain: nameOf(domain) }
      const [made, deleted] = await Promise.all([
        ask('POST', '/short-urls', body),
        ask('DELETE', `/domains/${domain.id}`),
      ])
      expect([
        [201, 409],
        [403, 200],
      ]).toContainEqual([made.status, deleted.status])
    }
  })

  it('cannot redirect to a domain that we serve', async () => {
    const [own, foreign] = [await reserve(), await reserve({}, await anotherKey())]
    for (const host of [own.domain, `${foreign.domain}.`, foreign.domain.toUpperCase()]) {
      for (const field of ['url', 'ios_url', 'expired_url']) {
        const body = { url: 'https://example.com', [field]: `http://${host}:8080/loop` }
        expectError(await ask('POST', '/short-urls', body), {
          status: 422,
          code: 'VALIDATION_ERROR',
          details: { errors: [{ field, message: expect.any(String) }] },
        })
      }
    }
    const { id } = await shorten({ url: 'http://nobody-here.localhost:8080/page' })
    expectError(await ask('PUT', `/short-urls/${id}`, { url: `http://${own.domain}:8080/loop` }), {
      status: 422,
      code: 'VALIDATION_ERROR',
    })
  })
})

describe('the fallback URLs of a domain', () => {
  it('redirect visitors without a live link, from the moment of the change', async () => {
    const domain = await reserve()
    const paths = ['/', '/unknown', '/a/b', '/file.php']
    const seen = async () => Promise.all(paths.map((path) => locations(path, domain.domain)))
    expect(await seen()).toEqual(Array(4).fill([undefined, undefined]))
    const settings = { root_redirect_url: 'https://example.com/root', not_found_url: 'https://example.com/lost' }
    await ask('PUT', `/domains/${domain.id}`, settings)
    const lost = Array(2).fill(settings.not_found_url)
    await expect.poll(seen, { timeout: 10_000 }).toEqual([Array(2).fill(settings.root_redirect_url), lost, lost, lost])
    await ask('PUT', `/domains/${domain.id}`, { root_redirect_url: null })
    await expect.poll(seen, { timeout: 10_000 }).toEqual([lost, lost, lost, lost])
    expect(await statuses('/robots.txt', domain.domain)).toEqual([200, 200])
  })

  it('redirect visitors of expired links, unless the link has its own URL', async () => {
    const domain = await reserve({ expired_url: 'https://example.com/late' })
    const on = { url_type: 'subdomain', subdomain: nameOf(domain) }
    const expires_at = new Date(Date.now() + 2_000).toISOString()
    const [plain, own] = await Promise.all([
      shorten({ ...on, expires_at }),
      shorten({ ...on, expires_at, expired_url: 'https://example.com/own' }),
    ])
    const seen = async () => [
      ...(await locations(`/${plain.short_code}`, domain.domain)),
      ...(await locations(`/${own.short_code}`, domain.domain)),
    ]
    const [late, chosen] = ['https://example.com/late', 'https://example.com/own']
    await expect.poll(seen, { timeout: 10_000 }).toEqual([late, late, chosen, chosen])
  })
})
