import { beforeAll, describe, expect, it } from 'vitest'
import { createAccount } from '../../factories/account.ts'
import { createKey } from '../../factories/key.ts'
import { api, expectError, instant, pathOf, stores, useCampaigns } from '../support/campaigns.ts'

useCampaigns()

const given = {
  name: 'Spring Sale/26 & more',
  description: 'All of spring',
  start_date: '2026-03-01T01:00:00+01:00',
  end_date: '2999-05-31',
  tags: ['spring', 'sale'],
}

let key: string
let record: Record<string, unknown>
const ask = (method: string, path: string, body?: unknown) => api.request(method, path, { key, body })

/** A campaign with two short URLs that have 3 and 4 clicks. */
beforeAll(async () => {
  key = (await createKey(stores.sql, await createAccount(stores.sql))).key
  const made = await ask('POST', '/campaigns', given)
  expect(made.json.data).toMatchObject({ url_count: 0, total_clicks: 0 })
  const { id } = made.json.data
  for (const clicks of [3, 4]) {
    const link = await ask('POST', '/short-urls', { url: 'https://example.com/', campaign_id: id })
    await stores.sql`update link_counts set clicks = ${clicks} where link_id = ${link.json.data.id}`
  }
  await ask('POST', '/short-urls', { url: 'https://example.com/of-no-campaign' })
  record = (await ask('GET', `/campaigns/${id}`)).json.data
})

describe('the fields of a campaign', () => {
  it.each([
    ['id', expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)],
    ['name', given.name],
    ['description', given.description],
    ['start_date', '2026-03-01T00:00:00.000Z'],
    ['end_date', '2999-05-31T00:00:00.000Z'],
    ['tags', given.tags],
    ['url_count', 2],
    ['total_clicks', 7],
    ['created_at', instant],
    ['updated_at', instant],
  ])('%s is in the record and in the list', async (field, value) => {
    expect(record).toHaveProperty(field, value)
    expect((await ask('GET', '/campaigns')).json.data).toEqual([record])
  })

  it('updated_at is returned by an update, which advances it', async () => {
    const { json } = await ask('PUT', pathOf(String(record['id'])), { tags: given.tags, description: 'Later' })
    expect(Object.keys(json.data)).toEqual(['id', 'name', 'updated_at'])
    expect(Date.parse(json.data.updated_at)).toBeGreaterThan(Date.parse(String(record['updated_at'])))
    record = (await ask('GET', pathOf(String(record['id'])))).json.data
    expect(record['updated_at']).toBe(json.data.updated_at)
  })

  it('name is unique within the account, but not across accounts', async () => {
    expectError(await ask('POST', '/campaigns', { name: given.name }), { status: 400, code: 'BAD_REQUEST' })
    const other = (await createKey(stores.sql, await createAccount(stores.sql))).key
    expect((await api.request('POST', '/campaigns', { key: other, body: given })).status).toBe(201)
  })
})

it('a campaign is found by its UUID or by its URL-encoded name', async () => {
  for (const id of [String(record['id']), given.name]) {
    expect((await ask('GET', `/campaigns/${encodeURIComponent(id)}`)).json.data).toEqual(record)
  }
})
