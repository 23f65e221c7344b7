import { describe, expect, it } from 'vitest'
import {
  api,
  authorize,
  type Client,
  connect,
  opens,
  postForm,
  postJson,
  redeem,
  redirectUri,
  refresh,
  register,
  s256,
  stores,
  useOAuth,
  verifier,
} from '../support/oauth.ts'

useOAuth({ RATE_LIMIT_FACTOR: '100' })

const token = '/mcp/oauth/token'
const basic = ({ client_id, client_secret }: Client, encode = (text: string) => text) => ({
  authorization: `Basic ${Buffer.from(`${encode(client_id)}:${encode(client_secret ?? '')}`).toString('base64')}`,
})
/** Percent-encodes every byte, as RFC 6749 allows clients to do. */
const percent = (text: string) => Buffer.from(text).toString('hex').replace(/../g, '%$&')

describe('a code', () => {
  it('RFC 6749, 4.1.2: works once, and a replay revokes its tokens', async () => {
    const client = await register()
    const code = await authorize(client)
    const first = await redeem(client, code)
    expect(await opens(first.json.access_token)).toBe(200)
    const second = await redeem(client, code)
    expect([second.status, second.json.error]).toEqual([400, 'invalid_grant'])
    expect(await opens(first.json.access_token)).toBe(401)
    expect((await refresh(client, first.json.refresh_token)).json.error).toBe('invalid_grant')
  })

  it('works for one of 20 concurrent requests', async () => {
    const client = await register()
    const code = await authorize(client)
    const answers = await Promise.all(Array.from({ length: 20 }, () => redeem(client, code)))
    const won = answers.filter(({ status }) => status === 200)
    expect(won).toHaveLength(1)
    const lost = answers.filter(({ status }) => status !== 200)
    for (const { json } of lost) expect(json.error).toBe('invalid_grant')
    expect(await opens(won[0]?.json.access_token)).toBe(401)
  })

  it('RFC 6749, 4.1.3: is bound to its client, redirect URI and verifier, and survives wrong attempts', async () => {
    const client = await register()
    const other = await register()
    const code = await authorize(client, s256)
    const wrong = { code_verifier: 'x'.repeat(43) }
    for (const answer of [
      await redeem(other, code, { code_verifier: verifier }),
      await redeem(client, code, { code_verifier: verifier, redirect_uri: `${redirectUri}/` }),
      await redeem(client, code, wrong),
      await redeem(client, code),
      await redeem(client, 'invented', { code_verifier: verifier }),
    ]) {
      expect([answer.status, answer.json.error]).toEqual([400, 'invalid_grant'])
    }
    expect((await redeem(client, code, { code_verifier: verifier })).status).toBe(200)
  })

  it('expires after 60 seconds', async () => {
    const client = await register()
    const code = await authorize(client)
    await stores.sql`update oauth_grants set ends_at = ends_at - interval '60 seconds' where client_id = ${client.client_id}`
    expect((await redeem(client, code)).json.error).toBe('invalid_grant')
  })

  it('RFC 9700, 2.1.1: cannot be downgraded: a verifier without a challenge is rejected', async () => {
    const client = await register()
    const answer = await redeem(client, await authorize(client), { code_verifier: verifier })
    expect(answer.json.error).toBe('invalid_grant')
  })

  it('RFC 7636, 4.6: plain compares the verifier itself', async () => {
    const client = await register()
    const fields = { code_challenge: verifier, code_challenge_method: 'plain' }
    expect((await redeem(client, await authorize(client, fields), { code_verifier: verifier })).status).toBe(200)
    const unnamed = await authorize(client, { code_challenge: verifier })
    expect((await redeem(client, unnamed, { code_verifier: verifier })).status).toBe(200)
    const hashed = await authorize(client, s256)
    expect((await redeem(client, hashed, { code_verifier: s256.code_challenge })).json.error).toBe('invalid_grant')
  })
})

describe('a refresh token', () => {
  it('RFC 9700, 4.14.2: is rotated, and reuse revokes its family', async () => {
    const client = await register()
    const first = await connect(client)
    const second = await refresh(client, first.refresh_token)
    expect(await opens(second.json.access_token)).toBe(200)
    expect((await refresh(client, first.refresh_token)).json.error).toBe('invalid_grant')
    expect(await opens(second.json.access_token)).toBe(401)
    expect((await refresh(client, second.json.refresh_token)).json.error).toBe('invalid_grant')
  })

  it('works for one of 20 concurrent requests', async () => {
    const client = await register()
    const { refresh_token } = await connect(client)
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(client, refresh_token)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('cannot be used or revoked by another client', async () => {
    const client = await register()
    const { refresh_token } = await connect(client)
    expect((await refresh(await register(), refresh_token)).json.error).toBe('invalid_grant')
    expect((await refresh(client, refresh_token)).status).toBe(200)
  })

  it('RFC 6749, 6: narrows the scope and never widens it', async () => {
    const client = await register()
    const { refresh_token } = await connect(client, { scope: 'shorturl:read qrcode:read' })
    const wider = await refresh(client, refresh_token, { scope: 'shorturl:read analytics:read' })
    expect([wider.status, wider.json.error]).toEqual([400, 'invalid_scope'])
    const narrow = await refresh(client, refresh_token, { scope: 'qrcode:read' })
    expect(narrow.json.scope).toBe('qrcode:read')
    const asked = await api.request('GET', '/short-urls', { key: narrow.json.access_token })
    expect(asked.status).toBe(403)
    expect((await refresh(client, narrow.json.refresh_token)).json.scope).toBe('shorturl:read qrcode:read')
  })

  it('expires after 30 days without use, and with its grant after 90', async () => {
    const client = await register()
    const one = await connect(client)
    const rows = await stores.sql`
      select round(extract(epoch from expires_at - now()) / 86400)::int as idle,
        round(extract(epoch from ends_at - now()) / 86400)::int as longest
      from oauth_refresh_tokens join oauth_grants on oauth_grants.id = grant_id
      where client_id = ${client.client_id}`
    expect(rows).toEqual([{ idle: 30, longest: 90 }])
    await stores.sql`update oauth_refresh_tokens set expires_at = now() where grant_id in (
      select id from oauth_grants where client_id = ${client.client_id})`
    expect((await refresh(client, one.refresh_token)).json.error).toBe('invalid_grant')
    expect(await opens(one.access_token)).toBe(200)
    await stores.sql`update oauth_grants set ends_at = now() where client_id = ${client.client_id}`
    expect(await opens(one.access_token)).toBe(401)
  })
})

describe('a client', () => {
  it('RFC 6749, 2.3.1: authenticates by Basic, encoded or not, or by post, but never by both', async () => {
    const client = await register()
    const { refresh_token: first } = await connect(client)
    const ask = (refresh_token: string, encode?: typeof percent) =>
      postForm(token, { grant_type: 'refresh_token', refresh_token }, basic(client, encode))
    const plain = await ask(first)
    expect(plain.status).toBe(200)
    const encoded = await ask(plain.json.refresh_token, percent)
    expect(encoded.status).toBe(200)
    const { client_id, client_secret } = client
    const fields = { grant_type: 'refresh_token', refresh_token: encoded.json.refresh_token, client_id, client_secret }
    const both = await postForm(token, fields, basic(client))
    expect([both.status, both.json.error]).toEqual([400, 'invalid_request'])
  })

  it('RFC 6749, 5.2: is rejected with 401, and with a challenge after Basic', async () => {
    const client = await register()
    const nobody = { client_id: 'nobody', client_secret: 'x' }
    const open = await register({ token_endpoint_auth_method: 'none' })
    expect(open).not.toHaveProperty('client_secret')
    for (const wrong of [
      nobody,
      { ...client, client_secret: 'x' },
      { client_id: client.client_id },
      { client_id: open.client_id, client_secret: 'x' },
    ]) {
      const posted = await refresh(wrong, 'x')
      expect([posted.status, posted.json.error]).toEqual([401, 'invalid_client'])
      expect(posted.headers.get('www-authenticate')).toBeNull()
      expect(posted.headers.get('cache-control')).toBe('no-store')
    }
    for (const headers of [basic(nobody), { authorization: 'Basic nonsense' }, { authorization: 'Bearer x' }]) {
      const asked = await postForm(token, { grant_type: 'refresh_token', refresh_token: 'x' }, headers)
      expect([asked.status, asked.json.error]).toEqual([401, 'invalid_client'])
      expect(asked.headers.get('www-authenticate')).toMatch(/^Basic /)
    }
    expect((await postForm(token, { grant_type: 'refresh_token' })).status).toBe(401)
  })

  it('SPEC 7: not registered for codes is an unauthorized_client', async () => {
    const client = await register({ grant_types: ['refresh_token'] })
    expect((await redeem(client, 'x')).json.error).toBe('unauthorized_client')
  })
})

describe('a request', () => {
  it('with hundreds of parameters, or more than 10 KB, is refused before it is parsed', async () => {
    const many = await postForm(token, 'a&'.repeat(101))
    expect([many.status, many.json.error]).toEqual([400, 'invalid_request'])
    expect(many.json.error_description).toContain('at most 100 parameters')
    expect((await postForm(token, `client_id=${'x'.repeat(11_000)}`)).status).toBe(413)
    expect((await postJson('/mcp/oauth/register', { client_name: 'x'.repeat(11_000) })).status).toBe(413)
    const uris = Array.from({ length: 8 }, (_, index) => `https://app.example/${index}`.padEnd(500, 'x'))
    expect((await register({ redirect_uris: uris })).client_id).toBeDefined()
  })

  it('RFC 6749, 3.2: with a repeated parameter, as JSON or without a grant is invalid', async () => {
    const client = await register()
    const fields = `grant_type=refresh_token&refresh_token=x&client_id=${client.client_id}&client_secret=${client.client_secret}`
    for (const path of [token, '/mcp/oauth/revoke']) {
      const twice = await postForm(path, `${fields}&token=x&token=x`)
      expect([twice.status, twice.json.error]).toEqual([400, 'invalid_request'])
      const json = await postJson(path, { ...client, grant_type: 'refresh_token', refresh_token: 'x', token: 'x' })
      expect([json.status, json.json.error]).toEqual([400, 'invalid_request'])
      expect(json.headers.get('cache-control')).toBe('no-store')
    }
    const { client_id, client_secret } = client
    expect((await postForm(token, { client_id, client_secret: client_secret ?? '' })).json.error).toBe(
      'invalid_request',
    )
    expect((await redeem(client, '', {})).json.error).toBe('invalid_request')
    const odd = await redeem(client, 'x', { grant_type: 'password' })
    expect([odd.status, odd.json.error]).toEqual([400, 'unsupported_grant_type'])
    expect((await redeem(client, '\u0000')).json.error).toBe('invalid_grant')
  })
})

describe('revoke', () => {
  const revoke = (client: Client, value: string) =>
    postForm('/mcp/oauth/revoke', { token: value, client_id: client.client_id, client_secret: client.client_secret })

  it('RFC 7009, 2.2: returns 200 for unknown tokens, and does not revoke those of other clients', async () => {
    const client = await register()
    const { access_token, refresh_token } = await connect(client)
    for (const value of ['unknown', 'a.b.c', access_token, refresh_token]) {
      expect((await revoke(await register(), value)).json).toEqual({ success: true, message: expect.any(String) })
    }
    expect(await opens(access_token)).toBe(200)
    expect((await revoke({ ...client, client_secret: 'x' }, access_token)).status).toBe(401)
    expect(await opens(access_token)).toBe(200)
    expect((await revoke(client, access_token)).status).toBe(200)
    expect((await refresh(client, refresh_token)).json.error).toBe('invalid_grant')
  })
})
