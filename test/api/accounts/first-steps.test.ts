import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { builtProgram } from '#runtime/project.ts'
import { root } from '../../../tools/root.ts'
import { runRedirector } from '../../redirector/run-redirector.ts'
import { visit } from '../../redirector/visit.ts'
import { openTestStores, type TestStores } from '../../stack/stores.ts'
import { startApi, type TestApi } from '../support/http.ts'

let stores: TestStores
let api: TestApi
let redirector: Awaited<ReturnType<typeof runRedirector>>
let key: string
let paths: Record<string, Record<string, { summary: string; requestBody?: unknown }>>
beforeAll(async () => {
  // A change that could not be applied at once is logged as a warning.
  stores = await openTestStores({ REDIRECT_PORT: '0', LISTEN_HOST: '127.0.0.1', LOG_LEVEL: 'warn' })
  api = await startApi(stores)
  redirector = await runRedirector(stores)
})
afterAll(async () => {
  await redirector.lifecycle.stop()
  await api.close()
  await stores.close()
})

interface Link {
  id: string
  short_url: string
}

/** Plain HTTP request for an operation in the reference. */
async function call<Data>(operation: string, body?: unknown, id = '', query = '') {
  const [method = '', path = ''] = operation.split(' ')
  const described = paths[path]?.[method.toLowerCase()]
  expect(described, `the reference has ${operation}`).toBeDefined()
  expect(described?.requestBody !== undefined, `${operation} takes a body`).toBe(body !== undefined)
  const response = await fetch(`${api.url}/api/v1${path.replace('{id}', encodeURIComponent(id))}${query}`, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
  })
  const answer = (await response.json()) as { data: Data }
  expect(response.ok, `${operation}: ${JSON.stringify(answer)}`).toBe(true)
  return answer
}

const open = async (shortUrl: string) => {
  const { host, pathname } = new URL(shortUrl)
  const { status, headers } = await visit(redirector.port, pathname, { host })
  return headers.location ?? status
}

describe('the first steps with a key from the command line and the reference', () => {
  const numbers = Array.from({ length: 10 }, (_, index) => index)
  const destination = (index: number) => `https://example.com/page-${index}`
  let links: Link[]

  it('waymark keys create creates a key and prints it once', async () => {
    const { database_url, redis_url, clickhouse_url } = stores.urls
    const options = ['--name', 'first steps', '--permissions', 'read,write,delete,analytics']
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [builtProgram('cli/main.ts'), 'keys', 'create', ...options],
      {
        cwd: root,
        env: {
          PATH: process.env['PATH'],
          DATABASE_URL: database_url,
          REDIS_URL: redis_url,
          CLICKHOUSE_URL: clickhouse_url,
          DATA_DIR: stores.config.DATA_DIR,
        },
      },
    )
    key = stdout.trim()
    expect(key).toMatch(/^wm_[0-9A-Za-z]{36}$/)
    const page = await (await fetch(`${api.url}/docs`)).text()
    const [document = ''] = /\/api\/v1\/openapi\.json/.exec(page) ?? []
    paths = ((await (await fetch(`${api.url}${document}`)).json()) as { paths: typeof paths }).paths
    expect((await call('GET /api-keys')).data).toEqual([
      expect.objectContaining({ name: 'first steps', prefix: key.slice(0, 9) }),
    ])
  })

  it('a subdomain, a campaign and ten bulk links redirect at once', async () => {
    await call('POST /domains/subdomains', { subdomain: 'spring' })
    const campaign = await call<{ id: string }>('POST /campaigns', { name: 'Spring sale' })
    const urls = numbers.map((index) => ({
      url: destination(index),
      custom_alias: `page-${index}`,
      url_type: 'subdomain',
      subdomain: 'spring',
      campaign_id: 'Spring sale',
    }))
    const { data } = await call<{ succeeded: Link[]; failed: unknown[] }>('POST /short-urls/bulk', { urls })
    expect(data.failed).toEqual([])
    links = data.succeeded
    expect(links.map(({ short_url }) => short_url)).toEqual(
      numbers.map((index) => `http://spring.localhost:8080/page-${index}`),
    )
    expect(await Promise.all(links.map(({ short_url }) => open(short_url)))).toEqual(numbers.map(destination))
    expect(await open('http://localhost:8080/page-0')).toBe(404)
    expect((await call('GET /campaigns/{id}', undefined, 'Spring sale')).data).toMatchObject({
      id: campaign.data.id,
      url_count: 10,
    })
  })

  it('the list contains them, page by page and by campaign', async () => {
    const query = '?campaign_id=Spring%20sale&limit=4&sortOrder=asc'
    const found: string[] = []
    for (const page of [1, 2, 3]) {
      const { data } = await call<Link[]>('GET /short-urls', undefined, '', `${query}&page=${page}`)
      found.push(...data.map(({ id }) => id))
    }
    expect(found.toSorted()).toEqual(links.map(({ id }) => id).toSorted())
  })

  it('an expired link returns 410 and is listed as expired', async () => {
    const [first] = links
    const soon = new Date(Date.now() + 1_500).toISOString()
    await call('PUT /short-urls/{id}', { expires_at: soon }, first?.id)
    await expect.poll(() => open(first?.short_url ?? ''), { timeout: 20_000 }).toBe(410)
    const expired = await call('GET /short-urls', undefined, '', '?status=expired&limit=100')
    expect(expired.data).toEqual([expect.objectContaining({ id: first?.id, short_url: first?.short_url })])
    expect(await open(links[1]?.short_url ?? '')).toBe(destination(1))
  })

  it('deletion takes effect at once, for one link, for many and for all', async () => {
    const [, second, third] = links
    const one = await call('DELETE /short-urls/{id}', undefined, second?.id)
    expect(one).toEqual({ success: true, data: { message: expect.any(String) }, timestamp: expect.any(String) })
    expect(await open(second?.short_url ?? '')).toBe(404)
    expect(await open(third?.short_url ?? '')).toBe(destination(2))
    const rest = links.filter((link) => link !== second)
    const many = await call<{ succeeded: unknown[] }>('DELETE /short-urls/bulk', { ids: rest.map(({ id }) => id) })
    expect(many.data.succeeded).toHaveLength(9)
    expect(await Promise.all(links.map(({ short_url }) => open(short_url)))).toEqual(numbers.map(() => 404))
    expect((await call('GET /campaigns/{id}', undefined, 'Spring sale')).data).toMatchObject({ url_count: 0 })
    await call('DELETE /campaigns/{id}', undefined, 'Spring sale')
    const [domain] = (await call<{ id: string }[]>('GET /domains')).data
    await call('DELETE /domains/{id}', undefined, domain?.id)
    expect((await call('GET /domains')).data).toEqual([])
  })
})
