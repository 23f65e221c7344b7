import { parse } from 'csv-parse/sync'
import { describe, expect, it } from 'vitest'
import type { ShortUrl } from '#schemas/links.ts'
import { startApi } from '../support/http.ts'
import { importFile } from '../support/imports.ts'
import {
  account,
  anotherKey,
  api,
  create,
  expectError,
  get,
  key,
  put,
  remove,
  stores,
  useShortUrls,
} from '../support/short-urls.ts'

useShortUrls()

const path = '/short-urls/export'
const rowsOf = (csv: string): Record<string, string>[] => parse(csv, { columns: true })
const slugs = async (query = '') => rowsOf((await get(`${path}?${query}`)).text).map((row) => row['short_code'])

/** Every field of a link, with values that files often break. */
const everything = (campaign_id: string) => ({
  url: 'https://example.com/a?b=c,d&e="f"',
  name: '=HYPERLINK("https://example.com")',
  description: 'First line, with "quotes"\nsecond line;\ttab',
  tags: ['one', 'two;three', "'four'", 'fünf|six'],
  campaign_id,
  external_id: '-5',
  archived: true,
  starts_at: '2026-01-02T03:04:05.678Z',
  expires_at: '2999-12-31T23:59:59.999Z',
  expired_url: 'https://example.com/over',
  max_clicks: 1_000,
  tracking_enabled: false,
  redirect_type: 301,
  forward_query: false,
  indexing: false,
  ...{ utm_source: '+mail', utm_medium: "'@quoted", utm_campaign: 'a,b', utm_term: '-', utm_content: 'ünï' },
  ios_url: 'https://example.com/ios',
  android_url: 'https://example.com/android',
  fallback_url: 'https://example.com/else',
  og: { title: '@title', description: null, image_url: 'https://example.com/image.png' },
  schedules: [
    {
      at: new Date(Date.now() + 86_400_000).toISOString(),
      changes: { url: 'https://example.com/"later"', targeting_rules: [], ios_url: null },
    },
  ],
  targeting_rules: [
    {
      name: 'Half, of "them"',
      conditions: [
        { type: 'percentage', operator: 'lt', value: 50 },
        { type: 'click_number', operator: 'gte', value: 3 },
      ],
      destination_url: 'https://example.com/half',
    },
    {
      match: 'any',
      conditions: [{ type: 'country', operator: 'in', value: ['de'] }],
      destination_url: 'https://a.example/',
    },
  ],
})

describe('GET /short-urls/export', () => {
  it('returns the links as CSV, newest first, with a column for each field', async () => {
    await create({ custom_alias: 'first', tags: ['a', 'b'], og: { title: 'Card' } })
    await create({ custom_alias: 'second', name: '=1+1', utm_source: '-x' })
    const { status, headers, text } = await get(path)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toContain('text/csv')
    expect(headers.get('content-disposition')).toBe('attachment; filename="links.csv"')
    expect(rowsOf(text)).toMatchObject([
      {
        short_code: 'second',
        name: "'=1+1",
        utm_source: "'-x",
        tags: '',
        og_title: '',
        archived: 'false',
        max_clicks: '',
      },
      { short_code: 'first', name: '', tags: 'a,b', og_title: 'Card', click_count: '0', status: 'active' },
    ])
  })

  it('returns the records of the list as JSON', async () => {
    await create({ og: { title: 'Card' }, tags: ['a'] })
    await create()
    const { headers, json } = await get(`${path}?format=json`)
    expect(headers.get('content-disposition')).toBe('attachment; filename="links.json"')
    expect(json).toEqual((await get('/short-urls')).json.data)
  })

  it('an account without links gets a header row, or an empty array', async () => {
    expect(rowsOf((await get(path)).text)).toEqual([])
    expect((await get(path)).text).toMatch(/^id,short_code,short_url,/)
    expect((await get(`${path}?format=json`)).json).toEqual([])
  })

  it('has the filters of the list, and hides deleted links and those of other accounts', async () => {
    await create({ custom_alias: 'foreign' }, await anotherKey())
    await create({ custom_alias: 'tagged', tags: ['red'] })
    await create({ custom_alias: 'hidden', archived: true })
    const { id } = await create({ custom_alias: 'deleted' })
    await remove(id)
    const trashed = await create({ custom_alias: 'trashed' })
    await api.request('POST', `/short-urls/${trashed.id}/trash`, { key })
    expect(await slugs()).toEqual(['tagged'])
    expect(await slugs('tags=red')).toEqual(['tagged'])
    expect(await slugs('tags=-red')).toEqual([])
    expect(await slugs('status=archived')).toEqual(['hidden'])
    expect(await slugs('status=all')).toEqual(['trashed', 'hidden', 'tagged'])
    expect(await slugs('search=tag')).toEqual(['tagged'])
    expect(await slugs('campaign_id=unknown')).toEqual([])
  })

  it.each(['format=xlsx', 'format=ndjson', 'status=odd', 'created_after=soon'])('refuses %s', async (query) => {
    expectError(await get(`${path}?${query}`), { status: 400, code: 'BAD_REQUEST' })
  })

  it('counts toward the limit of bulk requests', async () => {
    const limited = await startApi({ ...stores, config: { ...stores.config, RATE_LIMIT_FACTOR: 1 } })
    const { headers } = await limited.request('GET', path, { key })
    expect(headers.get('ratelimit-policy')).toBe('"bulk";q=10;w=60')
    await limited.close()
  })

  it('returns each of many links once, page by page, and a canceled export keeps no connection', async () => {
    const { id } = await create()
    const count = 1_201
    await stores.sql`
      insert into links (id, account_id, domain_id, code, is_custom_alias, url, rev)
      select gen_random_uuid(), account_id, domain_id, 'many-' || number, true, url, rev
      from links, generate_series(1, ${count - 1}) as number
      where id = ${id}`
    const ids: string[] = (await get(`${path}?format=json`)).json.map((link: ShortUrl) => link.id)
    expect([ids.length, new Set(ids).size]).toEqual([count, count])
    const cancel = async () => {
      const stop = new AbortController()
      const response = await fetch(`${api.url}/api/v1${path}`, {
        headers: { authorization: `Bearer ${key}` },
        signal: stop.signal,
      })
      await response.body?.getReader().read()
      stop.abort()
    }
    // More than the API has connections.
    await Promise.all(Array.from({ length: 12 }, () => cancel().catch(() => undefined)))
    expect((await get('/short-urls')).status).toBe(200)
  })
})

describe('the CSV file of the links', () => {
  /** What a link has after it is created again. Codes that were generated are then custom ones. */
  const lasting = ({ id: _id, updated_at: _updated, custom_alias: _alias, ...rest }: ShortUrl) => rest
  const all = async (): Promise<ShortUrl[]> => (await get(`${path}?format=json&status=all`)).json

  it('creates the same links when it is imported', async () => {
    const made = await api.request('POST', '/campaigns', { key, body: { name: 'Spring' } })
    await create({ custom_alias: 'everything', ...everything(made.json.data.id) })
    await create()
    const { id } = await create({ name: "'=kept", tags: ['plain', 'tags'] })
    await put(id, { is_active: false })
    await stores.sql`
      update link_counts set clicks = 42 where link_id in (select id from links where code = 'everything')`
    const before = await all()
    const csv = (await get(`${path}?status=all`)).text
    for (const link of before) await remove(link.id)
    expect(await all()).toEqual([])
    const report = await importFile(csv)
    expect(report).toMatchObject({
      status: 'completed',
      analysis: { found: 3, invalid: 0, notes: [] },
      result: { created: 3, failed: 0 },
    })
    expect((await all()).map(lasting)).toEqual(before.map(lasting))
    const rules = await stores.sql<{ has_secret: boolean; counts: boolean }[]>`
      select rules_secret is not null as has_secret, numbered_since is not null as counts
      from links where account_id = ${account.id} and code = 'everything'`
    expect(rules).toEqual([{ has_secret: true, counts: true }])
  })

  it('does not open links that had a password, and leaves out the trash and unknown campaigns', async () => {
    const made = await api.request('POST', '/campaigns', { key, body: { name: 'Gone' } })
    await create({ custom_alias: 'locked', password: 'secret-word' })
    await create({ custom_alias: 'counted', campaign_id: made.json.data.id })
    const { id } = await create({ custom_alias: 'in-trash' })
    await api.request('POST', `/short-urls/${id}/trash`, { key })
    const csv = (await get(`${path}?status=all`)).text
    expect(csv).not.toContain('secret-word')
    for (const link of await all()) await remove(link.id)
    await api.request('DELETE', '/campaigns/Gone', { key })
    const { analysis, result } = await importFile(csv)
    expect(result).toMatchObject({ created: 2, failed: 1 })
    expect(analysis.notes.map(({ code, links }: { code: string; links: number }) => [code, links])).toEqual([
      ['password_removed', 1],
      ['campaign_unknown', 1],
    ])
    const states = (await all()).map(({ short_code, status, campaign_id }) => [short_code, status, campaign_id])
    expect(states.sort()).toEqual([
      ['counted', 'active', null],
      ['locked', 'disabled', null],
    ])
  })

  it('overwrites links with what the file has', async () => {
    const { id } = await create({ custom_alias: 'changed', indexing: false, fallback_url: 'https://example.com/else' })
    const csv = (await get(path)).text
    await put(id, { indexing: true, fallback_url: null, name: 'Stays' })
    expect((await importFile(csv, { conflict: 'overwrite' })).result).toMatchObject({ overwritten: 1, failed: 0 })
    expect((await get(`/short-urls/${id}`)).json.data).toMatchObject({
      indexing: false,
      fallback_url: 'https://example.com/else',
      name: 'Stays',
    })
  })

  it('does not disable links that have a password here', async () => {
    const { id } = await create({ custom_alias: 'kept', password: 'secret-word' })
    const other = await create({ custom_alias: 'opened', password: 'secret-word' })
    const csv = (await get(path)).text
    await put(other.id, { password: null })
    expect((await importFile(csv, { conflict: 'overwrite' })).result).toMatchObject({ overwritten: 2 })
    expect((await get(`/short-urls/${id}`)).json.data).toMatchObject({ status: 'active', is_password_protected: true })
    expect((await get(`/short-urls/${other.id}`)).json.data).toMatchObject({ status: 'disabled' })
  })

  it('drops rules that are broken, and refuses destinations and countries that are not possible', async () => {
    const rules = (rule: object) => JSON.stringify(JSON.stringify([rule])).replaceAll('\\"', '""')
    const conditions = [{ type: 'country', operator: 'in', value: ['xx'] }]
    const file = [
      'url,slug,targeting_rules',
      `https://example.com/1,one,${rules({ conditions: 'none' })}`,
      'https://example.com/2,two,{not json',
      `https://example.com/3,three,${rules({ conditions, destination_url: 'https://example.com/' })}`,
    ]
    const { analysis, result } = await importFile(file.join('\n'))
    expect(result).toMatchObject({ created: 2, failed: 1 })
    expect(analysis.notes).toMatchObject([{ code: 'targeting_dropped', links: 2 }])
  })
})
