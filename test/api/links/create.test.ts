import { describe, expect, it } from 'vitest'
import {
  anotherKey,
  api,
  create,
  expectError,
  freshAlias,
  get,
  key,
  post,
  useShortUrls,
} from '../support/short-urls.ts'

useShortUrls()

describe('POST /short-urls', () => {
  it('returns 201 with the record', async () => {
    const answer = await post({ url: 'https://example.com/page?a=1', custom_alias: 'Spring_26', name: 'Spring' })
    expect(answer.status).toBe(201)
    expect(answer.json).toEqual({
      success: true,
      data: {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        short_code: 'Spring_26',
        short_url: 'http://localhost:8080/Spring_26',
        name: 'Spring',
        original_url: 'https://example.com/page?a=1',
        custom_alias: 'Spring_26',
        url_type: 'standard',
        branded_domain: null,
        subdomain: null,
        description: null,
        tags: [],
        campaign_id: null,
        external_id: null,
        status: 'active',
        is_active: true,
        tracking_enabled: true,
        targeting_rules: [],
        fallback_url: null,
        use_fallback_when_dead: false,
        click_count: 0,
        unique_visitors: 0,
        stored_clicks: 0,
        actual_clicks: 0,
        starts_at: null,
        expires_at: null,
        expired_url: null,
        max_clicks: null,
        is_password_protected: false,
        redirect_type: 302,
        forward_query: true,
        indexing: true,
        archived: false,
        utm: { utm_source: null, utm_medium: null, utm_campaign: null, utm_term: null, utm_content: null },
        ios_url: null,
        android_url: null,
        og: null,
        qr_code_id: null,
        ab_test_id: null,
        schedules: [],
        destination_health: null,
        trashed_at: null,
        quarantined_at: null,
        quarantine_reason: null,
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        updated_at: expect.stringMatching(/Z$/),
      },
    })
  })

  it('accepts every option, null for optional ones, and original_url for url', async () => {
    const expires_at = '2999-01-02T03:04:05+02:00'
    const full = { expires_at, tracking_enabled: false, redirect_type: 308, forward_query: false }
    expect(await create(full)).toMatchObject({ ...full, expires_at: '2999-01-02T01:04:05.000Z' })
    expect(await create({ name: null, custom_alias: null, expires_at: null })).toMatchObject({ name: null })
    const answer = await post({ original_url: 'https://example.com' })
    expect(answer.json.data).toMatchObject({ original_url: 'https://example.com', custom_alias: null })
    expect(answer.json.data.short_code).toMatch(/^\w{7}$/)
  })

  it('normalizes the url so that it fits in a Location header', async () => {
    expect(await create({ url: ' HTTPS://Bücher.example/ä b\n' })).toMatchObject({
      original_url: 'https://xn--bcher-kva.example/%C3%A4%20b',
    })
  })

  it.each([
    ['no body at all', undefined, 'body'],
    ['no url', {}, 'url'],
    ['a url of another type', { url: 5 }, 'url'],
    ['an unknown field', { url: 'https://example.com', nmae: 'x' }, 'nmae'],
    ['both url and original_url', { url: 'https://example.com', original_url: 'https://example.com' }, 'original_url'],
    ['a redirect_type that is a string', { url: 'https://example.com', redirect_type: '302' }, 'redirect_type'],
    [
      'a tracking_enabled that is not a boolean',
      { url: 'https://example.com', tracking_enabled: 'yes' },
      'tracking_enabled',
    ],
    ['no url and an invalid alias', { custom_alias: '!' }, 'url'],
  ])('returns 400 BAD_REQUEST for %s, named in details', async (_, body, named) => {
    expectError(await post(body), { status: 400, code: 'BAD_REQUEST', details: expect.stringContaining(named) })
  })

  it.each([
    ['url', 'example.com'],
    ['url', 'javascript:alert(1)'],
    ['url', 'data:text/html,x'],
    ['url', 'ftp://example.com/'],
    ['url', 'https://user:secret@example.com/'],
    ['url', `https://example.com/${'a'.repeat(8_192)}`],
    ['url', `https://example.com/${'ä'.repeat(3_000)}`],
    ['url', 'http://localhost:8080/loop'],
    ['url', 'http://LOCALHOST.:8080/loop'],
    ['custom_alias', 'ab'],
    ['custom_alias', 'a'.repeat(51)],
    ['custom_alias', 'with space'],
    ['custom_alias', 'ünïcode'],
    ['custom_alias', 'dotted.alias'],
    ['custom_alias', 'two\nlines'],
    ['name', 'n'.repeat(256)],
    ['name', 'nul\u0000'],
    ['expires_at', '2020-01-01T00:00:00Z'],
    ['expires_at', 'tomorrow'],
    ['redirect_type', 303],
  ])('returns 422 VALIDATION_ERROR for %s = %j', async (field, value) => {
    expectError(await post({ url: 'https://example.com', [field]: value }), {
      status: 422,
      code: 'VALIDATION_ERROR',
      details: { errors: [{ field, message: expect.any(String) }] },
    })
  })

  it('custom_alias: returns 409 CONFLICT for an alias taken by any account', async () => {
    const custom_alias = freshAlias()
    await create({ custom_alias })
    expectError(await post({ url: 'https://example.com', custom_alias }), { status: 409, code: 'CONFLICT' })
    expectError(await post({ url: 'https://example.com', custom_alias }, await anotherKey()), {
      status: 409,
      code: 'CONFLICT',
    })
  })

  it.each(['api', 'Admin', 'FAVICON', 'check-alias', 'export'])(
    'custom_alias: returns 409 CONFLICT for the reserved word %s',
    async (word) => {
      expectError(await post({ url: 'https://example.com', custom_alias: word }), { status: 409, code: 'CONFLICT' })
    },
  )

  it('custom_alias: is given to exactly one of a hundred concurrent requests', async () => {
    const custom_alias = freshAlias()
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => post({ url: 'https://example.com', custom_alias })),
    )
    const statuses = answers.map(({ status }) => status).sort()
    expect(statuses).toEqual([201, ...Array.from({ length: 99 }, () => 409)])
  })

  it('creates one short URL for one Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'once' }
    const body = { url: 'https://example.com' }
    const first = await api.request('POST', '/short-urls', { key, body, headers })
    const second = await api.request('POST', '/short-urls', { key, body, headers })
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.json).toEqual(first.json)
    expect((await get('/short-urls')).json.pagination.total).toBe(1)
  })
})
