import { parse } from 'csv-parse/sync'
import { describe, expect, it } from 'vitest'
import { create, expectError, get, useShortUrls } from '../support/short-urls.ts'
import { account, anotherKey, api, key, stores, useDrawing } from '../support/use-api.ts'

useShortUrls()
useDrawing()

type Row = Record<string, string>
const rowsOf = async (path: string): Promise<Row[]> => parse((await get(path)).text, { columns: true })

async function make(path: string, body: object, as = key) {
  const { status, json, text } = await api.request('POST', path, { key: as, body })
  if (status !== 201) throw new Error(`${status} ${text}`)
  return json.data ?? json
}

const code = (name: string) => ({
  name,
  content_type: 'url',
  content_data: { url: 'https://example.com/?a=b,c;d' },
  is_dynamic: true,
})
const experiment = (name: string) => ({
  name,
  variants: [{ destination_url: 'https://example.com/a' }, { destination_url: 'https://example.com/b' }],
})
const content = { content_type: 'url', content_data: { url: 'https://example.com/' } }

describe('GET /qr-codes/export', () => {
  it('returns the codes that match, with their content and design as JSON', async () => {
    await make('/qr-codes/generate', code('@first'))
    await make('/qr-codes/generate', { ...code('second'), is_dynamic: false, tags: ['a', 'b'] })
    await make('/qr-codes/generate', code('foreign'), await anotherKey())
    const rows = await rowsOf('/qr-codes/export')
    expect(rows.map(({ name, tags, is_dynamic }) => [name, tags, is_dynamic])).toEqual([
      ['second', 'a,b', 'false'],
      ["'@first", '', 'true'],
    ])
    const { data } = (await get('/qr-codes')).json
    expect(JSON.parse(rows[0]?.['visual_settings'] ?? '')).toEqual(data[0].visual_settings)
    expect(JSON.parse(rows[1]?.['content_data'] ?? '')).toEqual({ url: 'https://example.com/?a=b,c;d' })
    expect((await get('/qr-codes/export?format=json')).json).toEqual(data)
    expect((await get('/qr-codes/export?format=json&is_dynamic=true')).json).toEqual([data[1]])
  })
})

describe('GET /campaigns/export', () => {
  it('returns the campaigns that match, with their counts', async () => {
    const { id } = await make('/campaigns', { name: '=Spring', tags: ['a'], description: 'x,y' })
    await make('/campaigns', { name: 'Later', start_date: '2999-01-01' })
    await make('/campaigns', { name: 'Foreign' }, await anotherKey())
    await create({ campaign_id: id })
    expect(await rowsOf('/campaigns/export')).toMatchObject([
      { name: 'Later', status: 'upcoming', url_count: '0', description: '' },
      { name: "'=Spring", status: 'active', url_count: '1', description: 'x,y', tags: 'a' },
    ])
    expect((await get('/campaigns/export?format=json')).json).toEqual((await get('/campaigns')).json.data)
    expect((await get('/campaigns/export?format=json&status=upcoming')).json).toMatchObject([{ name: 'Later' }])
  })

  it('returns each of many campaigns once', async () => {
    await stores.sql`
      insert into campaigns (id, account_id, name, tags)
      select gen_random_uuid(), ${account.id}, 'Campaign ' || number, '{}' from generate_series(1, 1001) as number`
    const names = (await rowsOf('/campaigns/export')).map(({ name }) => name)
    expect([names.length, new Set(names).size]).toEqual([1_001, 1_001])
  })
})

describe.each([
  ['/url-ab-tests', experiment, 'short URL A/B test'],
  ['/qr-ab-tests', (name: string) => ({ ...experiment(name), content }), 'QR code A/B test'],
])('GET %s/export', (path, body) => {
  it('returns the tests that match, with their variants', async () => {
    const { test } = await make(path, body('=One'))
    await make(path, body('Two'))
    await make(path, body('Foreign'), await anotherKey())
    await api.request('POST', `${path}/${test.id}/start`, { key })
    const rows = await rowsOf(`${path}/export`)
    expect(rows.map(({ name, status, winner_variant_id }) => [name, status, winner_variant_id])).toEqual([
      ['Two', 'draft', ''],
      ["'=One", 'running', ''],
    ])
    expect(JSON.parse(rows[1]?.['variants'] ?? '')).toEqual(test.variants)
    const running = (await get(`${path}/export?format=json&status=running`)).json
    expect(running).toMatchObject([{ id: test.id, variants: test.variants, started_at: expect.any(String) }])
    expect((await get(`${path}/export?status=odd`)).status).toBe(400)
  })
})

describe('GET /tags/export', () => {
  it('returns the tags that match, with their uses', async () => {
    await create({ tags: ['red', '=blue'] })
    await make('/tags', { name: 'Colored', color: 'green' })
    await create({ tags: ['foreign'] }, await anotherKey())
    expect((await rowsOf('/tags/export')).map(({ name, color, link_count }) => [name, color, link_count])).toEqual([
      ["'=blue", 'gray', '1'],
      ['Colored', 'green', '0'],
      ['red', 'gray', '1'],
    ])
    expect((await get('/tags/export?format=json')).json).toEqual((await get('/tags')).json.data)
    expect((await rowsOf('/tags/export?colored=true')).map(({ name }) => name)).toEqual(['Colored'])
  })

  it('returns each of many tags once', async () => {
    await stores.sql`
      insert into tags (account_id, name, color)
      select ${account.id}, 'Tag ' || number, 'green' from generate_series(1, 4001) as number`
    const names = (await rowsOf('/tags/export')).map(({ name }) => name)
    expect([names.length, new Set(names).size]).toEqual([4_001, 4_001])
  })
})

it.each(['/qr-codes/export', '/campaigns/export', '/url-ab-tests/export', '/qr-ab-tests/export', '/tags/export'])(
  '%s refuses an unknown format, and a caller without a key',
  async (path) => {
    expectError(await get(`${path}?format=xml`), { status: 400, code: 'BAD_REQUEST' })
    expectError(await api.request('GET', path), { status: 401, code: 'UNAUTHORIZED' })
  },
)
