import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mintKey } from '#model/accounts/key-format.ts'
import { type Permission, permissions } from '#schemas/permissions.ts'
import { endpoints } from '../../../api/endpoints.ts'
import { createAccount, type TestAccount } from '../../factories/account.ts'
import { createKey } from '../../factories/key.ts'
import { leastBody, makerFor } from '../../factories/objects.ts'
import { openTestStores, type TestStores } from '../../stack/stores.ts'
import { drawCodes } from '../support/draw-codes.ts'
import { startApi, type TestApi } from '../support/http.ts'

let stores: TestStores
let api: TestApi
let drawing: ReturnType<typeof drawCodes>
let account: TestAccount
let key: string
beforeAll(async () => {
  stores = await openTestStores({ RATE_LIMIT_FACTOR: '0' })
  api = await startApi(stores)
  drawing = drawCodes(stores)
  account = await createAccount(stores.sql, { plan: 'enterprise' })
  key = (await createKey(stores.sql, account)).key
})
afterAll(async () => {
  await drawing.close()
  await api.close()
  await stores.close()
})

/** Every endpoint with every method that it accepts. */
const cases = endpoints.flatMap((endpoint) =>
  (endpoint.method === 'PUT' ? ['PUT', 'PATCH'] : [endpoint.method]).map((method) => ({
    ...endpoint,
    name: `${method} ${endpoint.path}`,
    method,
  })),
)
const nobody = '01890000-0000-7000-8000-000000000000'
const fill = (path: string, id = nobody) => path.replace(/\{\w+\}/g, id)

it('no two endpoints have the same path', () => {
  const addresses = cases.map(({ method, path }) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`)
  expect(addresses.length).toBeGreaterThan(5)
  expect(new Set(addresses).size).toBe(addresses.length)
})

const ask = async (
  { method, path }: (typeof cases)[number],
  options: Parameters<TestApi['request']>[2],
  id?: string,
) => {
  const { status, json } = await api.request(method, fill(path, id), options)
  return { status, code: json?.error?.code, details: json?.error?.details }
}

describe.each(cases)('$name', (endpoint) => {
  it('requires the permission of its method and path', () => {
    expect(endpoint.permission).toBe(permissionOf(endpoint.method, endpoint.path))
  })

  it('rejects a request without a key', async () => {
    expect(await ask(endpoint, {})).toMatchObject({ status: 401, code: 'UNAUTHORIZED' })
  })

  it('rejects an unknown key', async () => {
    for (const invented of ['nonsense', `wm_${'0'.repeat(36)}`, mintKey()]) {
      expect(await ask(endpoint, { key: invented })).toMatchObject({ status: 401, code: 'INVALID_API_KEY' })
    }
  })

  it('rejects a key with every other permission', async () => {
    const others = permissions.filter((name) => name !== endpoint.permission)
    const { key: lacking } = await createKey(stores.sql, account, others)
    expect(await ask(endpoint, { key: lacking })).toMatchObject({ status: 403, code: 'FORBIDDEN' })
  })
})

describe.each(cases.filter(({ params }) => params !== undefined))('$name', (endpoint) => {
  it('hides the objects of another account', async () => {
    const { method, path } = endpoint
    const makeObject = makerFor(path)
    if (makeObject === undefined) throw new Error(`test/factories/objects.ts has no factory for ${path}`)
    const foreign = await makeObject(stores, await createAccount(stores.sql))
    const id = await makeObject(stores, account)
    const body = await leastBody(endpoint, stores, account)
    expect(await ask(endpoint, { key, body }, foreign)).toMatchObject(foreignAnswer(method, path))
    const own = await ask(endpoint, { key, body }, id)
    expect(own.status, 'the same request for an object of the account').toBeLessThan(400)
  })
})

describe.each(cases.filter(({ method }) => ['POST', 'PUT', 'PATCH'].includes(method)))('$name', (endpoint) => {
  it('rejects an unknown field in its body', async () => {
    const refused = await ask(endpoint, { key, body: { unknown_member: 1 } })
    expect(refused).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
    expect(refused.details).toContain('Unknown field `unknown_member`.')
  })

  it('rejects a body that is not JSON', async () => {
    expect(await ask(endpoint, { key, body: '{' })).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
  })
})

it.each(cases.filter(({ feature }) => feature !== undefined))(
  '$name rejects a plan without the feature',
  async (endpoint) => {
    const { key: free } = await createKey(stores.sql, await createAccount(stores.sql, { plan: 'free' }))
    expect(await ask(endpoint, { key: free })).toEqual({
      status: 403,
      code: 'FEATURE_DISABLED',
      details: { feature: endpoint.feature, currentPlan: 'free' },
    })
  },
)

/** The rule of the specification: test details need read, and paths that begin or end with analytics need analytics. */
function permissionOf(method: string, path: string): Permission {
  if (/^\/(qr)?analytics(\/|$)/.test(path) || path.endsWith('/analytics')) return 'analytics'
  // An archive contains the hashes of link passwords.
  if (path === '/account/export') return 'write'
  if (method === 'GET') return 'read'
  return method === 'DELETE' ? 'delete' : 'write'
}

/** Another account's object does not exist, except where the specification says that it is forbidden. */
function foreignAnswer(method: string, path: string) {
  const forbidden = ['DELETE /short-urls/{id}', 'GET /qr-codes/{id}'].includes(`${method} ${path}`)
  return forbidden ? { status: 403, code: 'ACCESS_DENIED' } : { status: 404, code: 'NOT_FOUND' }
}
