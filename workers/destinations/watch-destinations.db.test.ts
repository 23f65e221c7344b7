import { createSocket } from 'node:dgram'
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
import { type AddressInfo, createServer as createNetServer } from 'node:net'
import os from 'node:os'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { enrollLinks } from '#model/destinations/enroll-links.ts'
import { RequestCounter } from '#model/limits/request-counter.ts'
import { selectLinksById } from '#model/links/select-links.ts'
import { startDns, type TestDns } from '../../test/dns/dns-server.ts'
import { createAccount, type TestAccount } from '../../test/factories/account.ts'
import { createLinkOf } from '../../test/factories/links.ts'
import { createWebhook } from '../../test/factories/webhooks.ts'
import { eventually } from '../../test/stack/eventually.ts'
import { openTestStores, type TestStores } from '../../test/stack/stores.ts'
import { checkDue, createCheckReader, type Watch } from './watch-destinations.ts'

let stores: TestStores
let account: TestAccount
let server: Server
let origin: string
let requests: IncomingMessage[]
let pages: Record<string, RequestListener>
let watch: Watch

beforeAll(async () => {
  stores = await openTestStores()
})
afterAll(() => stores.close())
beforeEach(async () => {
  await stores.redis.flushdb()
  await stores.sql`delete from destination_checks`
  await stores.sql`update links set is_active = false`
  account = await createAccount(stores.sql)
  requests = []
  pages = {}
  server = createServer((request, response) => {
    requests.push(request)
    const page = pages[request.url ?? '']
    if (page === undefined) response.writeHead(404).end('<title>Not found</title>')
    else page(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  watch = watchWith('all')
})
afterEach(() => {
  server.close()
  server.closeAllConnections()
})

function watchWith(checks: 'public' | 'all'): Watch {
  const config = { ...stores.config, DESTINATION_CHECKS: checks, BASE_URL: 'https://links.example' }
  const reader = createCheckReader(config, new RequestCounter(stores))
  return { ...stores, reader, config, stopped: new AbortController().signal }
}

function reachOf(checks: 'public' | 'all', dns: TestDns) {
  const config = { ...stores.config, DESTINATION_CHECKS: checks, DNS_SERVERS: [dns.address] }
  return createCheckReader(config, new RequestCounter(stores)).safe
}

const page =
  (title: string): RequestListener =>
  (_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end(`<title>${title}</title>`)
const status =
  (code: number, headers: Record<string, string> = {}): RequestListener =>
  (_request, response) =>
    response.writeHead(code, headers).end()

const linkTo = async (url: string) => (await createLinkOf(stores, account, { url })).id

async function enroll(): Promise<void> {
  await stores.sql`update destination_walk set next_at = now(), last_link_id = '00000000-0000-0000-0000-000000000000'`
  await enrollLinks(stores.sql)
}

/** As if this time had passed since the latest check. */
async function pass(minutes: number): Promise<void> {
  await stores.sql`
    update destination_checks
    set next_at = now(), failing_since = failing_since - make_interval(mins => ${minutes})`
}

async function check(): Promise<void> {
  await pass(0)
  while ((await checkDue(watch)) > 0);
}

async function healthOf(linkId: string) {
  const [link] = await selectLinksById(stores.sql, [linkId])
  return link?.destination_health
}

async function healthAfterCheck(url: string) {
  const id = await linkTo(url)
  await enroll()
  await check()
  return await healthOf(id)
}

const paths = () => requests.map(({ url }) => url)

describe('a check', () => {
  it('finds the status and the title after redirects, and names itself', async () => {
    pages = { '/go': status(302, { location: '/page' }), '/page': page('Spring sale') }
    expect(await healthAfterCheck(`${origin}/go`)).toMatchObject({
      state: 'ok',
      problem: null,
      status_code: 200,
      title: 'Spring sale',
      certificate_expires_at: null,
    })
    expect(paths()).toEqual(['/robots.txt', '/go', '/page'])
    expect(requests.map(({ headers }) => headers['user-agent'])).toEqual(
      requests.map(() => expect.stringContaining('WaymarkBot')),
    )
  })

  it.each<[string, () => Record<string, RequestListener>, object]>([
    ['/gone', () => ({}), { state: 'failing', problem: 'not_found', status_code: 404, title: null }],
    ['/broken', () => ({ '/broken': status(500) }), { state: 'failing', problem: 'server_error', status_code: 500 }],
    ['/login', () => ({ '/login': status(401) }), { state: 'ok', problem: null, status_code: 401 }],
    [
      '/loop',
      () => ({ '/loop': status(301, { location: '/loop' }) }),
      { state: 'failing', problem: 'redirect_loop', status_code: null },
    ],
    [
      '/hop/8',
      () => ({
        '/hop/0': page('Far away'),
        ...Object.fromEntries(
          [1, 2, 3, 4, 5, 6, 7, 8].map((hop) => [`/hop/${hop}`, status(302, { location: `/hop/${hop - 1}` })]),
        ),
      }),
      { state: 'ok', problem: null, title: 'Far away' },
    ],
    ['/cut', () => ({ '/cut': (request) => request.socket.destroy() }), { state: 'failing', problem: 'unreachable' }],
    [
      '/private',
      () => ({
        '/robots.txt': (_, response) => response.end('User-agent: *\nDisallow: /private'),
        '/private': page('Secret'),
      }),
      { state: 'unknown', problem: null, status_code: null, title: null },
    ],
    [
      '/page',
      () => ({ '/robots.txt': status(503), '/page': page('Hidden') }),
      { state: 'failing', problem: 'server_error', title: null },
    ],
    [
      '/page',
      () => ({ '/robots.txt': status(301, { location: '/robots.txt' }), '/page': page('Hidden') }),
      { state: 'unknown', problem: null, title: null },
    ],
    [
      '/page',
      () => ({ '/robots.txt': status(200, { 'content-encoding': 'br' }), '/page': page('Hidden') }),
      { state: 'unknown', problem: null, title: null },
    ],
  ])('of %s', async (path, given, expected) => {
    pages = given()
    expect(await healthAfterCheck(`${origin}${path}`)).toMatchObject(expected)
  })

  it('finds that a port without a server refuses', async () => {
    const closed = createServer()
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve))
    const { port } = closed.address() as AddressInfo
    await new Promise((resolve) => closed.close(resolve))
    expect(await healthAfterCheck(`http://127.0.0.1:${port}/`)).toMatchObject({ state: 'failing', problem: 'refused' })
  })

  it.each(['SSH-2.0-OpenSSH\r\n', 'HTTP/1.1 abc\r\n\r\n', 'HTTP/1.1 200 OK\r\nBad Header: x\r\n\r\n'])(
    'finds that a server does not speak HTTP: %j',
    async (bytes) => {
      const other = createNetServer((socket) => {
        socket.on('error', () => undefined)
        socket.end(bytes)
      })
      await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
      const { port } = other.address() as AddressInfo
      expect(await healthAfterCheck(`http://127.0.0.1:${port}/`)).toMatchObject({
        state: 'failing',
        problem: 'unreachable',
      })
      other.close()
    },
  )

  it('connects to no private address', async () => {
    watch = watchWith('public')
    pages = { '/page': page('Inside') }
    expect(await healthAfterCheck(`${origin}/page`)).toMatchObject({ state: 'unknown' })
    watch.reader.safe.resolve = async () => ['127.0.0.1']
    expect(await healthAfterCheck('http://attacker.example/')).toMatchObject({ state: 'unknown' })
    expect(requests).toEqual([])
  })

  it('stores nothing about a host while no DNS server responds and another destination cannot be reached', async () => {
    pages = { '/page': page('Works') }
    const working = await linkTo(`${origin}/page`)
    await enroll()
    await check()
    server.close()
    server.closeAllConnections()
    watch.reader.safe.resolve = async () => {
      throw Object.assign(new Error('no DNS server responded'), { code: 'ETIMEOUT' })
    }
    const id = await linkTo('http://away.example/')
    await enroll()
    await stores.sql`update destination_checks set next_at = now() where link_id = ${id}`
    expect(await checkDue(watch)).toBe(1)
    expect(await healthOf(id)).toBeNull()
    expect(await healthOf(working)).toMatchObject({ state: 'ok' })
  })

  it('finds that a host cannot be reached, even while the host to compare with had too many requests', async () => {
    pages = { '/page': page('Works') }
    await linkTo(`${origin}/page`)
    await enroll()
    await check()
    const busy = { key: 'rate:{host:127.0.0.1}:pages', limit: 20, windowMs: 60_000 }
    while ((await watch.reader.requestCounter.take([busy])).isAllowed);
    watch.reader.safe.resolve = async (host) => {
      if (host === '127.0.0.1') return [host]
      throw Object.assign(new Error('no route'), { code: 'EHOSTUNREACH' })
    }
    const id = await linkTo('http://away.example/')
    await enroll()
    await stores.sql`update destination_checks set next_at = now() where link_id = ${id}`
    expect(await checkDue(watch)).toBe(1)
    expect(await healthOf(id)).toMatchObject({ state: 'failing', problem: 'unreachable' })
  })

  it('stores nothing about a host while the DNS server refuses connections', async () => {
    const closed = createSocket('udp4')
    await new Promise<void>((resolve) => closed.bind(0, '127.0.0.1', resolve))
    const { port } = closed.address()
    await new Promise<void>((resolve) => closed.close(resolve))
    const config = { ...stores.config, DESTINATION_CHECKS: 'all' as const, DNS_SERVERS: [`127.0.0.1:${port}`] }
    const { safe } = createCheckReader(config, new RequestCounter(stores))
    const failure = await safe.resolve?.('away.example').catch((error: NodeJS.ErrnoException) => error)
    expect(failure).toMatchObject({ code: 'EAI_AGAIN', message: expect.stringContaining('ECONNREFUSED') })
  })

  it('uses the IPv6 address of a host on a machine without IPv4', async () => {
    const dns = await startDns()
    onTestFinished(() => dns.close())
    dns.set('both.example', 'A', '192.0.2.1')
    dns.set('both.example', 'AAAA', '2001:db8::1')
    const lo = { address: '127.0.0.1', family: 'IPv4' as const, internal: true, netmask: '', mac: '', cidr: null }
    const interfaces = vi.spyOn(os, 'networkInterfaces').mockReturnValue({ lo: [lo] })
    syncBuiltinESMExports()
    onTestFinished(() => {
      interfaces.mockRestore()
      syncBuiltinESMExports()
    })
    expect(await reachOf('public', dns).resolve?.('both.example')).toEqual(['2001:db8::1', '192.0.2.1'])
  })

  it('finds hosts that only the system knows if private addresses are allowed', async () => {
    const dns = await startDns()
    onTestFinished(() => dns.close())
    expect(await reachOf('all', dns).resolve?.('localhost')).toContain('127.0.0.1')
    await expect(reachOf('public', dns).resolve?.('localhost')).rejects.toMatchObject({ code: 'ENOTFOUND' })
  })

  it('finds that a host does not exist', async () => {
    const dns = await startDns()
    onTestFinished(() => dns.close())
    watch = watchWith('public')
    watch.reader.safe = reachOf('public', dns)
    expect(await healthAfterCheck('http://gone.example/')).toMatchObject({ state: 'failing', problem: 'no_such_host' })
  })

  it('is postponed if its host had too many requests', async () => {
    for (let number = 0; number < 25; number++) {
      pages[`/${number}`] = page('Found')
      await linkTo(`${origin}/${number}`)
    }
    await enroll()
    await check()
    const rows = await stores.sql<{ state: string | null }[]>`
      select state from destination_checks where account_id = ${account.id} order by state`
    expect(rows.map(({ state }) => state)).toEqual([...Array(20).fill('ok'), ...Array(5).fill(null)])
  })
})

describe('a destination that stops working', () => {
  it('is dead after an hour, and works again later; webhooks get each event once', async () => {
    await createWebhook(stores.sql, account, { events: ['url.health_changed'] })
    const id = await linkTo(`${origin}/page`)
    pages = { '/page': page('Works') }
    await enroll()
    await check()
    pages = {}
    for (const minutes of [0, 30, 40]) {
      await pass(minutes)
      // Two workers at once check it once.
      await Promise.all([checkDue(watch), checkDue(watch)])
    }
    expect(await healthOf(id)).toMatchObject({ state: 'dead', problem: 'not_found', status_code: 404, title: 'Works' })
    expect(paths().filter((path) => path === '/page')).toHaveLength(4)
    pages = { '/page': page('Works') }
    await check()
    expect(await healthOf(id)).toMatchObject({ state: 'ok', problem: null, failing_since: null })
    const messages = await stores.sql<{ data: { id: string; destination_health: object } }[]>`
      select data from webhook_messages where account_id = ${account.id} order by id`
    expect(messages.map(({ data }) => data)).toMatchObject([
      { id, destination_health: { state: 'dead', problem: 'not_found' } },
      { id, destination_health: { state: 'ok', problem: null } },
    ])
  })

  it('starts again with another destination', async () => {
    const id = await linkTo(`${origin}/page`)
    await enroll()
    for (const minutes of [0, 30, 40]) {
      await pass(minutes)
      await checkDue(watch)
    }
    expect(await healthOf(id)).toMatchObject({ state: 'dead' })
    await stores.sql`update links set url = ${`${origin}/other`} where id = ${id}`
    expect(await healthOf(id)).toBeNull()
    pages = { '/other': page('Other') }
    // Found by a check that was due, and by the walk.
    await check()
    expect(await healthOf(id)).toMatchObject({ state: 'ok', title: 'Other', previous_title: null })
    await stores.sql`update links set url = ${`${origin}/third`} where id = ${id}`
    await enroll()
    await check()
    expect(await healthOf(id)).toMatchObject({ state: 'failing' })
  })

  it('stores no result if the destination is changed during the check', async () => {
    const id = await linkTo(`${origin}/slow`)
    pages = {
      '/slow': (_request, response) => {
        const change = stores.sql`update links set url = ${`${origin}/fast`} where id = ${id}`
        void change.then(() => response.writeHead(500).end())
      },
    }
    await enroll()
    await check()
    const [row] = await stores.sql<
      { state: string | null }[]
    >`select state from destination_checks where link_id = ${id}`
    expect([row?.state, await healthOf(id)]).toEqual([null, null])
  })
})

it('the check of a link that is no longer active ends', async () => {
  const id = await linkTo(`${origin}/1`)
  await enroll()
  await stores.sql`update links set is_active = false where id = ${id}`
  await check()
  expect(await stores.sql`select from destination_checks`).toHaveLength(0)
  expect(requests).toEqual([])
})

describe('many checks that are due', () => {
  const manyPaths = Array.from({ length: 15 }, (_, number) => `/${number}`)

  it('are eight at once, and the next one begins when any of them ends', async () => {
    let [open, most] = [0, 0]
    const missing = new Set(manyPaths)
    let release = () => {}
    const allOthersBegan = new Promise<void>((resolve) => {
      release = resolve
    })
    const counted =
      (path: string): RequestListener =>
      (request, response) => {
        open += 1
        most = Math.max(most, open)
        response.on('close', () => (open -= 1))
        if (missing.delete(path) && missing.size === 0) release()
        page('Works')(request, response)
      }
    pages = {
      ...Object.fromEntries(manyPaths.map((path) => [path, counted(path)])),
      '/slow': (request, response) => void allOthersBegan.then(() => page('Slow')(request, response)),
    }
    const ids = await Promise.all(['/slow', ...manyPaths].map((path) => linkTo(`${origin}${path}`)))
    await enroll()
    await pass(0)
    expect(await checkDue(watch)).toBe(16)
    expect(await Promise.all(ids.map(healthOf))).toMatchObject(ids.map(() => ({ state: 'ok' })))
    expect(most).toBeLessThanOrEqual(8)
  })

  it('are left for later when the worker stops', async () => {
    let open = 0
    pages = Object.fromEntries(manyPaths.map((path) => [path, () => (open += 1)]))
    for (const path of manyPaths) await linkTo(`${origin}${path}`)
    await enroll()
    await pass(0)
    const stop = new AbortController()
    const checking = checkDue({ ...watch, stopped: stop.signal })
    await eventually(() => expect(open).toBe(8))
    stop.abort()
    expect(await checking).toBe(8)
    const checked = await stores.sql`select from destination_checks where checked_at is not null`
    expect(checked).toHaveLength(0)
  })
})
