import { describe, expect, it } from 'vitest'
import { createAccount } from '../../factories/account.ts'
import { createKey } from '../../factories/key.ts'
import { createUser } from '../../factories/user.ts'
import { Browser } from '../support/browser.ts'
import type { Answer } from '../support/http.ts'
import {
  account,
  api,
  browser,
  call,
  callWith,
  csrfOf,
  email,
  isSignedIn,
  password,
  signedIn,
  stores,
  useSessions,
} from '../support/sessions.ts'

useSessions()

const fieldsOf = (json: Answer['json']) => json.error.details.errors.map(({ field }: { field: string }) => field)
const canSignIn = async (address: string, word: string) => (await new Browser(api).login(address, word)).status === 303

describe('ending a session from another browser', () => {
  it('signs out only that session, at once', async () => {
    const [one, other, third] = [await signedIn(), await signedIn('Firefox'), await signedIn()]
    const { json } = await call(other, 'GET', '/sessions')
    const mine = json.data.find(({ is_current }: { is_current: boolean }) => is_current)
    const ended = await call(one, 'DELETE', `/sessions/${mine.id}`)
    expect([ended.status, ended.json.data]).toEqual([200, { message: 'Session signed out' }])
    expect([await isSignedIn(one), await isSignedIn(other), await isSignedIn(third)]).toEqual([true, false, true])
    expect((await call(one, 'DELETE', `/sessions/${mine.id}`)).status).toBe(404)
  })

  it('is rejected for the current session, an invalid id, and sessions of others', async () => {
    const one = await signedIn()
    const own = (await call(one, 'GET', '/sessions')).json.data[0].id
    expect((await call(one, 'DELETE', `/sessions/${own}`)).status).toBe(409)
    expect((await call(one, 'DELETE', '/sessions/nonsense')).status).toBe(400)
    const elsewhere = await createAccount(stores.sql)
    const stranger = new Browser(api)
    await stranger.login((await createUser(stores.sql, elsewhere, password)).email, password)
    expect((await call(stranger, 'DELETE', `/sessions/${own}`)).status).toBe(404)
    expect(await isSignedIn(one)).toBe(true)
  })
})

describe('the password', () => {
  const wanted = 'another long password'

  it('changes, which ends every other session and any copy of this one', async () => {
    const [one, other, stolen] = [await signedIn(), await signedIn(), new Browser(api)]
    stolen.cookies.set('waymark', one.cookies.get('waymark') ?? '')
    const { status, json, cookies } = await call(one, 'PUT', '/password', {
      current_password: password,
      new_password: wanted,
    })
    expect(status).toBe(200)
    expect(cookies[0]).toMatch(/^waymark=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax/)
    one.cookies.set('waymark', /=([^;]*)/.exec(cookies[0] ?? '')?.[1] ?? '')
    expect(json.data).toEqual({ csrf_token: await csrfOf(one) })
    expect([await isSignedIn(one), await isSignedIn(other), await isSignedIn(stolen)]).toEqual([true, false, false])
    expect([await canSignIn(email, password), await canSignIn(email, wanted)]).toEqual([false, true])
  })

  it('stays unchanged if the current one is wrong or the new one is too short, and guessing is limited', async () => {
    const one = await signedIn()
    const short = await call(one, 'PUT', '/password', { current_password: password, new_password: 'short' })
    expect([short.status, fieldsOf(short.json)]).toEqual([422, ['new_password']])
    const guess = () => call(one, 'PUT', '/password', { current_password: 'wrong', new_password: wanted })
    const first = await guess()
    expect([first.status, fieldsOf(first.json)]).toEqual([422, ['current_password']])
    const statuses: number[] = []
    for (let time = 0; time < 10; time += 1) statuses.push((await guess()).status)
    expect(statuses).toEqual([...Array(9).fill(422), 429])
    expect(await isSignedIn(one)).toBe(true)
  })

  it('is changed once by two concurrent requests', async () => {
    const [one, other] = [await signedIn(), await signedIn()]
    // Read before: the first request ends the session of the other one.
    const tokens = await Promise.all([one, other].map(csrfOf))
    const statuses = await Promise.all(
      [one, other].map(async (each, index) => {
        const body = { current_password: password, new_password: `${wanted} ${index}` }
        return (await callWith(tokens[index] ?? '', each, 'PUT', '/password', body)).status
      }),
    )
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    const works = await Promise.all([canSignIn(email, `${wanted} 0`), canSignIn(email, `${wanted} 1`)])
    expect(works).toEqual(statuses.map((status) => status === 200))
  })
})

describe('the email address', () => {
  it('changes with the password, and works for sign-in from then on', async () => {
    const one = await signedIn()
    const wanted = `new-${email}`
    const { status, json } = await call(one, 'PUT', '/email', { current_password: password, email: ` ${wanted} ` })
    expect([status, json.data.email]).toEqual([200, wanted])
    expect((await call(one, 'GET', '/session')).json.data.user.email).toBe(wanted)
    expect([await canSignIn(email, password), await canSignIn(wanted, password)]).toEqual([false, true])
  })

  it('stays unchanged without the password, if it is invalid, and if it is taken', async () => {
    const one = await signedIn()
    const elsewhere = await createAccount(stores.sql)
    const taken = (await createUser(stores.sql, elsewhere, password)).email
    const change = async (body: unknown) => (await call(one, 'PUT', '/email', body)).status
    expect(await change({ current_password: 'wrong', email: `new-${email}` })).toBe(422)
    expect(await change({ current_password: password, email: 'nonsense' })).toBe(422)
    expect(await change({ email: `new-${email}` })).toBe(400)
    expect(await change({ current_password: password, email: taken.toUpperCase() })).toBe(409)
    expect((await call(one, 'GET', '/session')).json.data.user.email).toBe(email)
  })
})

describe('the time zone', () => {
  it('is stored under its canonical name, and removed with null', async () => {
    const one = await signedIn()
    const put = async (time_zone: unknown) => await call(one, 'PUT', '/time-zone', { time_zone })
    expect((await put('europe/berlin')).json.data.time_zone).toBe('Europe/Berlin')
    expect((await call(one, 'GET', '/session')).json.data.user.time_zone).toBe('Europe/Berlin')
    for (const [nonsense, status] of [
      ['+02:00', 422],
      ['Mars/Base', 422],
      ['SystemV/EST5', 422],
      [7, 400],
    ] as const) {
      expect((await put(nonsense)).status).toBe(status)
    }
    expect((await call(one, 'GET', '/session')).json.data.user.time_zone).toBe('Europe/Berlin')
    expect((await put(null)).json.data.time_zone).toBeNull()
  })
})

it('API keys and other sites cannot change anything', async () => {
  const one = await signedIn()
  const { key } = await createKey(stores.sql, account)
  const bodies = {
    '/password': { current_password: password, new_password: 'another long password' },
    '/email': { current_password: password, email: `new-${email}` },
    '/time-zone': { time_zone: 'UTC' },
  }
  for (const [path, body] of Object.entries(bodies)) {
    for (const headers of [
      { authorization: `Bearer ${key}` },
      { cookie: one.cookieHeader, origin: 'https://evil.example' },
    ]) {
      const { status } = await fetch(`${api.url}/api/app${path}`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json', ...(headers as Record<string, string>) },
        body: JSON.stringify(body),
      })
      expect(status).toBe(403)
    }
  }
  expect((await browser.login(email, password)).status).toBe(303)
})
