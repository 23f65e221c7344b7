import { describe, expect, it } from 'vitest'
import { uuidv7 } from '#runtime/uuid.ts'
import {
  account,
  anotherKey,
  api,
  create as createAs,
  get,
  key,
  post as postAs,
  read,
  stores,
  useShortUrls,
} from '../support/short-urls.ts'

useShortUrls()

const create = (body: Record<string, unknown> = {}) => createAs({ url: 'https://example.com/', ...body })
const post = (body: Record<string, unknown>, as = key) => postAs({ url: 'https://example.com/', ...body }, as)
const listed = async (query: string) =>
  (await get(`/short-urls?sortOrder=asc&${query}`)).json.data.map(({ id }: { id: string }) => id)

describe('the options of POST /short-urls', () => {
  it('are returned in the record', async () => {
    const options = {
      description: 'd',
      tags: ['a', 'b c'],
      external_id: 'e-1',
      starts_at: '2998-01-01T00:00:00.000Z',
      expires_at: '2999-01-01T00:00:00.000Z',
      expired_url: 'https://example.com/late',
      max_clicks: 5,
      ios_url: 'https://ios.example/',
      android_url: 'https://android.example/',
    }
    const answer = await post({ ...options, password: 'secret', utm_term: ' t ', utm_source: '', og: { title: 'T' } })
    expect(answer.json.data).toMatchObject({
      ...options,
      status: 'scheduled',
      is_password_protected: true,
      utm: { utm_source: null, utm_medium: null, utm_campaign: null, utm_term: 't', utm_content: null },
      og: { title: 'T', description: null, image_url: null },
    })
    expect(answer.text).not.toMatch(/argon2|secret/)
    expect((await get(`/short-urls/${answer.json.data.id}`)).json.data).toEqual(answer.json.data)
    expect((await create({ tags: ['x', 'x'] })).tags).toEqual(['x'])
  })

  it.each([
    [{ tags: 'a' }, 400],
    [{ tags: [5] }, 400],
    [{ max_clicks: '5' }, 400],
    [{ og: { titel: 'x' } }, 400],
    [{ find_if_exists: 'yes' }, 400],
    [{ tags: ['a,b'] }, 422],
    [{ tags: [''] }, 422],
    [{ tags: Array.from({ length: 21 }, String) }, 422],
    [{ max_clicks: 1.5 }, 422],
    [{ code_length: 3 }, 422],
    [{ code_length: 13 }, 422],
    [{ expired_url: 'javascript:alert(1)' }, 422],
    [{ android_url: 'intent://x' }, 422],
    [{ og: { image_url: 'no address' } }, 422],
    [{ password: '' }, 422],
    [{ starts_at: 'soon' }, 422],
    [{ starts_at: '2999-01-02T00:00:00Z', expires_at: '2999-01-01T00:00:00Z' }, 422],
  ])('%j returns %i', async (body, status) => {
    expect((await post(body)).status).toBe(status)
    expect((await get('/short-urls')).json.pagination.total).toBe(0)
  })

  it('generates slugs of code_length characters', async () => {
    expect((await create({ code_length: 4 })).short_code).toHaveLength(4)
    expect((await create({ code_length: 12 })).short_code).toHaveLength(12)
  })
})

describe('find_if_exists', () => {
  const find = (body: Record<string, unknown> = {}, as = key) => post({ find_if_exists: true, ...body }, as)

  it('returns 200 with an existing link, or 201 with a new one', async () => {
    const made = await find({ utm_source: 's', tags: ['a'] })
    expect(made.status).toBe(201)
    const found = await find({ utm_source: 's' })
    expect([found.status, found.json.data]).toEqual([200, made.json.data])
    expect((await find({ utm_source: 's', tags: ['a'] })).status).toBe(200)
    expect((await find({ utm_source: 't', tags: ['a', 'b'] })).status).toBe(201)
    expect((await find({ utm_source: 't', tags: ['B', 'a'] })).status).toBe(200)
    for (const other of [
      { url: 'https://example.com/other' },
      { utm_source: 'other' },
      { utm_source: 's', tags: ['b'] },
      { utm_source: 's', redirect_type: 301 },
      { utm_source: 's', external_id: 'e' },
      { utm_source: 's', og: { title: 't' } },
    ]) {
      expect((await find(other)).status).toBe(201)
    }
  })

  it.each([
    { password: 'open sesame' },
    { expires_at: '2998-01-01T00:00:00Z' },
    { expired_url: 'https://example.com/over' },
    { max_clicks: 5 },
    { ios_url: 'https://example.com/ios' },
    { android_url: 'https://example.com/android' },
    { fallback_url: 'https://example.com/fallback' },
    { og: { title: 't' } },
    { utm_term: 't' },
    { redirect_type: 308 },
    { forward_query: false },
    { indexing: false },
    { tracking_enabled: false },
    { starts_at: '2020-01-01T00:00:00Z' },
  ])('finds no link with %j for a request without it', async (option) => {
    const link = await create(option)
    expect([(await read(link.id)).status, (await find()).status]).toEqual(['active', 201])
    expect((await find(option)).json.data.id === link.id).toBe(!('password' in option))
  })

  it('finds a link with any name, description, tags, campaign and external ID if these are omitted', async () => {
    const campaign = await api.request('POST', '/campaigns', { key, body: { name: 'Found' } })
    const link = await create({ name: 'n', description: 'd', tags: ['a'], external_id: 'e', campaign_id: 'Found' })
    expect([campaign.status, (await find()).json.data.id]).toEqual([201, link.id])
    expect((await find({ campaign_id: null })).status).toBe(201)
  })

  it('with an alias finds only an identical link, and never a disabled, expired or foreign one', async () => {
    const link = await create({ custom_alias: 'find-me' })
    expect((await find({ custom_alias: 'find-me' })).json.data.id).toBe(link.id)
    expect((await find({ custom_alias: 'find-me', url: 'https://example.com/other' })).status).toBe(409)
    await api.request('PUT', `/short-urls/${link.id}`, { key, body: { is_active: false } })
    expect((await find()).status).toBe(201)
    expect((await find({}, await anotherKey())).status).toBe(201)
  })

  it('finds no link at its click limit, and a scheduled one only if its start date is given', async () => {
    const [used, scheduled] = [await create({ max_clicks: 1 }), await create({ starts_at: '2998-01-01T00:00:00Z' })]
    expect((await find({ max_clicks: 1 })).json.data.id).toBe(used.id)
    await stores.sql`update link_counts set clicks = 1 where link_id = ${used.id}`
    expect((await find({ max_clicks: 1 })).status).toBe(201)
    expect((await find({ starts_at: '2998-01-01T00:00:00Z' })).json.data.id).toBe(scheduled.id)
    await stores.sql`update link_counts set clicks = 1`
    expect((await find()).status).toBe(201)
  })

  it('creates one link for all concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => find()))
    expect(new Set(answers.map(({ json }) => json.data.id)).size).toBe(1)
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  })
})

describe('the filters of GET /short-urls', () => {
  it('include tags: any of the list, and none of those with a hyphen', async () => {
    const [a, b, c] = [await create({ tags: ['a'] }), await create({ tags: ['a', 'b'] }), await create({ tags: ['c'] })]
    const none = await create()
    expect(await listed('tags=a')).toEqual([a.id, b.id])
    expect(await listed('tags=b,c')).toEqual([b.id, c.id])
    expect(await listed('tags=b&tags=c')).toEqual([b.id, c.id])
    expect(await listed('tags=a,-b')).toEqual([a.id])
    expect(await listed('tags=-a')).toEqual([c.id, none.id])
    expect(await listed('tags=A')).toEqual([a.id, b.id])
  })

  it('include the creation time as a half-open range of dates or times', async () => {
    const [first, second] = [await create(), await create()]
    await stores.sql`update links set created_at = '2026-01-01T00:00:00Z' where id = ${first.id}`
    await stores.sql`update links set created_at = '2026-01-02T00:00:00Z' where id = ${second.id}`
    expect(await listed('created_after=2026-01-02')).toEqual([second.id])
    expect(await listed('created_before=2026-01-02')).toEqual([first.id])
    expect(await listed('createdAfter=2026-01-01T00:00:00Z&createdBefore=2026-01-02T00:00:00Z')).toEqual([first.id])
    expect((await get('/short-urls?created_after=yesterday')).status).toBe(400)
  })

  it('include every status', async () => {
    const scheduled = await create({ starts_at: '2998-01-01T00:00:00Z' })
    const disabled = await create()
    await api.request('PUT', `/short-urls/${disabled.id}`, { key, body: { is_active: false } })
    const active = await create({ max_clicks: 5 })
    const { pagination } = (await get('/short-urls?status=scheduled')).json
    expect([await listed('status=scheduled'), pagination.total]).toEqual([[scheduled.id], 1])
    expect(await listed('status=disabled')).toEqual([disabled.id])
    expect(await listed('status=active')).toEqual([active.id])
    expect(await listed('status=all')).toHaveLength(3)
  })

  it('include the type of URL and the domain', async () => {
    const standard = await create()
    const { link } = await onSubdomain('sale', standard)
    expect(await listed('url_type=standard')).toEqual([standard.id])
    expect(await listed('url_type=subdomain')).toEqual([link])
    expect(await listed('urlType=all')).toHaveLength(2)
    expect(await listed('subdomain=sale')).toEqual([link])
    expect(await listed('subdomain=other')).toEqual([])
  })
})

describe('the id in a path', () => {
  it('is a slug of the base domain first, then of the only other domain that has it', async () => {
    const standard = await create({ custom_alias: 'shared' })
    const one = await onSubdomain('one', standard)
    expect((await get('/short-urls/shared')).json.data.id).toBe(standard.id)
    expect((await get('/short-urls/shared?url_type=subdomain')).json.data.id).toBe(one.link)
    await api.request('DELETE', `/short-urls/${standard.id}`, { key })
    expect((await get('/short-urls/shared')).json.data.id).toBe(one.link)
    const two = await onSubdomain('two', standard)
    const ambiguous = await get('/short-urls/shared')
    expect([ambiguous.status, ambiguous.json.error.code]).toEqual([400, 'BAD_REQUEST'])
    expect(ambiguous.json.error.details.candidates.map(({ id }: { id: string }) => id)).toEqual([one.link, two.link])
    expect((await get('/short-urls/shared?subdomain=two')).json.data.id).toBe(two.link)
    expect((await get('/short-urls/shared?url_type=standard')).status).toBe(404)
    const { status } = await api.request('DELETE', '/short-urls/shared?subdomain=one', { key })
    expect(status).toBe(200)
    expect((await get('/short-urls/shared')).json.data.id).toBe(two.link)
  })
})

/** A link with the same slug on a subdomain of the account. */
async function onSubdomain(name: string, { short_code }: { short_code: string }) {
  const [domain, link] = [uuidv7(), uuidv7()]
  const host = `${name}.localhost`
  await stores.sql`
    insert into domains (id, account_id, type, host) values (${domain}, ${account.id}, 'subdomain', ${host})`
  await stores.sql`
    insert into links (id, account_id, domain_id, code, is_custom_alias, rev, url)
    values (${link}, ${account.id}, ${domain}, ${short_code}, true, nextval('link_rev'), 'https://example.com/')`
  return { link }
}
