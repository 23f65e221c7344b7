import {
  AuthenticationError,
  ConflictError,
  ConnectionError,
  NotFoundError,
  ValidationError,
  Waymark,
  WaymarkError,
} from '@waymark/sdk'
import { beforeEach, describe, expect, it } from 'vitest'
import { type FieldError, sentenceAbout } from '#core/sentence-about.ts'
import { two } from '../support/experiments.ts'
import { api, key, useAccounts, useApi, useDrawing } from '../support/use-api.ts'
import { openFaultyWay } from './faulty-way.fixture.ts'

useApi()
useAccounts({ hears: false })
useDrawing()

/** They can free the name in their path. */
const changes = ['delete a link', 'change a slug', 'rename a tag', 'rename a campaign by its name'] as const

let waymark: Waymark
beforeEach(() => {
  waymark = new Waymark({ apiKey: key, baseUrl: `${api.url}/` })
})

describe('links', () => {
  it('creates, reads, changes and deletes a link', async () => {
    const link = await waymark.links.create({ url: 'https://example.com/', custom_alias: 'sdk-link', tags: ['a'] })
    expect(link).toMatchObject({ custom_alias: 'sdk-link', original_url: 'https://example.com/' })
    expect(await waymark.links.get('sdk-link')).toMatchObject({ id: link.id, tags: ['a'] })
    expect(await waymark.links.update(link.id, { name: 'Renamed' })).toMatchObject({ name: 'Renamed' })
    expect((await waymark.links.duplicate(link.id)).id).not.toBe(link.id)
    await waymark.links.delete(link.id)
    await expect(waymark.links.get(link.id)).rejects.toThrow(NotFoundError)
  })

  it('iterates over all pages, and returns one page when it is awaited', async () => {
    const urls = Array.from({ length: 7 }, (_, n) => ({ url: `https://example.com/${n}` }))
    expect((await waymark.links.createMany({ urls })).succeeded).toHaveLength(7)
    const page = await waymark.links.list({ limit: 3 })
    expect(page.pagination).toMatchObject({ total: 7, has_more: true })
    const all = await collect(waymark.links.list({ limit: 3 }))
    expect(all.map(({ original_url }) => original_url).sort()).toEqual(urls.map(({ url }) => url))
    expect((await collect(waymark.links.list({ limit: 3, page: 2 }))).length).toBe(4)
  })

  it('deletes several with a body', async () => {
    const { id } = await waymark.links.create({ url: 'https://example.com/' })
    expect((await waymark.links.deleteMany({ ids: [id] })).succeeded).toEqual([{ id }])
  })

  it.each(['', '.', '..'])('refuses the id %j, which would name something else', (id) => {
    expect(() => waymark.links.get(id)).toThrow(TypeError)
  })
})

it('lists that have no cursor are read page by page', async () => {
  const names = ['one', 'two', 'three']
  for (const name of names) await waymark.campaigns.create({ name })
  const listed = await collect(waymark.campaigns.list({ limit: 1 }))
  expect(listed.map(({ name }) => name).sort()).toEqual([...names].sort())
})

it('A/B tests, whose replies have no envelope', async () => {
  const { test } = await waymark.abTests.create({ name: 'Headline', variants: two })
  expect(test.variants).toHaveLength(2)
  expect((await collect(waymark.abTests.list())).map(({ id }) => id)).toEqual([test.id])
  expect((await waymark.abTests.start(test.id)).test.status).toBe('running')
})

it('files are returned as responses', async () => {
  const { qrCode } = await waymark.qrCodes.generate({ content_type: 'text', content_data: { text: 'Hello' } })
  const image = await waymark.qrCodes.image(qrCode.id, { format: 'svg' })
  expect(image.headers.get('content-type')).toContain('image/svg+xml')
  expect(await image.text()).toContain('<svg')
})

it('files are uploaded as forms', async () => {
  const file = new File(['url,slug\nhttps://example.com/,from-file\n'], 'links.csv')
  const started = await waymark.imports.create({ source: 'csv', file, dry_run: true })
  expect(started).toMatchObject({ source: 'csv', dry_run: true })
  expect((await waymark.imports.get(started.id)).id).toBe(started.id)
})

describe('errors', () => {
  it('name the field that is wrong', async () => {
    const failure: unknown = await waymark.links.create({ url: 'ftp://example.com/' }).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(ValidationError)
    expect(failure).toMatchObject({ status: 422, code: 'VALIDATION_ERROR', requestId: expect.any(String) })
    expect(failure).toMatchObject({ errors: [{ field: 'url', message: expect.any(String) }] })
  })

  it.each([
    [{ url: 7 }, { field: 'url', message: 'Must be a string.' }],
    [{}, { field: 'url', message: 'Required.' }],
    [
      { url: 'https://example.com/', hue: 'red' },
      { field: 'hue', message: 'Unknown field.' },
    ],
    [[], { field: '', message: 'The request body must be an object.' }],
  ])('name the first field of %j, which has the wrong shape', async (body, expected) => {
    const call = waymark.links.create(body as never)
    await expect(call).rejects.toMatchObject({ name: 'ValidationError', status: 400, errors: [expected] })
  })

  it('have a sentence about the field, or about none', () => {
    const errorsOf = (message: string) =>
      new ValidationError(message, { status: 400, code: 'BAD_REQUEST', requestId: null }).errors
    const messages = [
      'Cannot be null.',
      'Requires a dynamic code.',
      'Not allowed with save: false.',
      'Enter a full URL.',
    ]
    const told: FieldError[] = messages.map((message) => ({ field: 'variants.0.name', message }))
    expect(told.flatMap((each) => errorsOf(sentenceAbout(each)))).toEqual(told)
    for (const message of ['The body is not JSON.', '`a` and `b` are the same.'])
      expect(errorsOf(message)).toEqual([{ field: '', message }])
  })

  it('have classes', async () => {
    const stranger = new Waymark({ apiKey: 'wm_wrong', baseUrl: api.url })
    await expect(stranger.account.get()).rejects.toThrow(AuthenticationError)
    await waymark.links.create({ url: 'https://example.com/', custom_alias: 'taken' })
    const again = waymark.links.create({ url: 'https://example.com/', custom_alias: 'taken' })
    await expect(again).rejects.toThrow(ConflictError)
  })

  it('say when the server is not Waymark, or not there', async () => {
    const elsewhere = new Waymark({ apiKey: key, baseUrl: `${api.url}/nowhere` })
    await expect(elsewhere.account.get()).rejects.toThrow(NotFoundError)
    const nobody = new Waymark({ apiKey: key, baseUrl: 'http://127.0.0.1:1', maxRetries: 0 })
    await expect(nobody.account.get()).rejects.toThrow(ConnectionError)
  })
})

describe('failures that pass', () => {
  it('a creation whose response is lost has one effect', async () => {
    const way = await openFaultyWay(api.url, ['lose-response', 'lose-response'])
    const link = await new Waymark({ apiKey: key, baseUrl: way.url }).links.create({ url: 'https://example.com/' })
    expect(way.requests).toBe(3)
    expect((await waymark.links.list()).data.map(({ id }) => id)).toEqual([link.id])
  })

  it('429 and 503 are sent again after the time that the server names', async () => {
    const way = await openFaultyWay(api.url, ['too-many', 'unavailable'])
    const start = Date.now()
    await new Waymark({ apiKey: key, baseUrl: way.url }).links.create({ url: 'https://example.com/' })
    expect(Date.now() - start).toBeGreaterThan(1_900)
    expect((await waymark.links.list()).pagination.total).toBe(1)
  })

  it('a call fails at once if the server asks for a wait of minutes', async () => {
    const way = await openFaultyWay(api.url, ['too-many-today'])
    const call = new Waymark({ apiKey: key, baseUrl: way.url }).links.list()
    await expect(call).rejects.toThrow(expect.objectContaining({ status: 429 }))
    expect(way.requests).toBe(1)
  })

  it('the last failure is reported', async () => {
    const way = await openFaultyWay(api.url, ['unavailable', 'unavailable'])
    const failure = new Waymark({ apiKey: key, baseUrl: way.url, maxRetries: 1 }).account.get()
    await expect(failure).rejects.toThrow(WaymarkError)
    expect(way.requests).toBe(2)
  })

  describe.each(changes)('a request to %s', (name) => {
    it.each([
      ['lose-response', ConnectionError],
      ['unavailable', WaymarkError],
      ['gateway-timeout', WaymarkError],
    ] as const)('is not repeated after %s, since another object may have its name now', async (fault, error) => {
      const { id } = await createNamed()
      const way = await openFaultyWay(api.url, [fault])
      await expect(change(name, way.url, id)).rejects.toThrow(error)
      expect(way.requests).toBe(1)
    })

    it('is repeated after 429', async () => {
      const { id } = await createNamed()
      const way = await openFaultyWay(api.url, ['too-many'])
      await change(name, way.url, id)
      expect(way.requests).toBe(2)
    })
  })

  it.each(['lose-response', 'unavailable', 'gateway-timeout'] as const)(
    'a change that keeps the slug is repeated after %s',
    async (fault) => {
      const { id } = await waymark.links.create({ url: 'https://example.com/' })
      const way = await openFaultyWay(api.url, [fault])
      await new Waymark({ apiKey: key, baseUrl: way.url }).links.update(id, { name: 'Renamed' })
      expect(way.requests).toBe(2)
    },
  )

  it('a campaign that is renamed by its ID is renamed once its response was lost', async () => {
    const { id } = await waymark.campaigns.create({ name: 'Spring sale' })
    const way = await openFaultyWay(api.url, ['lose-response'])
    const { campaigns } = new Waymark({ apiKey: key, baseUrl: way.url })
    expect(await campaigns.update(id, { name: 'Summer sale' })).toMatchObject({ id, name: 'Summer sale' })
    expect(way.requests).toBe(2)
  })

  it('a new slug whose response is lost changes no link on another domain', async () => {
    await waymark.domains.reserveSubdomain({ subdomain: 'twins' })
    const there = { url_type: 'subdomain', subdomain: 'twins' } as const
    const twin = await waymark.links.create({ url: 'https://example.com/', custom_alias: 'twin', ...there })
    const own = await waymark.links.create({ url: 'https://example.com/', custom_alias: 'twin' })
    const way = await openFaultyWay(api.url, ['lose-response'])
    const changing = new Waymark({ apiKey: key, baseUrl: way.url }).links.update('twin', { custom_alias: 'twin-moved' })
    await expect(changing).rejects.toThrow(ConnectionError)
    expect(await waymark.links.get(own.id)).toMatchObject({ custom_alias: 'twin-moved' })
    expect(await waymark.links.get(twin.id)).toMatchObject({ custom_alias: 'twin' })
  })

  it('the content of a file can take longer than the time limit, and other responses cannot', async () => {
    await waymark.links.create({ url: 'https://example.com/', custom_alias: 'slow' })
    const way = await openFaultyWay(api.url, ['slow-end', 'slow-end'])
    const hasty = new Waymark({ apiKey: key, baseUrl: way.url, timeoutMs: 1_000, maxRetries: 0 })
    const file = await hasty.links.export({ format: 'csv' })
    expect(await file.text()).toMatch(/,slow,[^\n]+\n$/)
    await expect(hasty.links.list()).rejects.toThrow(expect.objectContaining({ name: 'TimeoutError' }))
  })

  it('a call can be aborted while it waits', async () => {
    const way = await openFaultyWay(api.url, ['too-many', 'too-many', 'too-many'])
    const signal = AbortSignal.timeout(50)
    const call = new Waymark({ apiKey: key, baseUrl: way.url }).links.list({}, { signal })
    await expect(call).rejects.toThrow(expect.objectContaining({ name: 'TimeoutError' }))
    expect(way.requests).toBe(1)
  })
})

/** A link, and a tag and a campaign with names. */
async function createNamed() {
  await waymark.campaigns.create({ name: 'Spring sale' })
  return await waymark.links.create({ url: 'https://example.com/', tags: ['red'] })
}

function change(name: (typeof changes)[number], baseUrl: string, id: string): Promise<unknown> {
  const { links, tags, campaigns } = new Waymark({ apiKey: key, baseUrl })
  if (name === 'delete a link') return links.delete(id)
  if (name === 'rename a tag') return tags.update('red', { name: 'blue' })
  return name === 'change a slug'
    ? links.update(id, { custom_alias: `moved-${id.slice(-12)}` })
    : campaigns.update('Spring sale', { name: 'Summer sale' })
}

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const collected: Item[] = []
  for await (const item of items) collected.push(item)
  return collected
}
