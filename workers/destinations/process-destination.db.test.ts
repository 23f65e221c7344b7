import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { keepDestination, mostOfAccount, selectDestination, selectSites } from '#model/destinations/destination-rows.ts'
import { RequestCounter } from '#model/limits/request-counter.ts'
import { createAccount } from '../../test/factories/account.ts'
import { openTestStores, type TestStores } from '../../test/stack/stores.ts'
import { processDestination } from './process-destination.ts'
import type { Reader } from './read-url.ts'
import { createReader } from './start-destinations.ts'

let stores: TestStores
let account_id: string
let server: Server
let origin: string
let requests: IncomingMessage[]
let pages: Record<string, RequestListener>
const stopped = new AbortController().signal

beforeAll(async () => {
  stores = await openTestStores()
  account_id = (await createAccount(stores.sql)).id
})
afterAll(() => stores.close())
beforeEach(async () => {
  await stores.redis.flushdb()
  requests = []
  server = createServer((request, response) => {
    requests.push(request)
    const page = pages[request.url ?? '']
    if (page === undefined) response.writeHead(404).end()
    else page(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(() => {
  server.close()
  server.closeAllConnections()
})

const send =
  (type: string, body: Buffer | string): RequestListener =>
  (_request, response) =>
    response.writeHead(200, { 'content-type': type }).end(body)
const html = (body: string) => send('text/html; charset=utf-8', body)
const redirect =
  (location: string): RequestListener =>
  (_request, response) =>
    response.writeHead(302, { location }).end()

function readerFor(cards: 'public' | 'all'): Reader {
  const config = { ...stores.config, DESTINATION_CARDS: cards, BASE_URL: 'https://links.example' }
  return createReader(config, new RequestCounter(stores))
}

async function read(path: string, reader = readerFor('all')) {
  const url = `${origin}${path}`
  await processDestination({ sql: stores.sql, reader, stopped }, { task: 'page', url, account_id })
  return await selectDestination(stores.sql, url)
}

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#36c' } })
    .png()
    .toBuffer()
const paths = () => requests.map(({ url }) => url)

describe('a page', () => {
  it('gives its title, description, picture and icon, after redirects, all as small images', async () => {
    pages = {
      '/go': redirect('/page'),
      '/page': html(
        '<title>Spring</title><meta name="description" content="Sale"><meta property="og:image" content="/card.png"><link rel="icon" href="/i.svg"><link rel="icon" href="/i.png">',
      ),
      '/card.png': send('image/png', await picture(2_000, 1_000)),
      '/i.png': send('application/octet-stream', await picture(128, 128)),
    }
    const card = await read('/go')
    expect(card).toMatchObject({ is_found: true, title: 'Spring', description: 'Sale', site_name: null })
    expect(await sharp(card?.picture ?? '').metadata()).toMatchObject({ format: 'webp', width: 640, height: 320 })
    const icon = (await selectSites(stores.sql, [origin])).get(origin)
    expect(await sharp(icon ?? '').metadata()).toMatchObject({ format: 'webp', width: 64, height: 64 })
    expect(paths()).toEqual(['/robots.txt', '/go', '/page', '/card.png', '/i.png'])
    expect(requests[1]?.headers).toMatchObject({
      'user-agent': expect.stringMatching(/WaymarkBot\/[\d.]+; \+https:\/\/links\.example\)$/),
    })
    expect(requests.some(({ headers }) => headers.cookie !== undefined || headers.referer !== undefined)).toBe(false)
  })

  it('that is an image is its own picture', async () => {
    pages = { '/photo': send('image/png', await picture(300, 300)) }
    expect((await read('/photo'))?.picture).not.toBeNull()
  })

  it('that robots.txt forbids is not read', async () => {
    pages = {
      '/robots.txt': send('text/plain', 'User-agent: WaymarkBot\nDisallow: /private'),
      '/private': html('<title>Secret</title>'),
      '/open': redirect('/private'),
    }
    const reader = readerFor('all')
    expect(await read('/private', reader)).toMatchObject({ is_found: false, title: null })
    expect(await read('/open', reader)).toMatchObject({ is_found: false, title: null })
    expect(paths()).toEqual(['/robots.txt', '/favicon.ico', '/open'])
  })

  it('is not read while robots.txt fails', async () => {
    pages = {
      '/robots.txt': (_request, response) => response.writeHead(503).end(),
      '/page': html('<title>Hidden</title>'),
    }
    const reader = readerFor('all')
    expect(await read('/page', reader)).toMatchObject({ is_found: false })
    expect(paths()).not.toContain('/page')
    const known = await reader.robots.get(origin)
    expect((known?.until ?? 0) - performance.now(), 'the failure is not kept for long').toBeLessThanOrEqual(60_000)
  })
})

describe('a hostile page', () => {
  it('leads to no private address, directly or by a redirect', async () => {
    pages = { '/page': html('<title>Inside</title>') }
    expect(await read('/page', readerFor('public'))).toMatchObject({ is_found: false, title: null })
    const outside = readerFor('public')
    // A public name whose address is private, as an attacker would set it.
    outside.safe.resolve = async () => ['127.0.0.1']
    const url = 'http://attacker.example/'
    await processDestination({ sql: stores.sql, reader: outside, stopped }, { task: 'page', url, account_id })
    expect(await selectDestination(stores.sql, url)).toMatchObject({ is_found: false })
    expect(requests).toEqual([])
  })

  it('is read on the usual ports only', async () => {
    const reader = readerFor('public')
    let lookups = 0
    reader.safe.resolve = async () => {
      lookups += 1
      return []
    }
    const url = 'https://example.com:22/'
    await processDestination({ sql: stores.sql, reader, stopped }, { task: 'page', url, account_id })
    expect([await selectDestination(stores.sql, url), lookups]).toMatchObject([{ is_found: false }, 0])
  })

  it('cannot make the worker follow redirects, or read, without end', async () => {
    const noise = Buffer.alloc(64 * 1024, 'x')
    let isOpen = true
    pages = {
      '/loop': redirect('/loop'),
      '/endless': (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/html' })
        response.write('<title>Endless</title>')
        response.on('close', () => {
          isOpen = false
        })
        const more = () => {
          while (!response.destroyed && response.write(noise));
        }
        response.on('drain', more)
        more()
      },
    }
    expect(await read('/loop')).toMatchObject({ is_found: false })
    expect(paths().filter((path) => path === '/loop')).toHaveLength(6)
    expect(await read('/endless')).toMatchObject({ title: 'Endless' })
    expect(isOpen).toBe(false)
  })

  it('gives no image that is an SVG, a bomb, or damaged', async () => {
    pages = {}
    const images = {
      '/vector.png': '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
      '/bomb.png': bombOf(30_000),
      '/damaged.png': (await picture(64, 64)).subarray(0, 60),
    }
    for (const [path, body] of Object.entries(images)) {
      pages[path] = send('image/png', body)
      pages['/page'] = html(`<meta property="og:image" content="${path}"><link rel="icon" href="${path}">`)
      await stores.sql`delete from destination_sites`
      expect(await read('/page'), path).toMatchObject({ is_found: true, picture: null })
      expect((await selectSites(stores.sql, [origin])).get(origin), path).toBeNull()
    }
  })

  it('fills the disk only up to the limit of the account', async () => {
    const { id } = await createAccount(stores.sql)
    const row = { is_found: true, title: 'One', description: null, site_name: null, picture: null }
    await stores.sql`
      insert into destinations (url_hash, account_id, is_found, read_at)
      select sha256(number::text::bytea), ${id}, true, now() - number * interval '1 second'
      from generate_series(1, ${mostOfAccount.destinations}) as number`
    await Promise.all(
      [1, 2, 3].map((number) =>
        keepDestination(stores.sql, { account_id: id, url: `https://x.example/${number}` }, row),
      ),
    )
    await keepDestination(stores.sql, { account_id: id, url: 'https://x.example/4' }, row)
    const [stored] = await stores.sql<{ count: number; newest: number }[]>`
      select count(*) as count, count(*) filter (where title = 'One') as newest
      from destinations
      where account_id = ${id}`
    expect(stored).toEqual({ count: mostOfAccount.destinations, newest: 4 })
  })
})

it('reads a limited number of pages of a host, and stores nothing about the pages that wait', async () => {
  pages = { '/robots.txt': send('text/plain', '') }
  for (let number = 0; number < 25; number++) pages[`/${number}`] = html('<title>Found</title>')
  const reader = readerFor('all')
  const cards = []
  for (let number = 0; number < 25; number++) cards.push(await read(`/${number}`, reader))
  expect(cards.map((card) => card?.title)).toEqual([
    ...Array.from({ length: 20 }, () => 'Found'),
    ...Array.from({ length: 5 }, () => undefined),
  ])
  expect(paths().filter((path) => path !== '/robots.txt' && path !== '/favicon.ico')).toHaveLength(20)
})

/** A PNG of a few kilobytes that decodes to several gigabytes. */
function bombOf(side: number): Buffer {
  const chunk = (type: string, body: Buffer) => {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(body.length)
    const content = Buffer.concat([Buffer.from(type), body])
    const sum = Buffer.alloc(4)
    sum.writeUInt32BE(crc32(content))
    return Buffer.concat([length, content, sum])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
  head.set([8, 6], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc(1e6))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function crc32(bytes: Buffer): number {
  let sum = 0xff_ff_ff_ff
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xed_b8_83_20 : sum >>> 1
  }
  return (sum ^ 0xff_ff_ff_ff) >>> 0
}
