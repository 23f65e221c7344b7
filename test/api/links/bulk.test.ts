import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createAccount } from '../../factories/account.ts'
import { eventually } from '../../stack/eventually.ts'
import { waitingForLocks } from '../../stack/waiting-for-locks.ts'
import { agents, startBoth } from '../support/redirecting.ts'

let both: Awaited<ReturnType<typeof startBoth>>
beforeAll(async () => {
  both = await startBoth()
})
afterAll(() => both.close())

const bulk = (method: string, body: unknown) => both.ask(method, '/short-urls/bulk', body)
const follow = async (code: string) => (await both.follow(code, agents.laptop)).status

let round = 0
let tag: string
beforeEach(() => {
  tag = `round-${round++}`
})
const make = async (count: number, body: object = {}) => {
  const urls = Array.from({ length: count }, (_, index) => ({
    url: `https://example.com/${index}`,
    tags: [tag],
    ...body,
  }))
  return (await bulk('POST', { urls })).json.data.succeeded as { id: string; short_code: string; name: string | null }[]
}
const eventsOf = async (type: string) =>
  (await both.stores.sql`select from webhook_messages where type = ${type} and data -> 'tags' ? ${tag}`).count

describe('POST /short-urls/bulk', () => {
  it('creates valid links in order, and reports invalid ones by index', async () => {
    const { status, json } = await bulk('POST', {
      urls: [
        { url: 'https://example.com/0', custom_alias: `${tag}-a`, tags: [tag] },
        { url: 'nonsense' },
        { url: 'https://example.com/2', tags: [tag] },
        { url: 'https://example.com/3', custom_alias: 'admin' },
        { nmae: 'x' },
        'no object',
        { url: 'https://example.com/6', expires_at: '2020-01-01T00:00:00Z' },
      ],
    })
    expect([status, json.success]).toEqual([200, true])
    const { succeeded, failed } = json.data
    expect(succeeded.map((link: { original_url: string }) => link.original_url)).toEqual([
      'https://example.com/0',
      'https://example.com/2',
    ])
    expect(failed).toEqual([
      { index: 1, code: 'VALIDATION_ERROR', message: expect.stringContaining('`url`: Enter a full URL') },
      { index: 3, code: 'CONFLICT', message: expect.any(String) },
      { index: 4, code: 'BAD_REQUEST', message: expect.stringContaining('`url` is required.') },
      { index: 5, code: 'BAD_REQUEST', message: expect.any(String) },
      { index: 6, code: 'VALIDATION_ERROR', message: expect.stringContaining('expires_at') },
    ])
    expect(await follow(`${tag}-a`)).toBe(302)
    expect(await eventsOf('url.created')).toBe(2)
  })

  it('gives an alias that appears twice to one link', async () => {
    const item = { url: 'https://example.com/', custom_alias: `${tag}-twice` }
    const { succeeded, failed } = (await bulk('POST', { urls: [item, item] })).json.data
    expect([succeeded.length, failed.map(({ code }: { code: string }) => code)]).toEqual([1, ['CONFLICT']])
  })

  it('creates a thousand links, which a list shows in reverse order', async () => {
    const links = await make(1_000)
    expect(new Set(links.map(({ short_code }) => short_code)).size).toBe(1_000)
    expect(await eventsOf('url.created')).toBe(1_000)
    const { json } = await both.ask('GET', `/short-urls?tags=${tag}&limit=100`)
    expect(json.data.map(({ id }: { id: string }) => id)).toEqual(
      links
        .toReversed()
        .slice(0, 100)
        .map(({ id }) => id),
    )
  })

  it('rejects an empty list and too many links', async () => {
    expect((await bulk('POST', { urls: [] })).status).toBe(422)
    expect((await bulk('POST', { urls: Array.from({ length: 1_001 }, () => ({})) })).status).toBe(422)
    expect((await bulk('POST', {})).status).toBe(400)
  })
})

describe('PUT /short-urls/bulk with tags to add and remove', () => {
  const tagsOf = async (...links: { id: string }[]) =>
    await Promise.all(
      links.map(async ({ id }) => (await both.ask('GET', `/short-urls/${id}`)).json.data.tags as string[]),
    )

  it('keeps all other tags of each link', async () => {
    const [one] = await make(1, { tags: ['a', 'b'] })
    const [other] = await make(1, { tags: ['c'] })
    const ids = [one?.id, other?.id]
    const { json } = await bulk('PUT', { ids, changes: { add_tags: ['d', 'a'], remove_tags: ['b'] } })
    expect(json.data.failed).toEqual([])
    expect(await tagsOf(one!, other!)).toEqual([
      ['a', 'd'],
      ['c', 'd', 'a'],
    ])
  })

  it('ignores the case of tags, and keeps the spelling that a link has', async () => {
    const [one] = await make(1, { tags: ['Sale', 'b'] })
    const [other] = await make(1, { tags: ['c', 'C', 'Sale', 'sALE'] })
    expect(await tagsOf(other!)).toEqual([['c', 'Sale']])
    const ids = [one?.id, other?.id]
    await bulk('PUT', { ids, changes: { add_tags: ['SALE', 'new', 'NEW'], remove_tags: ['B', 'C'] } })
    expect(await tagsOf(one!, other!)).toEqual([
      ['Sale', 'new'],
      ['Sale', 'new'],
    ])
    await both.stores.sql`update links set tags = '{sale,Sale,new}' where id = ${other?.id ?? ''}`
    await bulk('PUT', { ids, changes: { remove_tags: ['SALE'] } })
    expect(await tagsOf(one!, other!)).toEqual([['new'], ['new']])
  })

  it('keeps every tag of concurrent requests', async () => {
    const [link] = await make(1, { tags: [] })
    const names = Array.from({ length: 10 }, (_, index) => `at-once-${index}`)
    await Promise.all(names.map((name) => bulk('PUT', { ids: [link?.id], changes: { add_tags: [name] } })))
    const [tags] = await tagsOf(link!)
    expect(tags?.toSorted()).toEqual(names.toSorted())
  })

  it('reports a link that would have too many tags, and rejects a value that is not a list', async () => {
    const [full] = await make(1, { tags: Array.from({ length: 20 }, (_, index) => `${index}`) })
    const { json } = await bulk('PUT', { ids: [full?.id], changes: { add_tags: ['more'] } })
    expect(json.data).toMatchObject({ succeeded: [], failed: [{ index: 0, code: 'VALIDATION_ERROR' }] })
    expect((await tagsOf(full!))[0]).toHaveLength(20)
    expect((await bulk('PUT', { ids: [full?.id], changes: { add_tags: 'x' } })).status).toBe(400)
    expect((await bulk('PUT', { ids: [full?.id], changes: { add_tags: ['a,b'] } })).status).toBe(422)
  })

  it('announces nothing for a link that already has the tags', async () => {
    const [link] = await make(1)
    await bulk('PUT', { ids: [link?.id], changes: { add_tags: [tag] } })
    expect(await eventsOf('url.updated')).toBe(0)
  })
})

describe('PUT and DELETE /short-urls/bulk', () => {
  const foreign = async () => {
    const own = await make(1)
    const stranger = await createAccount(both.stores.sql)
    await both.stores.sql`update links set account_id = ${stranger.id} where id = ${own[0]?.id ?? ''}`
    return own[0]?.id ?? ''
  }

  it("change the account's links, and leave those of others", async () => {
    const [one, other] = await make(2)
    const theirs = await foreign()
    const { status, json } = await bulk('PATCH', {
      ids: [one?.id, theirs, other?.short_code, 'nothing-here'],
      changes: { name: 'changed', is_active: false },
    })
    expect(status).toBe(200)
    expect(json.data.succeeded).toMatchObject([
      { id: one?.id, name: 'changed', status: 'disabled' },
      { id: other?.id, name: 'changed' },
    ])
    expect(json.data.failed).toEqual([
      { index: 1, code: 'NOT_FOUND', message: expect.any(String) },
      { index: 3, code: 'NOT_FOUND', message: expect.any(String) },
    ])
    expect(await follow(one?.short_code ?? '')).toBe(404)
    expect(await eventsOf('url.updated')).toBe(2)
    const removed = await bulk('DELETE', { ids: [one?.id, theirs, 'nothing-here'] })
    expect(removed.json).toMatchObject({ success: true, timestamp: expect.any(String) })
    expect(removed.json.data.succeeded).toEqual([{ id: one?.id }])
    expect(removed.json.data.failed.map(({ index, code }: { index: number; code: string }) => [index, code])).toEqual([
      [1, 'ACCESS_DENIED'],
      [2, 'NOT_FOUND'],
    ])
    expect(await both.stores.sql`select from links where id = ${theirs}`).toHaveLength(1)
  })

  it('finds all links before it deletes one: afterwards, a slug could name a link on another domain', async () => {
    const [{ json: reserved }, others] = [
      await both.ask('POST', '/domains/subdomains', { subdomain: tag }),
      await make(6),
    ]
    expect(reserved.data.status).toBe('verified')
    const slug = `${tag}-promo`
    await make(1, { custom_alias: slug })
    const [kept] = await make(1, { custom_alias: slug, url_type: 'subdomain', subdomain: tag })
    const removed = await bulk('DELETE', { ids: [slug, ...others.map(({ id }) => id), slug] })
    expect(removed.json.data.succeeded).toHaveLength(7)
    expect(removed.json.data.failed).toMatchObject([{ index: 7, code: 'NOT_FOUND' }])
    expect((await both.ask('GET', `/short-urls/${kept?.id}`)).status).toBe(200)
  })

  it('accept a filter instead of ids', async () => {
    await make(3)
    const off = await make(2, { expires_at: '2999-01-01T00:00:00Z', name: 'off' })
    const changed = await bulk('PUT', { filter: { tags: [tag], search: 'off' }, changes: { is_active: false } })
    expect(changed.json.data.succeeded.map(({ id }: { id: string }) => id).sort()).toEqual(
      off.map(({ id }) => id).sort(),
    )
    const removed = await bulk('DELETE', { filter: { tags: [tag], status: 'disabled' } })
    expect(removed.json.data.succeeded).toHaveLength(2)
    expect(await both.stores.sql`select from links where tags @> ${[tag]}`).toHaveLength(3)
    expect(
      await both.stores.sql`select from deleted_links where link_id = any(${off.map(({ id }) => id)})`,
    ).toHaveLength(2)
  })

  it.each([
    ['DELETE', '', {}],
    ['PUT', '', { changes: { name: 'changed' } }],
    ['POST', '/trash', {}],
  ])('%s %s changes no link that stops matching the filter in the meantime', async (method, act, more) => {
    const [trashed, untagged, due] = await make(3)
    const { called } = await both.stores.sql.begin(async (tx) => {
      await tx`update links set trashed_at = now() where id = ${trashed?.id ?? ''}`
      await tx`update links set tags = '{}' where id = ${untagged?.id ?? ''}`
      const called = both.ask(method, `/short-urls/bulk${act}`, { filter: { tags: [tag] }, ...more })
      await eventually(async () => expect(await waitingForLocks(both.stores.sql)).toBe(2))
      return { called }
    })
    const { status, json } = await called
    const { succeeded, failed } = json.data
    expect([status, succeeded.map(({ id }: { id: string }) => id), failed]).toEqual([200, [due?.id], []])
    for (const { id } of [trashed, untagged].flatMap((link) => link ?? [])) {
      const kept = await both.ask('GET', `/short-urls/${id}`)
      expect([kept.status, kept.json.data.name, kept.json.data.tags]).toEqual([
        200,
        null,
        id === trashed?.id ? [tag] : [],
      ])
    }
  })

  it('exclude a tag with a leading hyphen in the filter, as the list does', async () => {
    await make(2)
    const [kept] = await make(1, { tags: [tag, 'keep'] })
    const listed = await both.ask('GET', `/short-urls?tags=${tag},-keep`)
    const removed = await bulk('DELETE', { filter: { tags: [tag, ' -keep '] } })
    const ids = (found: { id: string }[]) => found.map(({ id }) => id).sort()
    expect(ids(removed.json.data.succeeded)).toEqual(ids(listed.json.data))
    expect(ids(await both.stores.sql`select id from links where tags @> ${[tag]}`)).toEqual([kept?.id])
  })

  it.each([
    [{ changes: { name: 'x' } }, 400],
    [{ ids: ['a'], filter: { status: 'all' }, changes: { name: 'x' } }, 400],
    [{ ids: ['a'] }, 400],
    [{ ids: [], changes: {} }, 422],
    [{ filter: {}, changes: {} }, 422],
    [{ ids: ['a'], changes: { custom_alias: 'many' } }, 400],
    [{ ids: ['a'], changes: { url: 'nonsense' } }, 422],
    [{ filter: { status: 'gone' }, changes: {} }, 422],
    [{ filter: { tags: ['- '] }, changes: {} }, 422],
    [{ filter: { tags: [] }, changes: {} }, 422],
    [{ filter: { search: '' }, changes: {} }, 422],
  ])('PUT %j returns %i', async (body, status) => {
    expect((await bulk('PUT', body)).status).toBe(status)
  })

  it('reject a filter that matches more links than one call can change', async () => {
    await make(1_000)
    await make(1)
    const { status, json } = await bulk('DELETE', { filter: { tags: [tag] } })
    expect([status, json.error.details.errors[0].field]).toEqual([422, 'filter'])
    expect(await both.stores.sql`select from links where tags @> ${[tag]}`).toHaveLength(1_001)
  })
})

it('is limited to ten calls a minute on every plan', async () => {
  const limited = await startBoth({ RATE_LIMIT_FACTOR: '1' })
  const answer = await limited.ask('DELETE', '/short-urls/bulk', { ids: ['nothing-here'] })
  await limited.close()
  expect(answer.headers.get('x-ratelimit-limit')).toBe('10')
})
