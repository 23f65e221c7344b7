import { describe, expect, it } from 'vitest'
import {
  anotherKey,
  api,
  create,
  follow,
  freshAlias,
  key,
  put,
  read,
  stores,
  useRedirector,
  useShortUrls,
} from '../support/short-urls.ts'

useShortUrls()
useRedirector()

const events = async (id: string) =>
  (await stores.sql<{ type: string }[]>`select type from webhook_messages where data ->> 'id' = ${id} order by id`).map(
    ({ type }) => type,
  )

describe('PUT /short-urls/{id}', () => {
  it('changes the given fields only, and the next visit sees the change', async () => {
    const link = await create({ name: 'Old', custom_alias: freshAlias() })
    await follow(link.short_code)
    const { status, json } = await put(link.id, { url: 'https://example.com/new', redirect_type: 307 })
    expect(status).toBe(200)
    const changed = { original_url: 'https://example.com/new', redirect_type: 307, updated_at: expect.any(String) }
    expect(json).toEqual({ success: true, data: { ...link, ...changed } })
    expect(await read(link.id)).toEqual(json.data)
    const { status: redirected, headers } = await follow(link.short_code)
    expect([redirected, headers.location]).toEqual([307, 'https://example.com/new'])
    expect(await events(link.id)).toEqual(['url.created', 'url.updated'])
  })

  it('accepts every field, slugs and aliases as ids, and PATCH', async () => {
    const { short_code } = await create()
    const full = {
      name: 'n',
      description: 'd',
      tags: ['a', 'b'],
      external_id: 'e-1',
      expires_at: '2999-01-01T00:00:00.000Z',
      starts_at: '2998-01-01T00:00:00.000Z',
      expired_url: 'https://example.com/late',
      max_clicks: 5,
      tracking_enabled: false,
      redirect_type: 308,
      forward_query: false,
      ios_url: 'https://ios.example/',
      android_url: 'https://android.example/',
      og: { title: 't', description: 'd', image_url: 'https://example.com/i.png' },
      is_active: false,
    }
    const answer = await api.request('PATCH', `/short-urls/${short_code}`, {
      key,
      body: { original_url: 'https://example.com/', utm_source: 's', password: 'secret', ...full },
    })
    expect(answer.json.data).toMatchObject({
      ...full,
      original_url: 'https://example.com/',
      status: 'disabled',
      is_password_protected: true,
      utm: { utm_source: 's', utm_medium: null },
    })
    expect(answer.text).not.toContain('argon2')
    const empty = Object.fromEntries(
      ['name', 'description', 'external_id', 'expires_at', 'starts_at', 'expired_url', 'max_clicks', 'password']
        .concat('utm_source', 'ios_url', 'android_url', 'og')
        .map((field) => [field, null]),
    )
    expect((await put(short_code, { ...empty, tags: [], is_active: true })).json.data).toMatchObject({
      name: null,
      expires_at: null,
      max_clicks: null,
      is_password_protected: false,
      utm: { utm_source: null },
      og: null,
      tags: [],
      status: 'active',
    })
  })

  it('accepts a record back unchanged, even an expired one', async () => {
    const link = await create({
      custom_alias: freshAlias(),
      tags: ['x'],
      utm_source: 's',
      expires_at: '2999-01-01T00:00:00Z',
    })
    await stores.sql`update links set expires_at = now() - interval '1 day' where id = ${link.id}`
    const record = await read(link.id)
    expect(record.status).toBe('expired')
    const { status, json } = await put(link.id, { ...record, url: 'https://example.com/other' })
    expect(status).toBe(200)
    expect(json.data).toEqual({
      ...record,
      original_url: 'https://example.com/other',
      updated_at: expect.any(String),
    })
  })

  it('changes and announces nothing for an empty body', async () => {
    const link = await create()
    expect((await put(link.id, {})).json.data).toEqual(link)
    expect(await events(link.id)).toEqual(['url.created'])
  })

  it('disables and enables a link', async () => {
    const { id, short_code } = await create()
    expect((await follow(short_code)).status).toBe(302)
    expect((await put(id, { is_active: false })).json.data).toMatchObject({ status: 'disabled', is_active: false })
    expect((await follow(short_code)).status).toBe(404)
    await put(id, { is_active: true })
    expect((await follow(short_code)).status).toBe(302)
  })

  it.each([
    ['an unknown field', { nmae: 'x' }, 400],
    ['a url of another type', { url: 5 }, 400],
    ['a url that is null', { url: null }, 400],
    ['an is_active that is not a boolean', { is_active: 'no' }, 400],
    ['an invalid url', { url: 'javascript:alert(1)' }, 422],
    ['our own host', { url: 'http://localhost:8080/loop' }, 422],
    ['our own host for iOS', { ios_url: 'http://localhost:8080/loop' }, 422],
    ['an invalid alias', { custom_alias: 'a b' }, 422],
    ['an expiration date in the past', { expires_at: '2020-01-01T00:00:00Z' }, 422],
    [
      'a start date after the expiration date',
      { starts_at: '2999-01-01T00:00:00Z', expires_at: '2998-01-01T00:00:00Z' },
      422,
    ],
    ['too many tags', { tags: Array.from({ length: 21 }, (_, index) => `t${index}`) }, 422],
    ['a click limit of 0', { max_clicks: 0 }, 422],
  ])('rejects %s and changes nothing', async (_, body, expected) => {
    const link = await create()
    const { status, json } = await put(link.id, { name: 'changed', ...body })
    expect({ status, code: json.error.code }).toEqual({
      status: expected,
      code: expected === 400 ? 'BAD_REQUEST' : 'VALIDATION_ERROR',
    })
    expect(await read(link.id)).toEqual(link)
    expect(await events(link.id)).toEqual(['url.created'])
  })

  it('validates a rule across two fields with the stored value', async () => {
    const { id } = await create({ starts_at: '2998-01-01T00:00:00Z' })
    const { status, json } = await put(id, { expires_at: '2997-01-01T00:00:00Z' })
    expect([status, json.error.details.errors[0].field]).toEqual([422, 'expires_at'])
  })

  it("returns 404 for an unknown link and another account's, and changes nothing", async () => {
    const link = await create()
    const stranger = await anotherKey()
    for (const answer of [
      await put('nothing-here', { name: 'x' }),
      await put(link.id, { name: 'x' }, stranger),
      await put(link.short_code, { name: 'x' }, stranger),
    ]) {
      expect([answer.status, answer.json.error.code]).toEqual([404, 'NOT_FOUND'])
    }
    expect(await read(link.id)).toEqual(link)
  })

  it('keeps both of two concurrent changes', async () => {
    const { id, short_code } = await create()
    const [url, name] = ['https://example.com/both', 'both']
    await Promise.all([put(id, { url }), put(id, { name }), put(id, { tags: ['both'] })])
    expect(await read(id)).toMatchObject({ original_url: url, name, tags: ['both'] })
    expect((await follow(short_code)).headers.location).toBe(url)
  })
})
