import { once } from 'node:events'
import { connect } from 'node:net'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openQueue } from '#runtime/queues.ts'
import { createAccount } from '../../test/factories/account.ts'
import { createKey } from '../../test/factories/key.ts'
import { eventually } from '../../test/stack/eventually.ts'
import { openTestStores, type TestStores } from '../../test/stack/stores.ts'
import { createApp } from '../app.ts'

let stores: TestStores
beforeAll(async () => {
  stores = await openTestStores()
})
afterAll(async () => {
  await stores.close()
})

async function startObserved(ch = stores.ch) {
  const lines: string[] = []
  const log = pino({ level: 'trace' }, { write: (line: string) => lines.push(line) })
  const registry = new Registry()
  const state = { stopping: false }
  const isStopping = () => state.stopping
  const app = createApp(
    {
      ...stores,
      ch,
      qrQueue: openQueue('qr', stores.redis),
      destinationQueue: openQueue('destinations', stores.redis),
      log,
    },
    { registry, checks: {}, isStopping },
  )
  return { app, lines, registry, state }
}

it('never writes ?api_key= to logs or metrics, whatever happens to the request', async () => {
  const { app, lines, registry } = await startObserved()
  const { key } = await createKey(stores.sql, await createAccount(stores.sql))
  const statuses = []
  for (const url of ['/api/v1/me', '/api/v1/nothing', '/api/v1/%ZZ', '/api/v1/me/', '/docs']) {
    for (const method of ['GET', 'POST'] as const) {
      statuses.push(
        (await app.inject({ method, url: `${url}?api_key=${key}`, payload: method === 'POST' ? '{' : '' })).statusCode,
      )
    }
  }
  await app.close()
  expect(new Set(statuses)).toEqual(new Set([200, 301, 400, 404, 405]))
  expect(lines.length).toBeGreaterThan(5)
  expect(lines.join('')).not.toContain(key)
  expect(lines.join('')).not.toContain('api_key')
  expect(await registry.metrics()).not.toContain(key)
})

it('counts and times requests by route, not by URL', async () => {
  const { app, lines, registry } = await startObserved()
  const { key, id } = await createKey(stores.sql, await createAccount(stores.sql))
  const headers = { authorization: `Bearer ${key}` }
  const answer = await app.inject({ method: 'DELETE', url: `/api/v1/api-keys/${id}`, headers })
  await app.close()
  expect(answer.statusCode).toBe(200)
  const metrics = await registry.metrics()
  expect(metrics).toContain(
    'http_request_duration_seconds_count{method="DELETE",route="/api/v1/api-keys/:id",status="200"} 1',
  )
  expect(metrics).not.toContain(id)
  const line = lines.map((text) => JSON.parse(text)).find(({ msg }) => msg === 'answered')
  expect(line).toMatchObject({ route: '/api/v1/api-keys/:id', status: 200, request_id: answer.headers['x-request-id'] })
})

it('does not report an upload that the client aborts as a server failure', async () => {
  const { app, lines } = await startObserved()
  const { key } = await createKey(stores.sql, await createAccount(stores.sql))
  const begun = new Promise<void>((resolve) => app.addHook('preParsing', async () => resolve()))
  const failed = new Promise((resolve) => app.addHook('onError', async (_request, _reply, error) => resolve(error)))
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  const client = connect(Number(port), '127.0.0.1')
  const head = ['POST /api/v1/short-urls HTTP/1.1', 'host: localhost', `authorization: Bearer ${key}`]
  client.write([...head, 'content-type: application/json', 'content-length: 100', '', '{"url":'].join('\r\n'))
  await begun
  client.destroy()
  expect(await failed).toMatchObject({ code: 'ECONNRESET' })
  await app.close()
  expect(lines.map((line) => JSON.parse(line)).filter(({ level }) => level >= 40)).toEqual([])
})

it('responds while shutting down, but reports not ready and closes the connection', async () => {
  const { app, state } = await startObserved()
  expect((await app.inject('/readyz')).statusCode).toBe(200)
  state.stopping = true
  const { statusCode, headers } = await app.inject('/readyz')
  expect([statusCode, headers.connection]).toEqual([503, 'close'])
  expect((await app.inject('/healthz')).statusCode).toBe(200)
  await app.close()
})

it('records a client that disconnects once, with the status 499, and not as a failure', async () => {
  const name = 'http_request_duration_seconds'
  const asked: Promise<unknown>[] = []
  const query: TestStores['ch']['query'] = (_statement, _row, { signal = AbortSignal.abort() } = {}) => {
    const ended = once(signal, 'abort').then(() => {
      signal.throwIfAborted()
      return []
    })
    asked.push(ended)
    return ended
  }
  const { app, lines, registry } = await startObserved({ ...stores.ch, query })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const { id } = await createAccount(stores.sql)
  const { key } = await createKey(stores.sql, { id })
  const client = new AbortController()
  const answer = fetch(`${url}/api/v1/analytics/recent?api_key=${key}`, { signal: client.signal })
  await eventually(() => expect(asked).toHaveLength(1))
  client.abort()
  await Promise.allSettled([answer, ...asked])
  await app.close()
  const logged = lines.map((line) => JSON.parse(line))
  expect(logged.filter(({ level }) => level >= 50)).toEqual([])
  const route = '/api/v1/analytics/recent'
  const about = logged.filter(({ msg, ...line }) => line.route === route && line.status !== undefined)
  expect(about).toEqual([
    expect.objectContaining({ status: 499, account_id: id, ms: expect.any(Number), msg: 'the client disconnected' }),
  ])
  expect(about[0].ms).toBeGreaterThan(0)
  const counts = (await registry.metrics()).split('\n').filter((line) => line.startsWith(`${name}_count`))
  expect(counts).toEqual([`${name}_count{method="GET",route="${route}",status="499"} 1`])
})
