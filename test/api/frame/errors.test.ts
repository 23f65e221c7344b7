import { afterAll, beforeAll, expect, it } from 'vitest'
import { mintKey } from '#model/accounts/key-format.ts'
import type { PlanName } from '#schemas/accounts.ts'
import { type ErrorCode, errorStatus } from '#schemas/errors.ts'
import type { Permission } from '#schemas/permissions.ts'
import { endpoints } from '../../../api/endpoints.ts'
import { createAccount } from '../../factories/account.ts'
import { createKey } from '../../factories/key.ts'
import { objectMakers } from '../../factories/objects.ts'
import { openTestStores, type TestStores } from '../../stack/stores.ts'
import { type Answer, startApi, type TestApi } from '../support/http.ts'

let stores: TestStores
let api: TestApi
beforeAll(async () => {
  stores = await openTestStores({ RATE_LIMIT_FACTOR: '0' })
  api = await startApi(stores)
})
afterAll(async () => {
  await api.close()
  await stores.close()
})

interface Row {
  status: number
  /** The expected `details`; undefined if there are none. */
  details: unknown
  provoke: () => Promise<Answer>
}

const aMessage = expect.stringMatching(/\w/)
const url = 'https://example.com/'

async function freshKey({ plan, permissions }: { plan?: PlanName; permissions?: Permission[] } = {}) {
  return (await createKey(stores.sql, await createAccount(stores.sql, plan && { plan }), permissions)).key
}

const create = async (body: unknown) => api.request('POST', '/short-urls', { key: await freshKey(), body })

/** Sends a request to a separate API with broken stores or other settings. */
async function askOf(changed: Partial<TestStores>, key: string, times = 1): Promise<Answer> {
  const other = await startApi({ ...stores, ...changed })
  try {
    for (let time = 1; time < times; time += 1) await other.request('GET', '/me', { key })
    return await other.request('GET', '/me', { key })
  } finally {
    await other.close()
  }
}

/** An error code that is missing in this table does not compile. */
const table: Record<ErrorCode, Row> = {
  UNAUTHORIZED: { status: 401, details: undefined, provoke: () => api.request('GET', '/me') },
  INVALID_API_KEY: { status: 401, details: undefined, provoke: () => api.request('GET', '/me', { key: mintKey() }) },
  FORBIDDEN: {
    status: 403,
    details: undefined,
    provoke: async () => api.request('GET', '/me', { key: await freshKey({ permissions: ['write'] }) }),
  },
  ACCESS_DENIED: {
    status: 403,
    details: undefined,
    provoke: async () => {
      const foreign = (await create({ url })).json.data.id
      return api.request('DELETE', `/short-urls/${foreign}`, { key: await freshKey() })
    },
  },
  FEATURE_DISABLED: {
    status: 403,
    details: { feature: expect.stringMatching(/^[a-z_]+$/), currentPlan: 'free' },
    provoke: async () => {
      const [part] = endpoints.filter(({ feature, method }) => feature !== undefined && method === 'GET')
      return api.request('GET', part?.path.replace(/\{\w+\}/, 'all') ?? '/', { key: await freshKey({ plan: 'free' }) })
    },
  },
  BAD_REQUEST: { status: 400, details: '`url` is required.', provoke: () => create({}) },
  INVALID_INPUT: {
    status: 400,
    details: '`id` must be a UUID.',
    provoke: async () => api.request('DELETE', '/api-keys/not-a-uuid', { key: await freshKey() }),
  },
  NOT_FOUND: {
    status: 404,
    details: undefined,
    provoke: async () => api.request('GET', '/short-urls/nothing-here', { key: await freshKey() }),
  },
  METHOD_NOT_ALLOWED: { status: 405, details: undefined, provoke: () => api.request('DELETE', '/me') },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    details: undefined,
    provoke: async () => {
      const headers = { 'content-type': 'text/plain' }
      return api.request('POST', '/short-urls', { key: await freshKey(), body: '{}', headers })
    },
  },
  CONFLICT: {
    status: 409,
    details: { alias: 'taken-here' },
    provoke: async () => {
      await create({ url, custom_alias: 'taken-here' })
      return await create({ url, custom_alias: 'taken-here' })
    },
  },
  RESOURCE_EXPIRED: {
    status: 410,
    details: undefined,
    provoke: async () => {
      const account = await createAccount(stores.sql)
      const id = await objectMakers['/qr-codes/{id}']?.(stores, account)
      await stores.sql`update qr_codes set expires_at = now() - interval '1 second' where account_id = ${account.id}`
      return api.request('GET', `/qr-codes/${id}`, { key: (await createKey(stores.sql, account)).key })
    },
  },
  PAYLOAD_TOO_LARGE: {
    status: 413,
    details: undefined,
    provoke: () => create({ url, name: 'x'.repeat(4 * 1024 * 1024) }),
  },
  VALIDATION_ERROR: {
    status: 422,
    details: { errors: [{ field: 'custom_alias', message: aMessage }] },
    provoke: () => create({ url, custom_alias: 'ab' }),
  },
  RATE_LIMIT_EXCEEDED: {
    status: 429,
    details: undefined,
    provoke: async () => {
      // 60 requests a minute on the free plan become 1; a minute may end between two of them.
      const config = { ...stores.config, RATE_LIMIT_FACTOR: 1 / 60 }
      return await askOf({ config }, await freshKey({ plan: 'free' }), 4)
    },
  },
  INTERNAL_ERROR: {
    status: 500,
    details: undefined,
    provoke: async () => askOf({ sql: undefined as never }, await freshKey()),
  },
  SERVICE_UNAVAILABLE: {
    status: 503,
    details: undefined,
    provoke: async () => {
      const alone = await openTestStores()
      const { key } = await createKey(alone.sql, await createAccount(alone.sql))
      await alone.sql.end()
      const answer = await askOf(alone, key)
      await alone.close()
      return answer
    },
  },
}

const codes = Object.keys(errorStatus) as ErrorCode[]

it.each(codes)('%s has its status, its details, and nothing else besides code and message', async (code) => {
  const { status, details, provoke } = table[code]
  const answer = await provoke()
  expect({ status: answer.status, ...answer.json }).toEqual({
    status,
    success: false,
    error: { code, message: aMessage, ...(details !== undefined && { details }) },
  })
  expect(Object.keys(answer.json.error)).toEqual(['code', 'message', ...(details === undefined ? [] : ['details'])])
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
  expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
})
