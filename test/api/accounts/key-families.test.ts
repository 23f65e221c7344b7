import { expect, it } from 'vitest'
import { createAccount } from '../../factories/account.ts'
import { createKey } from '../../factories/key.ts'
import { eventually } from '../../stack/eventually.ts'
import { waitingForLocks } from '../../stack/waiting-for-locks.ts'
import { startApi } from '../support/http.ts'
import { account, api, expectError, key, stores, useShortUrls } from '../support/short-urls.ts'

useShortUrls()

interface MintedKey {
  id: string
  key: string
  parent_key_id: string | null
}

const ask = (method: string, path: string, as: string, body?: unknown) => api.request(method, path, { key: as, body })
const request = (as: string) =>
  ask('POST', '/api-keys', as, { name: 'Child', permissions: ['read', 'write', 'delete'] })
const opens = async (secret: string) => (await ask('GET', '/me', secret)).status
const idOfKey = async (secret: string) => (await ask('GET', '/me', secret)).json.data.key.id

async function mint(as: string): Promise<MintedKey> {
  const { status, json, text } = await request(as)
  expect(status, text).toBe(201)
  return json.data
}

it('a key names the key that created it', async () => {
  const child = await mint(key)
  expect(child.parent_key_id).toBe(await idOfKey(key))
  const { json } = await ask('GET', '/api-keys', key)
  expect(json.data.map((one: MintedKey) => [one.id, one.parent_key_id])).toEqual([
    [child.id, child.parent_key_id],
    [child.parent_key_id, null],
  ])
  const body = { name: 'x', permissions: ['read'], parent_key_id: child.id }
  expectError(await ask('POST', '/api-keys', key, body), { status: 400, code: 'BAD_REQUEST' })
})

it('revoking a key ends all of its descendants at once, on every process, and no other key', async () => {
  const other = await startApi(stores)
  const parent = await mint(key)
  const child = await mint(parent.key)
  const grandchild = await mint(child.key)
  const sibling = await mint(key)
  for (const { key: one } of [parent, child, grandchild]) {
    expect((await other.request('GET', '/me', { key: one })).status).toBe(200)
  }
  const { status, json } = await ask('DELETE', `/api-keys/${parent.id}`, key)
  expect([status, json.data]).toEqual([200, { message: 'API key revoked, with 2 that it created' }])
  for (const { key: one } of [parent, child, grandchild]) {
    expect((await other.request('GET', '/me', { key: one })).status).toBe(401)
  }
  expect([await opens(sibling.key), await opens(key)]).toEqual([200, 200])
  for (const { id } of [parent, child, grandchild]) {
    expect((await ask('DELETE', `/api-keys/${id}`, key)).status).toBe(404)
  }
  await other.close()
})

it('a key of another account cannot be revoked, and neither can its descendants', async () => {
  const foreign = await createKey(stores.sql, await createAccount(stores.sql))
  const child = await mint(foreign.key)
  for (const { id } of [foreign, child]) {
    expectError(await ask('DELETE', `/api-keys/${id}`, key), { status: 404, code: 'NOT_FOUND' })
  }
  expect([await opens(foreign.key), await opens(child.key)]).toEqual([200, 200])
})

it('a key that is being revoked creates no key that survives it', async () => {
  const parent = await mint(key)
  const minted = await stores.sql.begin(async (tx) => {
    await tx`select from accounts where id = ${account.id} for no key update`
    const asked = request(parent.key)
    await eventually(async () => expect(await waitingForLocks(stores.sql)).toBeGreaterThan(0))
    await tx`update api_keys set revoked_at = now() where id = ${parent.id}`
    return { asked }
  })
  expectError(await minted.asked, { status: 401, code: 'INVALID_API_KEY' })
})

it('no descendant survives when keys are created and revoked at the same time', async () => {
  for (let round = 0; round < 5; round += 1) {
    const parent = await mint(key)
    const child = await mint(parent.key)
    const [first, second, revoked, revokedToo] = await Promise.all([
      request(parent.key),
      request(child.key),
      ask('DELETE', `/api-keys/${parent.id}`, key),
      ask('DELETE', `/api-keys/${child.id}`, key),
    ])
    expect(revoked.status).toBe(200)
    expect([200, 404]).toContain(revokedToo.status)
    const minted = [first, second].filter(({ status }) => status === 201).map(({ json }) => json.data.key)
    expect(await Promise.all(minted.map(opens))).toEqual(minted.map(() => 401))
    const refused = [first, second].filter(({ status }) => status !== 201)
    expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 401))
  }
})
