import { describe, expect, it } from 'vitest'
import {
  addBranded,
  addVerified,
  anotherKey,
  ask,
  expectError,
  freshName,
  useDomainBed,
} from '../../domains/domain-bed.ts'

useDomainBed()

describe('POST /domains/branded', () => {
  it('returns 201 with the record and the DNS entries to create', async () => {
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
            found: null,
          },
          { type: 'CNAME', name: 'go.brand.example', value: 'edge.waymark.example', status: 'pending', found: null },
        ],
        last_checked_at: null,
        error: null,
      },
      is_default: false,
      url_count: 0,
      root_redirect_url: 'https://example.com/',
      not_found_url: null,
      expired_url: null,
      brand: null,
      app_links: null,
      quarantined_at: null,
      quarantine_reason: null,
      created_at: expect.stringMatching(/Z$/),
      verified_at: null,
    })
  })

  it('gives every claim a different token', async () => {
    const [one, other] = [
      await addBranded({ domain: 'twice.example' }),
      await addBranded({ domain: 'twice.example' }, await anotherKey()),
    ]
    expect(one.verification.records[0].value).not.toBe(other.verification.records[0].value)
  })

  it.each([
    ['bücher.example', 'xn--bcher-kva.example'],
    ['BÜCHER2.example', 'xn--bcher2-3ya.example'],
    // A Cyrillic look-alike is shown in its ASCII form.
    ['gооgle.example', 'xn--ggle-55da.example'],
    ['wide。dots.example', 'wide.dots.example'],
    ['ｆｕｌｌ.example', 'full.example'],
    ['brand.co.uk', 'brand.co.uk'],
    ['someone.github.io', 'someone.github.io'],
  ])('stores %s as %s', async (given, kept) => {
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
  ])('returns 422 for %j', async (domain) => {
    expectError(await ask('POST', '/domains/branded', { domain }), {
      status: 422,
      code: 'VALIDATION_ERROR',
      details: { errors: [{ field: 'domain', message: expect.any(String) }] },
    })
  })

  it.each([[{}], [{ domain: 5 }], [{ domain: 'a.example', verified: true }]])('returns 400 for %j', async (body) => {
    expectError(await ask('POST', '/domains/branded', body), { status: 400, code: 'BAD_REQUEST' })
  })

  it('rejects a root redirect URL on the domain itself', async () => {
    const answer = await ask('POST', '/domains/branded', {
      domain: 'x.example',
      root_redirect_url: 'https://x.example/a',
    })
    expectError(answer, { status: 422, code: 'VALIDATION_ERROR' })
  })

  it('returns 409 for a domain of the same account, and for one that another account has verified', async () => {
    const { domain } = await addVerified()
    expectError(await ask('POST', '/domains/branded', { domain }), { status: 409, code: 'CONFLICT' })
    const stranger = await anotherKey()
    expectError(await ask('POST', '/domains/branded', { domain: domain.toUpperCase() }, stranger), {
      status: 409,
      code: 'CONFLICT',
    })
  })

  it('creates one domain for many concurrent requests', async () => {
    const domain = `go.${freshName()}.example`
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask('POST', '/domains/branded', { domain })))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(9).fill(409)])
  })
})
