import { describe, expect, it } from 'vitest'
import { createLink } from '#model/links/create-link.ts'
import { createAccount } from '../../factories/account.ts'
import { storeClicks } from '../../factories/clicks.ts'
import { createKey } from '../../factories/key.ts'
import { findBaseDomain, plainLink } from '../../factories/links.ts'
import type { Answer } from '../support/http.ts'
import { account, api, csrfOf, email, isSignedIn, origin, signedIn, stores, useSessions } from '../support/sessions.ts'

useSessions()

describe('the requests of the dashboard', () => {
  const call = async (method: string, path: string, headers: Record<string, string>) => {
    const response = await fetch(`${api.url}/api/app${path}`, { method, headers })
    return { status: response.status, json: (await response.json()) as Answer['json'] }
  }

  it('return the user and all sessions, and sign out the others', async () => {
    const one = await signedIn()
    const other = await signedIn()
    const cookie = one.cookieHeader
    const shown = await call('GET', '/session', { cookie })
    expect(shown.json.data).toEqual({
      user: { id: expect.any(String), email, time_zone: null },
      account: { id: account.id, name: 'Test account' },
      role: 'owner',
      accounts: [{ id: account.id, name: 'Test account', role: 'owner' }],
      plan: 'business',
      is_single_sign_on: false,
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
    expect(ended.json.data).toEqual({ message: 'Signed out 1 other session' })
    expect([await isSignedIn(one), await isSignedIn(other)]).toEqual([true, false])
  })

  it('return the clicks of links by day', async () => {
    const { cookieHeader: cookie } = await signedIn()
    const base = await findBaseDomain(stores.sql, stores.config)
    const make = async (tags: string[]) => {
      const link = plainLink(account.id, base, { tags })
      const outcome = await createLink(stores, link)
      if (outcome.kind !== 'created') throw new Error(outcome.kind)
      return outcome.link.id
    }
    const [one, other] = [await make(['b', 'a']), await make(['b'])]
    const stranger = await createAccount(stores.sql)
    const at = new Date().toISOString()
    await storeClicks(stores.ch, [
      { account_id: account.id, link_id: one, at, visitor_id: '1' },
      { account_id: account.id, link_id: one, at, visitor_id: '2', traffic: 'bot' },
      { account_id: stranger.id, link_id: other, at, visitor_id: '3' },
    ])
    const lines = (await call('GET', `/sparklines?ids=${one},${other}&timezone=Asia/Tokyo`, { cookie })).json.data
    const none = Array.from({ length: 29 }, () => 0)
    expect(lines).toEqual([
      { id: one, clicks: [...none, 1] },
      { id: other, clicks: [...none, 0] },
    ])
    expect((await call('GET', '/sparklines?ids=x', { cookie })).status).toBe(400)
    const many = Array.from({ length: 101 }, () => one).join(',')
    expect((await call('GET', `/sparklines?ids=${many}`, { cookie })).status).toBe(400)
  })

  it('reject API keys', async () => {
    const { key } = await createKey(stores.sql, account)
    for (const [method, path] of [
      ['GET', '/session'],
      ['GET', '/sessions'],
      ['DELETE', '/sessions'],
      ['DELETE', `/sessions/${'0'.repeat(64)}`],
      ['GET', `/sparklines?ids=${account.id}`],
    ] as const) {
      expect((await call(method, path, { authorization: `Bearer ${key}` })).status).toBe(403)
      expect((await call(method, path, {})).status).toBe(401)
    }
  })
})
