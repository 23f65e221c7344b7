import { beforeEach, describe, expect, it } from 'vitest'
import { createAccount } from '../../factories/account.ts'
import { createKey } from '../../factories/key.ts'
import { createConnectedApp } from '../../factories/oauth.ts'
import { account, api, expectError, freshAlias, key, stores, useShortUrls } from '../support/short-urls.ts'

useShortUrls()

const forbidden = { status: 403, code: 'FORBIDDEN' }
const nobody = '01890000-0000-7000-8000-000000000000'

interface BoundKey {
  id: string
  key: string
  domain_ids: string[]
}

/** Limited to one domain, with every permission. */
let bound: BoundKey
/** A key of the same account without a limit. */
let other: { id: string; key: string }
let app: { id: string }

beforeEach(async () => {
  const { json } = await ask('POST', '/domains/subdomains', key, { subdomain: freshAlias('shop') })
  bound = await mint(key, [json.data.id])
  other = await createKey(stores.sql, account)
  app = await createConnectedApp(stores.sql, account)
})

const ask = (method: string, path: string, as: string, body?: unknown) => api.request(method, path, { key: as, body })
const opens = async (secret: string) => (await ask('GET', '/me', secret)).status
const apps = async () => (await ask('GET', '/me/connected-apps', key)).json.data.map(idOf)

const idOf = ({ id }: { id: string }) => id

async function mint(as: string, domain_ids: string[]): Promise<BoundKey> {
  const body = { name: 'Bound', permissions: ['read', 'write', 'delete', 'analytics'], domain_ids }
  const { status, json } = await ask('POST', '/api-keys', as, body)
  expect(status).toBe(201)
  return json.data
}

describe('a key limited to domains', () => {
  it('lists only itself and its descendants', async () => {
    const { status, json } = await ask('GET', '/api-keys', bound.key)
    expect([status, json.data.map(idOf)]).toEqual([200, [bound.id]])
    expect(json.pagination).toMatchObject({ total: 1, total_pages: 1 })
    expect((await ask('GET', '/api-keys?page=2&limit=1', bound.key)).json.data).toEqual([])
    const child = await mint(bound.key, bound.domain_ids)
    const grandchild = await mint(child.key, bound.domain_ids)
    const listed = (await ask('GET', '/api-keys', bound.key)).json
    expect([listed.data.map(idOf), listed.pagination.total]).toEqual([[grandchild.id, child.id, bound.id], 3])
    expect((await ask('GET', '/api-keys', child.key)).json.data.map(idOf)).toEqual([grandchild.id, child.id])
  })

  it('can revoke its descendants, but not the key that created it', async () => {
    const child = await mint(bound.key, bound.domain_ids)
    const grandchild = await mint(child.key, bound.domain_ids)
    expectError(await ask('DELETE', `/api-keys/${bound.id}`, child.key), forbidden)
    expect(await opens(bound.key)).toBe(200)
    expect((await ask('DELETE', `/api-keys/${grandchild.id}`, bound.key)).status).toBe(200)
    expect([await opens(child.key), await opens(grandchild.key)]).toEqual([200, 401])
  })

  it('can revoke no other key', async () => {
    const foreign = await createKey(stores.sql, await createAccount(stores.sql))
    for (const id of [other.id, foreign.id, nobody]) {
      expectError(await ask('DELETE', `/api-keys/${id}`, bound.key), forbidden)
    }
    expect([await opens(other.key), await opens(foreign.key)]).toEqual([200, 200])
    expect((await ask('DELETE', `/api-keys/${bound.id}`, bound.key)).status).toBe(200)
    expect(await opens(bound.key)).toBe(401)
  })

  it('can neither list nor disconnect apps', async () => {
    expectError(await ask('GET', '/me/connected-apps', bound.key), forbidden)
    for (const id of [app.id, nobody]) {
      expectError(await ask('DELETE', `/me/connected-apps/${id}`, bound.key), forbidden)
    }
    expect(await apps()).toEqual([app.id])
  })
})

describe('a key without a domain limit', () => {
  it('lists and revokes only keys of its account', async () => {
    const { json } = await ask('GET', '/api-keys', key)
    const listed = json.data.map(idOf)
    expect([listed, json.pagination.total]).toEqual([expect.arrayContaining([bound.id, other.id]), 3])
    expect((await ask('DELETE', `/api-keys/${bound.id}`, key)).status).toBe(200)
    expect(await opens(bound.key)).toBe(401)
    const foreign = await createKey(stores.sql, await createAccount(stores.sql))
    expectError(await ask('DELETE', `/api-keys/${foreign.id}`, key), { status: 404, code: 'NOT_FOUND' })
    expect(await opens(foreign.key)).toBe(200)
  })

  it('lists and disconnects only apps of its account', async () => {
    const foreign = await createConnectedApp(stores.sql, await createAccount(stores.sql))
    expect(await apps()).toEqual([app.id])
    expectError(await ask('DELETE', `/me/connected-apps/${foreign.id}`, key), { status: 404, code: 'NOT_FOUND' })
    expect((await ask('DELETE', `/me/connected-apps/${app.id}`, key)).status).toBe(200)
    expect(await apps()).toEqual([])
  })
})
