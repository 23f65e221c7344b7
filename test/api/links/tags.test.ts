import { describe, expect, it } from 'vitest'
import { relayFacts } from '#model/publish/relay-facts.ts'
import { storeClicks } from '../../factories/clicks.ts'
import { account, api, create, expectError, get, key, post, put, stores, useShortUrls } from '../support/short-urls.ts'

useShortUrls()

const ask = (method: string, path: string, body?: unknown) =>
  api.request(method, path, { key, ...(body !== undefined && { body }) })
const text = { content_type: 'text', content_data: { text: 'Hello' }, save: true }

describe('a filter by tags', () => {
  it('ignores case in lists as in analytics', async () => {
    const link = await create({ tags: ['Été', 'Big'] })
    const other = await create({ tags: ['small'] })
    await stores.sql.begin((tx) => relayFacts(tx, stores.ch))
    const at = new Date().toISOString()
    await storeClicks(stores.ch, [
      { account_id: account.id, link_id: link.id, at },
      { account_id: account.id, link_id: other.id, at },
    ])
    for (const tags of ['Été', 'été', 'ÉTÉ', 'BIG', 'big,none', '-small', '-SMALL']) {
      const query = `tags=${encodeURIComponent(tags)}`
      const { json } = await get(`/short-urls?${query}`)
      expect(
        json.data.map(({ id }: { id: string }) => id),
        tags,
      ).toEqual([link.id])
      const top = await get(`/analytics/top-performing-urls?${query}`)
      expect(
        top.json.data.urls.map(({ id }: { id: string }) => id),
        tags,
      ).toEqual([link.id])
      expect((await get(`/analytics/overview?${query}`)).json.data, tags).toMatchObject({
        total_urls: 1,
        total_clicks: 1,
      })
    }
  })

  it('ignores case in lists of campaigns and in bulk calls', async () => {
    await ask('POST', '/campaigns', { name: 'Spring', tags: ['Red'] })
    expect((await get('/campaigns?tags=RED')).json.data).toMatchObject([{ name: 'Spring' }])
    const link = await create({ tags: ['Red'] })
    const { json } = await ask('PUT', '/short-urls/bulk', { filter: { tags: ['rED'] }, changes: { name: 'Found' } })
    expect(json.data.succeeded).toMatchObject([{ id: link.id }])
  })
})

describe('a tag that begins with a hyphen, which a filter would exclude', () => {
  const details = { errors: [{ field: 'tags.0' }] }

  it('is rejected wherever tags are set, and changes nothing', async () => {
    const link = await create({ tags: ['kept'] })
    const tags = ['-x']
    expectError(await post({ url: 'https://example.com/', tags }), { status: 422, code: 'VALIDATION_ERROR' })
    const answer = await put(link.id, { tags })
    expectError(answer, { status: 422, code: 'VALIDATION_ERROR' })
    expect(answer.json.error).toMatchObject({
      message: expect.stringContaining('must not begin with a hyphen'),
      details,
    })
    expectError(await ask('POST', '/campaigns', { name: 'A', tags }), { status: 400, code: 'BAD_REQUEST' })
    expectError(await ask('POST', '/qr-codes/generate', { ...text, tags }), { status: 422, code: 'VALIDATION_ERROR' })
    const changes = { add_tags: tags }
    expectError(await ask('PUT', '/short-urls/bulk', { ids: [link.id], changes }), {
      status: 422,
      code: 'VALIDATION_ERROR',
    })
    expect((await get(`/short-urls/${link.id}`)).json.data.tags).toEqual(['kept'])
  })

  it('can be removed from a link that has it from an earlier version', async () => {
    const link = await create({ tags: ['kept'] })
    await stores.sql`update links set tags = ${['-x', 'kept']} where id = ${link.id}`
    await ask('PUT', '/short-urls/bulk', { ids: [link.id], changes: { remove_tags: ['-x'] } })
    expect((await get(`/short-urls/${link.id}`)).json.data.tags).toEqual(['kept'])
  })
})
