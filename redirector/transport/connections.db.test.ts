import { Agent } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { linkWriter } from '../../test/redirector/link-writer.ts'
import { runRedirector } from '../../test/redirector/run-redirector.ts'
import { visit } from '../../test/redirector/visit.ts'
import { openTestStores, type TestStores } from '../../test/stack/stores.ts'

describe.each(['uws', 'node'])('connections to a redirector on %s', (transport) => {
  let stores: TestStores
  let redirector: Awaited<ReturnType<typeof runRedirector>>
  let links: Awaited<ReturnType<typeof linkWriter>>
  const go = (path: string, options?: Parameters<typeof visit>[2]) => visit(redirector.port, path, options)

  beforeAll(async () => {
    stores = await openTestStores({ TRANSPORT: transport, REDIRECT_PORT: '0', LISTEN_HOST: '127.0.0.1' })
    redirector = await runRedirector(stores)
    links = await linkWriter(stores.sql, stores.config.BASE_DOMAIN)
    await links.insert('smuggled')
  })

  afterAll(async () => {
    await redirector.lifecycle.stop()
    await stores.close()
  })

  it('serves HEAD and GET in turn on one connection, whether the response is immediate or not', async () => {
    await links.insert('in-turn', { tracking_enabled: true })
    await links.insert('in-turn-untracked')
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    onTestFinished(() => agent.destroy())
    const sockets = new Set<unknown>()
    agent.on('free', (socket) => sockets.add(socket))
    for (const path of ['/a/b', '/in-turn', '/in-turn-untracked', '/nowhere', '/robots.txt']) {
      const [first, again, get] = [
        await go(path, { method: 'HEAD', agent }),
        await go(path, { method: 'HEAD', agent }),
        await go(path, { agent }),
      ]
      expect([first.status, again.status]).toEqual([get.status, get.status])
      expect(again.headers['content-length']).toBe(get.headers['content-length'])
      expect(again.body).toBe('')
    }
    expect(sockets.size).toBe(1)
  })

  it('serves a request with long cookies that arrives in two parts', async () => {
    await links.insert('cookies')
    const head = `GET /cookies HTTP/1.1\r\nHost: localhost:8080\r\nConnection: close\r\nCookie: ${'x'.repeat(6_000)}\r\n\r\n`
    const socket = connect(redirector.port, '127.0.0.1')
    socket.write(head.slice(0, 2_000))
    await sleep(50)
    socket.write(head.slice(2_000))
    let reply = ''
    for await (const chunk of socket) reply += String(chunk)
    expect(reply).toMatch(/^HTTP\/1\.1 302 /)
  })

  it.each([
    ['GET', 'Content-Length: 0\r\nContent-Length: $'],
    ['GET', 'Content-Length: $\r\nContent-Length: $'],
    ['POST', 'Content-Length: \r\nContent-Length: $'],
    ['POST', 'Content-Length: $\r\nContent-Length: 0'],
  ])('closes the connection of a %s with repeated lengths (%s)', async (method, lengths) => {
    const smuggled = 'GET /smuggled HTTP/1.1\r\nHost: localhost:8080\r\n\r\n'
    const head = lengths.replaceAll('$', String(smuggled.length))
    const reply = await exchange(
      redirector.port,
      `${method} /a/b HTTP/1.1\r\nHost: localhost:8080\r\n${head}\r\n\r\n${smuggled}`,
    )
    expect(reply).not.toMatch(/^HTTP\/1.1 (?!400)/m)
    const usual = await exchange(
      redirector.port,
      'GET /smuggled HTTP/1.1\r\nHost: localhost:8080\r\nContent-Length: 0\r\nConnection: close\r\n\r\n',
    )
    expect(usual).toMatch(/^HTTP\/1.1 302/)
  })

  it('responds to a POST without a body whose head arrives in parts', async () => {
    await links.insert('parts')
    const head = 'POST /parts HTTP/1.1\r\nHost: localhost:8080\r\nContent-Length: 0\r\nConnection: close\r\n\r\n'
    const at = head.indexOf('Content')
    const start = performance.now()
    expect(await exchange(redirector.port, head.slice(0, at), head.slice(at))).toMatch(/^HTTP\/1.1 405/)
    expect(performance.now() - start).toBeLessThan(4_000)
  })

  it('returns 408 if a password does not arrive', async () => {
    await links.insert('slow')
    const head = 'POST /slow HTTP/1.1\r\nHost: localhost:8080\r\nContent-Length: 20\r\nConnection: close\r\n\r\n'
    await stores.sql`update links set password_hash = 'x' where code = 'slow'`
    expect(await exchange(redirector.port, `${head}password=`)).toMatch(/^HTTP\/1.1 408/)
  })

  it('does not name its server', async () => {
    const { headers } = await go('/a/b')
    for (const name of ['uwebsockets', 'server', 'x-powered-by']) expect(headers[name]).toBeUndefined()
  })

  it('serves a request line with a full URL where the server can, and closes the connection elsewhere', async () => {
    await links.insert('absolute')
    const line = (target: string) =>
      exchange(redirector.port, `GET ${target} HTTP/1.1\r\nHost: localhost:8080\r\nConnection: close\r\n\r\n`)
    const replies = await Promise.all(
      ['/absolute', '/nothing', '/absolute?a=1', '?a=1', ''].map((rest) => line(`http://LOCALHOST:8080${rest}`)),
    )
    const statuses = replies.map((reply) => Number(/^HTTP\/1.1 (\d+)/.exec(reply)?.[1]))
    const locations = replies.map((reply) => /^Location: (\S+)/m.exec(reply)?.[1])
    // uWebSockets.js refuses it in its parser.
    const expected = transport === 'uws' ? Array(5).fill(505) : [302, 404, 302, 404, 404]
    expect(statuses).toEqual(expected)
    expect(locations[2]).toBe(transport === 'uws' ? undefined : 'https://example.org/?a=1')
  })

  it('survives malformed requests and clients that disconnect', async () => {
    await links.insert('raw', { tracking_enabled: true })
    const host = 'Host: localhost:8080\r\n\r\n'
    const requests = [
      '\r\n\r\n',
      `GET /raw HTTP/1.1\r\n\r\n`,
      `GET http://localhost:8080/raw HTTP/1.1\r\n${host}`,
      `GET /raw? HTTP/1.1\r\n${host}`,
      `GET /raw?${'x'.repeat(20_000)} HTTP/1.1\r\n${host}`,
      `GET * HTTP/1.1\r\n${host}`,
      `OPTIONS * HTTP/1.1\r\n${host}`,
      `CONNECT localhost:80 HTTP/1.1\r\n${host}`,
      `BREW /raw HTTP/1.1\r\n${host}`,
      `get /raw HTTP/1.1\r\n${host}`,
      `HEAD /raw HTTP/1.0\r\n${host}`,
      `GET /raw HTTP/1.1\r\nContent-Length: 5\r\n${host}12345`,
      `POST /raw HTTP/1.1\r\nContent-Length: 99\r\n${host}123`,
      `GET /raw HTTP/1.1\r\nTransfer-Encoding: chunked\r\n${host}zz\r\n`,
      `GET /raw HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n${host}`,
      `GET /raw HTTP/1.1\r\nUser-Agent: \u0001\t\u00ff\r\n${host}`,
      `GET /raw HTTP/1.1\r\n${host}`.repeat(5),
      `HEAD /a/b HTTP/1.1\r\n${host}`.repeat(5),
      `GET /not-in-memory-${Date.now()} HTTP/1.1\r\n${host}`.repeat(3),
    ]
    for (const raw of requests) await sendRaw(redirector.port, raw)
    for (const raw of requests) await sendRaw(redirector.port, raw, 0)
    expect((await go('/raw')).status).toBe(302)
  })
})

/** Sends bytes, ignores the response, and disconnects. */
async function sendRaw(port: number, bytes: string, stayMs = 20): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => socket.destroy())
  socket.write(bytes, 'latin1')
  await sleep(stayMs)
  socket.resetAndDestroy()
}

const laterMs = 50

/** Sends bytes, some of them later, and returns the response, until the server closes the connection. */
function exchange(port: number, bytes: string, later = ''): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(bytes, 'latin1')
      if (later !== '') setTimeout(() => socket.write(later, 'latin1'), laterMs)
    })
    let reply = ''
    socket.on('data', (chunk) => {
      reply += chunk.toString('latin1')
    })
    socket.on('error', () => resolve(reply))
    socket.on('close', () => resolve(reply))
  })
}
