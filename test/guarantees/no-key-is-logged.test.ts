import { readdirSync, readFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inside } from '../../embedded/folders.ts'
import { killAndReturn, untilAllWork } from './kills.ts'
import { type FaultStack, startStack } from './stack.ts'

let stack: FaultStack
beforeAll(async () => {
  stack = await startStack({ env: { LOG_LEVEL: 'trace' }, proxied: { api: ['postgres', 'redis', 'clickhouse'] } })
})
afterAll(() => stack.close())

/** Sends the path unchanged, like curl --path-as-is. */
function send(method: string, path: string, headers: Record<string, string> = {}): Promise<number> {
  const { hostname, port } = new URL(stack.apiUrl)
  return new Promise((resolve, reject) => {
    const asked = request({ hostname, port, method, path, headers, agent: false }, (answer) => {
      answer.resume()
      answer.once('end', () => resolve(answer.statusCode ?? 0))
    })
    asked.once('error', reject)
    asked.end(method === 'POST' ? '{' : undefined)
  })
}

const logFiles = () => {
  const folder = inside(stack.dataDir).logs
  return readdirSync(folder).map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }))
}

it('an API key in a URL is never logged, whatever happens to the request', async () => {
  const query = `api_key=${stack.key}`
  const wrong = `wm_${'Zq9'.repeat(12)}`
  const asked = {
    'GET /api/v1/me': 200,
    'GET /api/v1/short-urls?limit=1&': 200,
    'GET /api/v1/short-urls?limit=0&': 400,
    'POST /api/v1/short-urls': 400,
    'GET /api/v1/nothing-here': 404,
    'GET /api/v1/short-urls/nothing-here': 404,
    'GET /api/v1/%ZZ': 400,
    'GET /nowhere': 404,
    'GET /docs/': 200,
    'GET /healthz': 200,
    'GET /login': 200,
    'DELETE /api/v1/api-keys/no-uuid': 400,
  }
  for (const [request, status] of Object.entries(asked)) {
    const [method = '', path = ''] = request.split(' ')
    const address = `${path.includes('?') ? path : `${path}?`}${query}`
    expect([
      request,
      await send(method, address, { referer: `http://x/?${query}`, 'content-type': 'application/json' }),
    ]).toEqual([request, status])
  }
  expect(await send('GET', `/api/v1/me?api_key=${wrong}`)).toBe(401)
  expect(await send('GET', `/api/v1/me?API_KEY=${stack.key}`)).toBe(401)
  expect(await send('GET', '/api/v1/me', { authorization: `Bearer ${wrong}` })).toBe(401)

  // Errors log the most: those of unavailable stores, and of a process that is killed during a request.
  const store = stack.proxy('api', 'postgres')
  const interrupted = Array.from({ length: 5 }, () => send('GET', `/api/v1/short-urls?${query}`).catch(() => 0))
  store.cut()
  await Promise.all(interrupted)
  const lost = stack.proxy('api', 'clickhouse').hold('from clicks')
  expect(await send('GET', `/api/v1/analytics/timeline?days=1&${query}`)).toBe(503)
  await lost
  await killAndReturn(stack, stack.stores.postgres)
  await untilAllWork(stack)
  expect(await send('GET', `/api/v1/me?${query}`)).toBe(200)

  const logs = logFiles()
  expect(logs.map(({ text }) => text).join()).toContain('"route":"/api/v1/me"')
  for (const { name, text } of logs) {
    for (const secret of [stack.key, stack.key.slice(3, 20), wrong, 'api_key=']) {
      expect(text.includes(secret), `${secret.slice(0, 8)} in ${name}`).toBe(false)
    }
  }
})
