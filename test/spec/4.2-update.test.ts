import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { createAccount, type TestAccount } from '../factories/account.ts'
import { createKey } from '../factories/key.ts'
import { runRedirector } from '../redirector/run-redirector.ts'
import { visit } from '../redirector/visit.ts'
import { openTestStores, type TestStores } from '../stack/stores.ts'
import { startApi, type TestApi } from './http.ts'

let stores: TestStores
let api: TestApi
let redirector: Awaited<ReturnType<typeof runRedirector>>
let account: TestAccount
let key: string

beforeAll(async () => {
  stores = await openTestStores({ RATE_LIMIT_FACTOR: '0', REDIRECT_PORT: '0', LISTEN_HOST: '127.0.0.1' })
  api = await startApi(stores)
  redirector = await runRedirector(stores)
})
afterAll(async () => {
  await redirector.lifecycle.stop()
  await api.close()
  await stores.close()
})
beforeEach(async () => {
  account = await createAccount(stores.sql)
  key = (await createKey(stores.sql, account)).key
})

const put = (id: string, body?: unknown, as = key) => api.request('PUT', `/short-urls/${id}`, { key: as, body })
const read = async (id: string) => (await api.request('GET', `/short-urls/${id}`, { key })).json.data
const follow = (code: string) => visit(redirector.port, `/${code}`)

async function create(body: Record<string, unknown> = {}) {
  const answer = await api.request('POST', '/short-urls', { key, body: { url: 'https://example.com/page', ...body } })
  if (answer.status !== 201) throw new Error(`${answer.status} ${answer.text}`)
  return answer.json.data
}

const events = async (id: string) =>
  (await stores.sql<{ type: string }[]>`select type from webhook_messages where data ->> 'id' = ${id} order by id`).map(
    ({ type }) => type,
  )

let made = 0
const freshAlias = () => `renamed-${made++}`

describe('PUT /short-urls/{id}', () => {
  it('changes what it names and leaves the rest, and the next visit shows it', async () => {
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

  it('takes every field, by code or alias too, and PATCH for PUT', async () => {
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

  it('takes a record back as it was read, also an expired one', async () => {
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
    expect((await put(link.id)).json.data).toEqual(link)
    expect((await put(link.id, {})).json.data).toEqual(link)
    expect(await events(link.id)).toEqual(['url.created'])
  })

  it('switches a link off and on', async () => {
    const { id, short_code } = await create()
    expect((await follow(short_code)).status).toBe(302)
    expect((await put(id, { is_active: false })).json.data).toMatchObject({ status: 'disabled', is_active: false })
    expect((await follow(short_code)).status).toBe(404)
    await put(id, { is_active: true })
    expect((await follow(short_code)).status).toBe(302)
  })

  it.each([
    ['an unknown member', { nmae: 'x' }, 400],
    ['a url of another type', { url: 5 }, 400],
    ['a url that is null', { url: null }, 400],
    ['is_active that is no boolean', { is_active: 'no' }, 400],
    ['a url that is none', { url: 'javascript:alert(1)' }, 422],
    ['our own address', { url: 'http://localhost:8080/loop' }, 422],
    ['our own address for iOS', { ios_url: 'http://localhost:8080/loop' }, 422],
    ['a bad alias', { custom_alias: 'a b' }, 422],
    ['an expiry in the past', { expires_at: '2020-01-01T00:00:00Z' }, 422],
    ['a start after the expiry', { starts_at: '2999-01-01T00:00:00Z', expires_at: '2998-01-01T00:00:00Z' }, 422],
    ['too many tags', { tags: Array.from({ length: 21 }, (_, index) => `t${index}`) }, 422],
    ['a limit of nothing', { max_clicks: 0 }, 422],
  ])('refuses %s and changes nothing', async (_, body, expected) => {
    const link = await create()
    const { status, json } = await put(link.id, { name: 'changed', ...body })
    expect({ status, code: json.error.code }).toEqual({
      status: expected,
      code: expected === 400 ? 'BAD_REQUEST' : 'VALIDATION_ERROR',
    })
    expect(await read(link.id)).toEqual(link)
    expect(await events(link.id)).toEqual(['url.created'])
  })

  it('looks at what the link has when a rule spans two fields', async () => {
    const { id } = await create({ starts_at: '2998-01-01T00:00:00Z' })
    const { status, json } = await put(id, { expires_at: '2997-01-01T00:00:00Z' })
    expect([status, json.error.details.errors[0].field]).toEqual([422, 'expires_at'])
  })

  it('is 404 for an unknown link and for another account, and touches nothing', async () => {
    const link = await create()
    const stranger = (await createKey(stores.sql, await createAccount(stores.sql))).key
    for (const answer of [
      await put('nothing-here', { name: 'x' }),
      await put(link.id, { name: 'x' }, stranger),
      await put(link.short_code, { name: 'x' }, stranger),
    ]) {
      expect([answer.status, answer.json.error.code]).toEqual([404, 'NOT_FOUND'])
    }
    expect(await read(link.id)).toEqual(link)
  })

  it('keeps both of two changes made at once', async () => {
    const { id, short_code } = await create()
    const [url, name] = ['https://example.com/both', 'both']
    await Promise.all([put(id, { url }), put(id, { name }), put(id, { tags: ['both'] })])
    expect(await read(id)).toMatchObject({ original_url: url, name, tags: ['both'] })
    expect((await follow(short_code)).headers.location).toBe(url)
  })
})

describe('renaming', () => {
  it('moves the link, and frees the old code at once', async () => {
    const [before, after] = [freshAlias(), freshAlias()]
    const { id } = await create({ custom_alias: before })
    expect((await follow(before)).status).toBe(302)
    expect((await follow(after)).status).toBe(404)
    const { json } = await put(before, { custom_alias: after })
    expect(json.data).toMatchObject({ id, short_code: after, custom_alias: after })
    expect([(await follow(before)).status, (await follow(after)).status]).toEqual([404, 302])
    await create({ custom_alias: before })
    expect((await follow(before)).status).toBe(302)
    expect(await stores.sql`select from outbox where target = 'redis' and code in (${before}, ${after})`).toEqual([])
  })

  it('is no renaming when the alias is the own, or null', async () => {
    const custom_alias = freshAlias()
    const link = await create({ custom_alias })
    expect((await put(link.id, { custom_alias, name: null })).json.data.custom_alias).toBe(custom_alias)
    expect((await put(link.id, { custom_alias: null })).json.data.custom_alias).toBe(custom_alias)
  })

  it('refuses a taken and a reserved alias with 409, and changes nothing', async () => {
    const custom_alias = freshAlias()
    await create({ custom_alias })
    const link = await create()
    for (const alias of [custom_alias, 'admin']) {
      const { status, json } = await put(link.id, { name: 'changed', custom_alias: alias })
      expect([status, json.error.code]).toEqual([409, 'CONFLICT'])
    }
    expect(await read(link.id)).toEqual(link)
  })

  it('gives one alias to exactly one of many who rename at once', async () => {
    const custom_alias = freshAlias()
    const links = await Promise.all(Array.from({ length: 10 }, () => create()))
    const answers = await Promise.all(links.map(({ id }) => put(id, { custom_alias })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 409)])
  })

  it('lets two links change places without a deadlock, and stay where Postgres has them', async () => {
    const [one, other, spare] = [freshAlias(), freshAlias(), freshAlias()]
    const first = await create({ custom_alias: one })
    const second = await create({ custom_alias: other, url: 'https://example.com/second' })
    for (let round = 0; round < 5; round++) {
      await Promise.all([
        put(first.id, { custom_alias: other }),
        put(second.id, { custom_alias: one }),
        put(first.id, { custom_alias: spare }),
        put(second.id, { custom_alias: other }),
      ])
    }
    const held = new Map([first, second].map(({ id }) => [id, '']))
    for (const id of held.keys()) held.set(id, (await read(id)).short_code)
    expect(new Set(held.values()).size).toBe(2)
    for (const alias of [one, other, spare]) {
      expect((await follow(alias)).status).toBe([...held.values()].includes(alias) ? 302 : 404)
    }
  })

  it('leaves nothing behind when a deletion meets it', async () => {
    for (let round = 0; round < 10; round++) {
      const [before, after] = [freshAlias(), freshAlias()]
      const { id } = await create({ custom_alias: before })
      await follow(before)
      const [, removed] = await Promise.all([
        put(id, { custom_alias: after }),
        api.request('DELETE', `/short-urls/${id}`, { key }),
      ])
      expect(removed.status).toBe(200)
      expect([(await follow(before)).status, (await follow(after)).status]).toEqual([404, 404])
    }
  })
})
