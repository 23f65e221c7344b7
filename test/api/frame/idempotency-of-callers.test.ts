import { describe, expect, it } from 'vitest'
import { restAudience } from '#model/oauth/audience.ts'
import { createAccessToken } from '../../factories/access-token.ts'
import { createAccount } from '../../factories/account.ts'
import { createKey } from '../../factories/key.ts'
import { account, api, csrfOf, origin, signedIn, stores, useSessions } from '../support/sessions.ts'

useSessions()

type Credential = { key: string } | { headers: Record<string, string> }

const post = (path: string, by: Credential, body: unknown) => {
  const { headers = {}, ...key } = { headers: undefined, ...by }
  return api.request('POST', path, { ...key, body, headers: { ...headers, 'idempotency-key': `same ${path}` } })
}
const shorten = (by: Credential, url = 'https://example.com/') => post('/short-urls', by, { url })
const isReplay = ({ headers }: { headers: Headers }) => headers.get('idempotent-replayed') === 'true'
const newSession = async (): Promise<Credential> => {
  const one = await signedIn()
  return { headers: { cookie: one.cookieHeader, origin, 'x-csrf-token': await csrfOf(one) } }
}
const newGrant = async (): Promise<Credential> => {
  const grant = { scopes: ['shorturl:create'] as const, audience: [restAudience(stores.config)] }
  return { key: (await createAccessToken(stores, await createAccount(stores.sql), grant)).token }
}

describe('one Idempotency-Key used by several callers of an account', () => {
  it('is a separate request for each API key, with its own response', async () => {
    const [one, other] = [await createKey(stores.sql, account), await createKey(stores.sql, account)]
    const [first, second] = [await shorten(one), await shorten(other)]
    expect([first.status, second.status, isReplay(second)]).toEqual([201, 201, false])
    expect(second.json.data.id).not.toBe(first.json.data.id)
    for (const [by, reply] of [
      [one, first],
      [other, second],
    ] as const) {
      const again = await shorten(by)
      expect([again.status, again.text, isReplay(again)]).toEqual([201, reply.text, true])
    }
    expect((await shorten(other, 'https://example.com/other')).status).toBe(422)
  })

  it('does not return a stored response to a key without access to it', async () => {
    const { key } = await createKey(stores.sql, account)
    const domain = await api.request('POST', '/domains/subdomains', { key, body: { subdomain: 'idempotent' } })
    const body = { name: 'Bound', permissions: ['write'], domain_ids: [domain.json.data.id] }
    const bound = (await api.request('POST', '/api-keys', { key, body })).json.data
    const made = await shorten({ key })
    expect(made.status).toBe(201)
    const refused = await shorten({ key: bound.key })
    expect([refused.status, refused.json.error.code]).toEqual([403, 'FORBIDDEN'])
    expect(refused.text).not.toContain(made.json.data.id)
  })

  it('is one request for a user in all sessions, but a response with a secret is only for its session', async () => {
    const [one, other] = [await newSession(), await newSession()]
    const [first, again] = [await shorten(one), await shorten(other)]
    expect([first.status, again.text, isReplay(again)]).toEqual([201, first.text, true])
    expect(isReplay(await shorten({ key: (await createKey(stores.sql, account)).key }))).toBe(false)

    const minting = { name: 'ci', permissions: ['read'] }
    const secret = await post('/api-keys', one, minting)
    expect((await post('/api-keys', one, minting)).text).toBe(secret.text)
    const others = await post('/api-keys', other, minting)
    expect([others.status, others.json.error.code]).toEqual([422, 'VALIDATION_ERROR'])
  })

  it('is one request for an OAuth grant', async () => {
    const grant = await newGrant()
    const [first, again] = [await shorten(grant), await shorten(grant)]
    expect([first.status, again.text, isReplay(again)]).toEqual([201, first.text, true])
  })
})
