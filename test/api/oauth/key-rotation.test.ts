import { afterEach, expect, it, vi } from 'vitest'
import { accessTokenSeconds } from '#model/oauth/access-token.ts'
import { deleteSigningKeys, SigningKeys } from '#model/oauth/signing-keys.ts'
import { SecretKeys } from '#runtime/secret-keys.ts'
import { eventually } from '../../stack/eventually.ts'
import { startApi, type TestApi } from '../support/http.ts'
import { api, type Client, connect, opens, refresh, register, stores, useOAuth } from '../support/oauth.ts'

useOAuth({ RATE_LIMIT_FACTOR: '0' })

afterEach(() => void vi.useRealTimers())

/** Makes every key older by this many days. */
const age = (days: number) =>
  stores.sql`update oauth_signing_keys set created_at = created_at - make_interval(days => ${days})`

const kidOf = (token: string): string =>
  JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString('utf8')).kid

async function published({ url }: TestApi): Promise<string[]> {
  const { keys } = (await (await fetch(`${url}/.well-known/jwks.json`)).json()) as { keys: { kid: string }[] }
  return keys.map(({ kid }) => kid)
}

/** A process that starts now: it loads its keys from Postgres. */
async function newNode<Result>(use: (node: TestApi) => Promise<Result>): Promise<Result> {
  const node = await startApi(stores)
  try {
    return await use(node)
  } finally {
    await node.close()
  }
}

const openedBy = async (node: TestApi, key: string) => (await node.request('GET', '/me', { key })).status

async function refreshedBy(node: TestApi, { client_id, client_secret = '' }: Client, refresh_token: string) {
  const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token, client_id, client_secret })
  const answer = await fetch(`${node.url}/mcp/oauth/token`, { method: 'POST', body })
  return (await answer.json()) as { access_token: string; refresh_token: string }
}

it('a key signs for 30 days; its tokens stay valid until they end, along with those of the next key', async () => {
  const client = await register()
  const old = await connect(client)
  expect(await published(api)).toEqual([kidOf(old.access_token)])
  await age(31)
  const next = await newNode(async (node) => {
    const tokens = await refreshedBy(node, client, old.refresh_token)
    expect(kidOf(tokens.access_token)).not.toBe(kidOf(old.access_token))
    expect(await published(node), 'the signing key comes first').toEqual([
      kidOf(tokens.access_token),
      kidOf(old.access_token),
    ])
    expect(await openedBy(node, old.access_token)).toBe(200)
    return tokens
  })
  // A running node looks for new keys at most once a second.
  await eventually(async () => expect(await opens(next.access_token)).toBe(200))
  expect(await opens(old.access_token)).toBe(200)
  expect(await published(api)).toEqual([kidOf(next.access_token), kidOf(old.access_token)])
  const last = await refresh(client, next.refresh_token)
  expect(kidOf(last.json.access_token)).toBe(kidOf(next.access_token))
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + (accessTokenSeconds + 1) * 1_000 })
  expect([await opens(old.access_token), await opens(last.json.access_token)]).toEqual([401, 401])
})

it('a key of 60 days is deleted at the next rotation, with all its tokens', async () => {
  const client = await register()
  const { access_token, refresh_token } = await connect(client)
  await age(61)
  await newNode(async (node) => {
    const tokens = await refreshedBy(node, client, refresh_token)
    expect(await published(node)).toEqual([kidOf(tokens.access_token)])
    expect([await openedBy(node, tokens.access_token), await openedBy(node, access_token)]).toEqual([200, 401])
  })
})

it('several processes that find the key too old create one', async () => {
  await age(31)
  const processes = Array.from({ length: 10 }, () => new SigningKeys(stores.sql, new SecretKeys(stores.config)))
  const kids = await Promise.all(processes.map(async (keys) => (await keys.current()).kid))
  expect(new Set(kids).size).toBe(1)
})

it('deleted signing keys end every access token at once, on every node, and refresh tokens still work', async () => {
  const client = await register()
  const { access_token, refresh_token } = await connect(client)
  await newNode(async (node) => {
    expect([await opens(access_token), await openedBy(node, access_token)]).toEqual([200, 200])
    expect(await deleteSigningKeys(stores.sql)).toBeGreaterThan(0)
    expect([await opens(access_token), await openedBy(node, access_token)]).toEqual([401, 401])
    const next = await refresh(client, refresh_token)
    expect(kidOf(next.json.access_token)).not.toBe(kidOf(access_token))
    expect(await opens(next.json.access_token)).toBe(200)
    await eventually(async () => expect(await openedBy(node, next.json.access_token)).toBe(200))
    expect([await opens(access_token), await openedBy(node, access_token)]).toEqual([401, 401])
  })
})
