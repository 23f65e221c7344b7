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
