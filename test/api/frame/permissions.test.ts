import { beforeAll, describe, expect, it } from 'vitest'
import { permissions } from '#schemas/permissions.ts'
import { createAccount, type TestAccount } from '../../factories/account.ts'
import { createKey } from '../../factories/key.ts'
import { api, expectError, stores, useShortUrls } from '../support/short-urls.ts'

useShortUrls()

let account: TestAccount
beforeAll(async () => {
  account = await createAccount(stores.sql)
})

let made = 0
const freshLink = async () => {
  const { key } = await createKey(stores.sql, account)
  const body = { url: 'https://example.com/', custom_alias: `permitted-${made++}` }
  return (await api.request('POST', '/short-urls', { key, body })).json.data.id as string
}

/** The requests that each permission allows. */
const uses = {
  read: [
    ['GET', '/short-urls'],
    ['GET', '/short-urls/{id}'],
    ['GET', '/campaigns'],
    ['GET', '/domains'],
    ['GET', '/short-urls/check-alias?alias=free'],
  ],
  write: [
    ['POST', '/short-urls', { url: 'https://example.com/' }],
    ['PUT', '/short-urls/{id}', { name: 'changed' }],
    ['PATCH', '/short-urls/{id}', { name: 'changed' }],
    ['PUT', '/short-urls/bulk', { ids: ['{id}'], changes: { name: 'changed' } }],
  ],
  delete: [
    ['DELETE', '/short-urls/{id}'],
    ['DELETE', '/short-urls/bulk', { ids: ['{id}'] }],
  ],
  analytics: [
    ['GET', '/analytics/timeline'],
    ['GET', '/analytics/timeline/{id}'],
  ],
} as const

describe.each(permissions)('permission `%s` allows', (needed) => {
  const cases = uses[needed].map(([method, path, body]) => ({ name: `${method} ${path}`, method, path, body }))

  it.each(cases)('$name', async ({ method, path, body }) => {
    const id = await freshLink()
    const ask = async (granted: readonly (typeof permissions)[number][]) => {
      const { key } = await createKey(stores.sql, account, granted)
      const given = body === undefined ? undefined : JSON.parse(JSON.stringify(body).replace('{id}', id))
      return await api.request(method, path.replace('{id}', id), { key, body: given })
    }
    const refused = await ask(permissions.filter((name) => name !== needed))
    expectError(refused, { status: 403, code: 'FORBIDDEN' })
    expect(refused.json.error.message).toContain(needed)
    expect((await ask([needed])).status).toBeLessThan(300)
  })
})
