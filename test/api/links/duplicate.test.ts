import { describe, expect, it } from 'vitest'
import {
  account,
  anotherKey,
  api,
  create,
  expectError,
  follow,
  key,
  put,
  read,
  stores,
  useRedirector,
  useShortUrls,
} from '../support/short-urls.ts'
import { keyOf } from '../support/use-api.ts'

useShortUrls()
useRedirector()

const duplicate = (id: string, options: { as?: string; body?: unknown } = {}) =>
  api.request('POST', `/short-urls/${id}/duplicate`, { key: options.as ?? key, ...options })

describe('duplicating a short URL', () => {
  it('copies every setting but those of the one link, also the password, and starts without clicks', async () => {
    await api.request('POST', '/campaigns', { key, body: { name: 'Spring' } })
    const settings = {
      name: 'All of it',
      description: 'A note',
      tags: ['one', 'two'],
      campaign_id: 'Spring',
      starts_at: '2020-01-01T00:00:00.000Z',
      expires_at: '2040-01-01T00:00:00.000Z',
      expired_url: 'https://example.com/over',
      max_clicks: 5,
      redirect_type: 307,
      forward_query: false,
      indexing: false,
      utm_source: 'news',
      ios_url: 'https://example.com/ios',
      og: { title: 'A card' },
    }
    const link = await create({ ...settings, password: 'open sesame', custom_alias: 'original', external_id: 'crm-1' })
    const { status, json } = await duplicate('original')
    expect(status).toBe(201)
    const { id, short_code, short_url, custom_alias, external_id, created_at, updated_at, ...copied } = json.data
    expect(link).toMatchObject(copied)
    expect(copied).toMatchObject({ tags: ['one', 'two'], campaign_id: link.campaign_id, is_password_protected: true })
    expect([id === link.id, custom_alias, external_id]).toEqual([false, null, null])
    expect(short_url.endsWith(`/${short_code}`)).toBe(true)
    expect(await read(id)).toMatchObject({ ...copied, created_at, updated_at })
    expect((await follow(short_code)).status).toBe(401)
  })

  it('makes a link that works from one that is disabled, archived or expired', async () => {
    const link = await create()
    await put(link.id, { is_active: false, archived: true })
    await stores.sql`update links set expires_at = now() - interval '1 day' where id = ${link.id}`
    const { json } = await duplicate(link.id)
    expect(json.data).toMatchObject({ status: 'active', archived: false, is_active: true, expires_at: null })
    expect((await follow(json.data.short_code)).status).toBe(302)
  })

  it('makes one copy for each request, and one for repeated requests with the same key', async () => {
    const { id } = await create()
    const copies = await Promise.all([duplicate(id), duplicate(id)])
    expect(new Set(copies.map(({ json }) => json.data.short_code)).size).toBe(2)
    const headers = { 'idempotency-key': 'once' }
    const again = () => api.request('POST', `/short-urls/${id}/duplicate`, { key, headers })
    expect((await again()).json.data.id).toBe((await again()).json.data.id)
    const [count] = await stores.sql`select count(*) from links where account_id = ${account.id}`
    expect(count?.['count']).toBe(4)
  })

  it('is refused to strangers and read-only keys, with a body, and for the page of a QR code', async () => {
    const { id } = await create()
    expectError(await duplicate(id, { as: await anotherKey() }), { status: 404, code: 'NOT_FOUND' })
    expectError(await duplicate('nothing-here'), { status: 404, code: 'NOT_FOUND' })
    expectError(await duplicate(id, { as: await keyOf(account, ['read']) }), { status: 403, code: 'FORBIDDEN' })
    expectError(await duplicate(id, { body: { name: 'Other' } }), { status: 400, code: 'BAD_REQUEST' })
    await stores.sql`update links set url = ${`http://${stores.config.BASE_DOMAIN}/x`} where id = ${id}`
    expectError(await duplicate(id), { status: 422, code: 'VALIDATION_ERROR' })
  })
})
