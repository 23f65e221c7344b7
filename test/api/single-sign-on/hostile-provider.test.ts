import { createServer, type Server } from 'node:http'
import { type AddressInfo, createServer as createSocketServer, type Server as SocketServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMember } from '../../factories/member.ts'
import { stores } from '../support/use-api.ts'
import {
  account,
  begin,
  newBrowser,
  owner,
  provider,
  sessionIn,
  setUp,
  signInAt,
  someone,
  useSignOn,
} from './sign-on.fixture.ts'

useSignOn()

describe('a provider with nonsense in its configuration', () => {
  let change: object = {}
  let keys: [status: number, body: string] = [200, '']
  const server = createServer(({ url, headers }, answer) => {
    const at = `http://${headers.host}`
    const metadata = { issuer: at, authorization_endpoint: `${at}/a`, token_endpoint: `${at}/t`, jwks_uri: `${at}/k` }
    const isKeys = url === '/k'
    answer.writeHead(isKeys ? keys[0] : 200, { 'content-type': 'application/json' })
    answer.end(isKeys ? keys[1] : JSON.stringify({ ...metadata, ...change }))
  })
  const noHttp = createSocketServer((socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n'))
  const closing = createSocketServer((socket) => socket.destroy())
  const servers = [server, noHttp, closing]
  beforeAll(() => Promise.all(servers.map((each) => new Promise<void>((done) => each.listen(0, '127.0.0.1', done)))))
  afterAll(() => servers.map((each) => each.close()))
  const urlOf = (each: Server | SocketServer) => `http://127.0.0.1:${(each.address() as AddressInfo).port}`

  it.each<[string, object, [status: number, body: string], RegExp]>([
    ['an issuer that is no URL', { issuer: 'no url' }, [200, ''], /invalid URL/],
    ['an issuer that is a number', { issuer: 5 }, [200, ''], /incomplete/],
    ['an endpoint that is a number', { authorization_endpoint: 5 }, [200, ''], /not an https URL/],
    ['keys at no URL', { jwks_uri: 'nothing' }, [200, ''], /enter a full URL/],
    ['keys with a status that has no body', {}, [205, 'x'], /no keys/],
    ['keys with a status that does not exist', {}, [999, 'x'], /not valid HTTP/],
    ['keys that are none', {}, [200, 'null'], /no keys/],
  ])('%s: says so', async (_, wrong, reply, problem) => {
    change = wrong
    keys = reply
    const tried = await owner.call('POST', '/single-sign-on/try', { issuer: urlOf(server) })
    expect([tried.status, tried.json.data]).toEqual([200, expect.objectContaining({ is_ok: false })])
    expect(tried.json.data.problem).toMatch(problem)
  })

  it('is a conflict for a user who connects, and a page for one who signs in', async () => {
    change = { issuer: 'no url' }
    await setUp(owner, { issuer: urlOf(server), client_secret: 'x' })
    expect((await owner.call('POST', '/identities')).status).toBe(409)
    expect((await begin(newBrowser())).status).toBe(503)
  })

  it('and a server that is none of HTTP', async () => {
    for (const each of [noHttp, closing]) {
      const tried = await owner.call('POST', '/single-sign-on/try', { issuer: urlOf(each) })
      expect([tried.status, tried.json.data?.problem]).toEqual([200, expect.stringMatching(/not valid HTTP|closed/)])
    }
  })
})

it.each([0, 1e15, 1e300])('a time of the sign-in of %s at the provider', async (auth_time) => {
  provider.tampering = { idToken: (claims) => ({ ...claims, auth_time }) }
  const browser = newBrowser()
  expect((await signInAt(browser, someone())).status).toBe(303)
  expect(await sessionIn(browser)).toBeDefined()
})

it('signs in where the issuer was entered with a slash that the provider does not have', async () => {
  await setUp(owner, { issuer: `${provider.issuer}/` })
  const { email, id } = await createMember(stores.sql, account, 'editor')
  const browser = newBrowser()
  expect((await signInAt(browser, someone('example.com', { email }))).status).toBe(303)
  expect(await sessionIn(browser)).toMatchObject({ user: { id } })
  expect((await signInAt(browser, someone('example.com', { email }), account, '?again=1')).status).toBe(403)
})
