import { Registry } from 'prom-client'
import { describe, expect, it, onTestFinished } from 'vitest'
import { tlsAsk } from '../../api/domains/tls-ask.ts'
import { createDns } from '../../runtime/dns.ts'
import { startInternalServer } from '../../runtime/internal-server.ts'
import { failuresUntilFailed } from '../../store/domain-verdict.ts'
import { recheckDomains } from '../../workers/domains/recheck-domains.ts'
import {
  account,
  addBranded,
  addVerified,
  anotherKey,
  ask,
  dns,
  eventsOf,
  expectError,
  freshName,
  prove,
  reserve,
  shorten,
  statuses,
  stores,
  useDomainBed,
  verify,
} from '../domains/domain-bed.ts'

useDomainBed()

describe('POST /domains/branded', () => {
  it('answers 201 with the record and the DNS entries to make', async () => {
    const answer = await ask('POST', '/domains/branded', {
      domain: 'Go.Brand.Example.',
      root_redirect_url: 'https://example.com/',
    })
    expect(answer.status).toBe(201)
    expect(answer.json.data).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      domain: 'go.brand.example',
      type: 'branded',
      status: 'pending',
      verification: {
        records: [
          {
            type: 'TXT',
            name: '_waymark.go.brand.example',
            value: expect.stringMatching(/^waymark-[0-9a-f]{32}$/),
            status: 'pending',
          },
          { type: 'CNAME', name: 'go.brand.example', value: 'edge.waymark.example', status: 'pending' },
        ],
        last_checked_at: null,
        error: null,
      },
      is_default: false,
      url_count: 0,
      root_redirect_url: 'https://example.com/',
      not_found_url: null,
      expired_url: null,
      created_at: expect.stringMatching(/Z$/),
      verified_at: null,
    })
  })

  it('gives every claim a secret of its own', async () => {
    const [one, other] = [
      await addBranded({ domain: 'twice.example' }),
      await addBranded({ domain: 'twice.example' }, await anotherKey()),
    ]
    expect(one.verification.records[0].value).not.toBe(other.verification.records[0].value)
  })

  it.each([
    ['bücher.example', 'xn--bcher-kva.example'],
    ['BÜCHER2.example', 'xn--bcher2-3ya.example'],
    // A Cyrillic look-alike is shown as what it is.
    ['gооgle.example', 'xn--ggle-55da.example'],
    ['wide。dots.example', 'wide.dots.example'],
    ['ｆｕｌｌ.example', 'full.example'],
    ['brand.co.uk', 'brand.co.uk'],
    ['someone.github.io', 'someone.github.io'],
  ])('keeps %s as %s', async (given, kept) => {
    expect(await addBranded({ domain: given })).toMatchObject({ domain: kept })
  })

  it.each([
    'localhost',
    'example',
    'co.uk',
    'github.io',
    'localhost:8080',
    'sub.localhost',
    'edge.waymark.example',
    '192.0.2.1',
    '0x7f.1',
    '[::1]',
    'https://brand.example',
    'brand.example/path',
    'brand.example:80',
    'user@brand.example',
    'b%72and.example',
    'brand.example#x',
    'brand example.com',
    'brand\t.example',
    '_dmarc.brand.example',
    'brand..example',
    '-brand.example',
    'brand-.example',
    `${'a'.repeat(64)}.example`,
    `${'a.'.repeat(126)}example`,
    'xn--zz.example\u0000',
    '*.brand.example',
    '',
  ])('refuses %j with 422', async (domain) => {
    expectError(await ask('POST', '/domains/branded', { domain }), {
      status: 422,
      code: 'VALIDATION_ERROR',
      details: { errors: [{ field: 'domain', message: expect.any(String) }] },
    })
  })

  it.each([[{}], [{ domain: 5 }], [{ domain: 'a.example', verified: true }]])('refuses %j with 400', async (body) => {
    expectError(await ask('POST', '/domains/branded', body), { status: 400, code: 'BAD_REQUEST' })
  })

  it('refuses a root address on the domain itself', async () => {
    const answer = await ask('POST', '/domains/branded', {
      domain: 'x.example',
      root_redirect_url: 'https://x.example/a',
    })
    expectError(answer, { status: 422, code: 'VALIDATION_ERROR' })
  })

  it('answers 409 for a domain of the same account, and for one that another account has proved', async () => {
    const { domain } = await addVerified()
    expectError(await ask('POST', '/domains/branded', { domain }), { status: 409, code: 'CONFLICT' })
    const stranger = await anotherKey()
    expectError(await ask('POST', '/domains/branded', { domain: domain.toUpperCase() }, stranger), {
      status: 409,
      code: 'CONFLICT',
    })
  })

  it('makes one domain of many requests at once', async () => {
    const domain = `go.${freshName()}.example`
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask('POST', '/domains/branded', { domain })))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(9).fill(409)])
  })
})

describe('POST /domains/{id}/verify', () => {
  it('says what is missing until the TXT record is there, and announces it then', async () => {
    const domain = await addBranded()
    const name = `_waymark.${domain.domain}`
    expect(await verify(domain)).toMatchObject({
      status: 'pending',
      verification: {
        records: [{ status: 'failed' }, { status: 'failed' }],
        last_checked_at: expect.stringMatching(/Z$/),
        error: `There is no TXT record at ${name}`,
      },
    })
    dns.set(name, 'TXT', 'something else')
    expect((await verify(domain)).verification.error).toContain('expected value')
    dns.set(domain.domain, 'CNAME', 'EDGE.waymark.example')
    prove(domain)
    expect(await verify(domain)).toMatchObject({
      status: 'verified',
      verification: { records: [{ status: 'verified' }, { status: 'verified' }], error: null },
      verified_at: expect.stringMatching(/Z$/),
    })
    expect(await eventsOf(account)).toEqual([['domain.verified', domain.domain, 'verified']])
  })

  it('recognises an address of ours where there is no CNAME', async () => {
    dns.set('edge.waymark.example', 'A', '192.0.2.7', '192.0.2.8')
    const [right, wrong] = [await addBranded(), await addBranded()]
    dns.set(right.domain, 'A', '192.0.2.8')
    dns.set(wrong.domain, 'A', '203.0.113.1')
    prove(right)
    prove(wrong)
    expect((await verify(right)).verification.records[1].status).toBe('verified')
    expect(await verify(wrong)).toMatchObject({
      status: 'verified',
      verification: { records: [{}, { status: 'failed' }], error: expect.stringContaining('does not lead to') },
    })
  })

  it('never takes the proof of another account, nor a domain that another account has proved', async () => {
    const stranger = await anotherKey()
    const domain = `go.${freshName()}.example`
    const [own, foreign] = [await addBranded({ domain }), await addBranded({ domain }, stranger)]
    prove(own)
    expect(await verify(foreign, stranger)).toMatchObject({ status: 'pending' })
    expect(await verify(own)).toMatchObject({ status: 'verified' })
    prove(own, foreign)
    expect(await verify(foreign, stranger)).toMatchObject({
      status: 'pending',
      verification: { error: expect.stringContaining('Another account') },
    })
  })

  it('gives a domain that several accounts prove at once to one of them', async () => {
    const domain = `go.${freshName()}.example`
    const keys = await Promise.all(Array.from({ length: 5 }, anotherKey))
    const claims = await Promise.all(keys.map((as) => addBranded({ domain }, as)))
    prove(...claims)
    const verified = await Promise.all(claims.map((claim, index) => verify(claim, keys[index])))
    expect(verified.map(({ status }) => status).sort()).toEqual([...Array<string>(4).fill('pending'), 'verified'])
  })

  it('says so when DNS cannot be asked, and takes nothing back for it', async () => {
    const domain = await addVerified()
    dns.fail(true)
    const asked = await verify(domain).finally(() => dns.fail(false))
    expect(asked).toMatchObject({ status: 'verified', verification: { error: expect.stringContaining('ESERVFAIL') } })
  })

  it('has nothing to do for a subdomain, refuses a disabled domain, and knows no foreign one', async () => {
    const subdomain = await reserve()
    expect(await verify(subdomain)).toEqual(subdomain)
    const domain = await addBranded()
    expectError(await ask('POST', `/domains/${domain.id}/verify`, {}, await anotherKey()), {
      status: 404,
      code: 'NOT_FOUND',
    })
    await stores.sql`update domains set status = 'disabled' where id = ${domain.id}`
    expectError(await ask('POST', `/domains/${domain.id}/verify`, {}), { status: 409, code: 'CONFLICT' })
  })
})

describe('short URLs on a branded domain', () => {
  it('can be made and are served once it is verified, and not while it is failed', async () => {
    const domain = await addBranded()
    const body = { url: 'https://example.com/page', url_type: 'branded', branded_domain: domain.domain.toUpperCase() }
    expectError(await ask('POST', '/short-urls', body), { status: 403, code: 'ACCESS_DENIED' })
    prove(domain)
    await verify(domain)
    const link = await shorten({ ...body, custom_alias: 'sale' })
    expect(link).toMatchObject({
      url_type: 'branded',
      branded_domain: domain.domain,
      subdomain: null,
      short_url: `http://${domain.domain}/sale`,
    })
    expect(await statuses('/sale', domain.domain)).toEqual([302, 302])

    dns.set(`_waymark.${domain.domain}`, 'TXT')
    await stores.sql`
      update domains
      set failures = ${failuresUntilFailed - 1}, next_check_at = now()
      where id = ${domain.id}`
    await recheckDomains({ ...stores, dns: createDns([dns.address]) })
    await expect.poll(() => statuses('/sale', domain.domain), { timeout: 10_000 }).toEqual([404, 404])
    expectError(await ask('POST', '/short-urls', body), { status: 403, code: 'ACCESS_DENIED' })
    prove(domain)
    await verify(domain)
    await expect.poll(() => statuses('/sale', domain.domain), { timeout: 10_000 }).toEqual([302, 302])
  })

  it('are served to the account that proved the domain, not to one that only claims it', async () => {
    const domain = await addVerified()
    const stranger = await anotherKey()
    const [other] = await stores.sql<{ id: string }[]>`
      insert into domains (id, account_id, type, host, status)
      select gen_random_uuid(), id, 'branded', ${domain.domain}, 'pending' from accounts where id <> ${account.id} limit 1
      returning id`
    await stores.sql`
      insert into links (id, account_id, domain_id, code, is_custom_alias, rev, url)
      select gen_random_uuid(), account_id, id, 'mine', true, nextval('link_rev'), 'https://evil.example/'
      from domains where id = ${other?.id ?? null}`
    expect(await statuses('/mine', domain.domain)).toEqual([404, 404])
    expectError(
      await ask(
        'POST',
        '/short-urls',
        { url: 'https://example.com', url_type: 'branded', branded_domain: domain.domain },
        stranger,
      ),
      { status: 403, code: 'ACCESS_DENIED' },
    )
  })

  it('lead neither to another one of the account nor to one that is served', async () => {
    const [pending, served] = [await addBranded(), await addVerified({}, await anotherKey())]
    const other = await addBranded({}, await anotherKey())
    const status = async (host: string) => (await ask('POST', '/short-urls', { url: `https://${host}/loop` })).status
    expect([await status(pending.domain), await status(served.domain), await status(other.domain)]).toEqual([
      422, 422, 201,
    ])
  })
})

describe('GET /internal/tls-ask', () => {
  it('tells a proxy for which names it may get a certificate', async () => {
    const routes = {
      '/internal/tls-ask': tlsAsk(stores.sql, { ...stores.config, BASE_URL: 'https://app.waymark.example' }),
    }
    const server = await startInternalServer({ port: 0, registry: new Registry(), checks: {}, routes })
    onTestFinished(() => server.close())
    const status = async (query: string) =>
      (await fetch(`http://127.0.0.1:${server.port}/internal/tls-ask${query}`)).status
    const [subdomain, verified, pending] = [await reserve(), await addVerified(), await addBranded()]
    for (const name of [
      'localhost',
      'app.waymark.example',
      subdomain.domain,
      verified.domain,
      verified.domain.toUpperCase(),
    ]) {
      expect([name, await status(`?domain=${name}`)]).toEqual([name, 200])
    }
    const unknown = [pending.domain, `www.${verified.domain}`, 'unknown.example', '', '%00', `${verified.domain}/x`]
    for (const name of unknown) expect([name, await status(`?domain=${name}`)]).toEqual([name, 404])
    expect(await status('')).toBe(404)
  })
})
