import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Blocklist } from '#model/safety/blocklist.ts'
import { sourceOf } from '#model/safety/fetched-lists.ts'
import { openTestStores, type TestStores } from '../../test/stack/stores.ts'
import { countHosts, fetchDueList } from './fetch-lists.ts'

let stores: TestStores
let server: Server
let origin: string
let handle: RequestListener
let requests: number
beforeAll(async () => {
  stores = await openTestStores()
  server = createServer((request, response) => {
    requests += 1
    handle(request, response)
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await stores.close()
})
beforeEach(() => {
  requests = 0
})
afterEach(() => stores.sql`delete from fetched_lists`)

const serve = (text: string, type = 'text/plain', status = 200): void => {
  handle = (_request, response) => void response.writeHead(status, { 'content-type': type }).end(text)
}
const fetchIt = (url = `${origin}/list`, safe = { allowPrivate: true }) =>
  fetchDueList({ sql: stores.sql, log: stores.log, stopped: new AbortController().signal, safe }, url, countHosts)
const due = () => stores.sql`update fetched_lists set next_at = now()`
const rowOf = async () => (await stores.sql`select problem, fetched_at, next_at from fetched_lists`)[0]

/** A process that reads the list. The setting is an https URL, and the row of the test is that of an http one. */
async function reader(url = `${origin}/list`): Promise<Blocklist> {
  const setting = url.replace('http:', 'https:')
  await stores.sql`update fetched_lists set source = ${sourceOf(setting)} where source = ${sourceOf(url)}`
  const list = new Blocklist({ ...stores, config: { BLOCKLIST: setting, BLOCKLIST_EXCEPT: [] } })
  await list.refresh()
  await stores.sql`update fetched_lists set source = ${sourceOf(url)} where source = ${sourceOf(setting)}`
  return list
}

describe('the list of a URL', () => {
  it('is fetched once a day by one worker, and read by all processes', async () => {
    serve('evil.example\n0.0.0.0 worse.example\n')
    await Promise.all([fetchIt(), fetchIt(), fetchIt()])
    await fetchIt()
    expect(requests).toBe(1)
    const list = await reader()
    expect([list.size, list.find('https://a.worse.example/')]).toEqual([2, 'worse.example'])
    const row = await rowOf()
    expect(row?.['problem']).toBe(null)
    expect(row?.['next_at'].getTime() - Date.now()).toBeGreaterThan(23 * 3_600_000)
    await due()
    serve('new.example\n')
    await fetchIt()
    expect((await reader()).find('https://new.example/')).toBe('new.example')
    expect((await reader()).find('https://evil.example/')).toBe(undefined)
  })

  it('keeps its key out of the log', async () => {
    const logged: string[] = []
    const log = pino({ level: 'warn' }, { write: (line: string) => logged.push(line) })
    handle = (_request, response) => void response.writeHead(302, { location: 'http://[' }).end()
    const fetching = { sql: stores.sql, log, stopped: new AbortController().signal, safe: { allowPrivate: true } }
    await fetchDueList(fetching, `${origin}/list?key=top-secret`, countHosts)
    expect(logged.join()).toContain('invalid URL')
    expect(logged.join()).not.toContain('top-secret')
  })

  it.each([
    ['an error', () => serve('no', 'text/plain', 500), 'status 500'],
    ['a web page', () => serve('<p>evil.example</p>', 'text/html'), 'web page'],
    ['an empty list', () => serve('# nothing\n'), 'is empty'],
    ['a closed connection', () => (handle = (request) => void request.socket.destroy()), ''],
    [
      'endless redirects',
      () => (handle = (_, response) => void response.writeHead(302, { location: '/list' }).end()),
      'redirects',
    ],
  ])('stays as it was after %s, and is fetched again an hour later', async (_name, fail, problem) => {
    serve('evil.example\n')
    await fetchIt()
    const before = await rowOf()
    await due()
    fail()
    await fetchIt()
    const row = await rowOf()
    expect(row?.['problem']).toContain(problem)
    expect(row?.['fetched_at']).toEqual(before?.['fetched_at'])
    expect((await reader()).find('https://evil.example/')).toBe('evil.example')
    expect(row?.['next_at'].getTime() - Date.now()).toBeLessThan(61 * 60_000)
  })

  it('follows a redirect, and is not read again if it is unchanged', async () => {
    handle = (request, response) =>
      request.url === '/list'
        ? void response.writeHead(301, { location: '/moved' }).end()
        : void response.writeHead(200, { 'content-type': 'text/plain' }).end('evil.example')
    await fetchIt()
    const { version } = await reader()
    await due()
    await fetchIt()
    expect(requests).toBe(4)
    expect((await reader()).version).toEqual(version)
  })

  it('is not fetched from the network of the workers', async () => {
    serve('evil.example\n')
    await fetchIt(`${origin}/list`, { allowPrivate: false })
    expect(requests).toBe(0)
    expect((await rowOf())?.['problem']).toContain('https')
  })
})
