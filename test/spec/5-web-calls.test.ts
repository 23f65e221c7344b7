import { describe, expect, it } from 'vitest'
import { createKey } from '../factories/key.ts'
import type { Answer } from './http.ts'
import { account, api, csrfOf, email, isSignedIn, origin, signedIn, stores, useSessions } from './sessions.fixture.ts'

useSessions()

describe('the calls of the web pages', () => {
  const call = async (method: string, path: string, headers: Record<string, string>) => {
    const response = await fetch(`${api.url}/api/app${path}`, { method, headers })
    return { status: response.status, json: (await response.json()) as Answer['json'] }
  }

  it('tell who is signed in, and where, and sign the others out', async () => {
    const one = await signedIn()
    const other = await signedIn()
    const cookie = one.cookieHeader
    const shown = await call('GET', '/session', { cookie })
    expect(shown.json.data).toEqual({
      user: { id: expect.any(String), email, time_zone: null },
      account: { id: account.id, name: 'Test account' },
      plan: 'business',
      installation: { is_owner: expect.any(Boolean), visitor_window_days: 1 },
      csrf_token: await csrfOf(one),
    })
    const listed = await call('GET', '/sessions', { cookie })
    expect(listed.json.data).toEqual([
      expect.objectContaining({ is_current: true }),
      expect.objectContaining({ is_current: false, device: 'Unknown browser' }),
    ])
    expect((await call('DELETE', '/sessions', { cookie, origin })).status).toBe(403)
    expect(await isSignedIn(other)).toBe(true)
    const ended = await call('DELETE', '/sessions', { cookie, origin, 'x-csrf-token': shown.json.data.csrf_token })
    expect(ended.json.data).toEqual({ message: 'Signed out in 1 other browser' })
    expect([await isSignedIn(one), await isSignedIn(other)]).toEqual([true, false])
  })

  it('are not for API keys', async () => {
    const { key } = await createKey(stores.sql, account)
    for (const [method, path] of [
      ['GET', '/session'],
      ['GET', '/sessions'],
      ['DELETE', '/sessions'],
      ['DELETE', `/sessions/${'0'.repeat(64)}`],
    ] as const) {
      expect((await call(method, path, { authorization: `Bearer ${key}` })).status).toBe(403)
      expect((await call(method, path, {})).status).toBe(401)
    }
  })
})
