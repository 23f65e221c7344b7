import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endpoints } from '../../../api/endpoints.ts'
import { createAccount, type TestAccount } from '../../factories/account.ts'
import { createKey } from '../../factories/key.ts'
import { makerFor } from '../../factories/objects.ts'
import { openTestStores, type TestStores } from '../../stack/stores.ts'
import { expectError } from '../support/expect-error.ts'
import { startApi, type TestApi } from '../support/http.ts'

let stores: TestStores
let api: TestApi
let account: TestAccount
let key: string
beforeAll(async () => {
  stores = await openTestStores({ RATE_LIMIT_FACTOR: '0' })
  api = await startApi(stores)
  account = await createAccount(stores.sql, { plan: 'enterprise' })
  key = (await createKey(stores.sql, account)).key
})
afterAll(async () => {
  await api.close()
  await stores.close()
})

const ask = (method: string, path: string, body?: unknown) => api.request(method, path, { key, body })
const cases = endpoints
  .filter(({ method }) => method !== 'GET')
  .map(({ method, path, body }) => ({ method, path, takesBody: body !== undefined, name: `${method} ${path}` }))

const changes = cases.filter(({ method, takesBody }) => method === 'PUT' && takesBody)

describe.each(changes)('$name', ({ method, path }) => {
  it('rejects a body that is missing, null or not UTF-8, and changes nothing', async () => {
    const id = await makerFor(path)?.(stores, account)
    const address = path.replace(/\{\w+\}/g, id ?? '')
    const read = async () => (id === undefined ? null : (await ask('GET', address)).json)
    const before = await read()
    for (const [body, details] of [
      [undefined, 'The request body is required.'],
      ['', 'The request body is required.'],
      ['null', 'The request body must be an object.'],
    ] as const) {
      expectError(await ask(method, address, body), { status: 400, code: 'BAD_REQUEST', details })
    }
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const body = Buffer.from('{"name":"\xff\xfe"}', 'latin1')
    const answer = await fetch(`${api.url}/api/v1${address}`, { method, headers, body })
    expect([answer.status, await answer.json()]).toMatchObject([
      400,
      { error: { code: 'BAD_REQUEST', details: 'The request body must be valid UTF-8.' } },
    ])
    expect(await read()).toEqual(before)
  })
})

const bodyless = cases.filter(({ takesBody }) => !takesBody)

it.each(bodyless)('$name needs no body, even with a content type', async ({ method, path }) => {
  const id = (await makerFor(path)?.(stores, account)) ?? ''
  const answers = [
    await ask(method, path.replace(/\{\w+\}/g, id), ''),
    await ask(method, path.replace(/\{\w+\}/g, id), undefined),
  ]
  for (const { status } of answers) expect(status).not.toBe(400)
  expect(answers[0]?.status).toBeLessThan(300)
})

it('completing an A/B test needs no body, but rejects null', async () => {
  for (const family of ['/url-ab-tests', '/qr-ab-tests']) {
    const path = endpoints.find((each) => each.path.startsWith(family) && each.path.endsWith('/complete'))?.path ?? ''
    const address = path.replace(/\{\w+\}/, String(await makerFor(path)?.(stores, account)))
    expectError(await ask('POST', address, 'null'), { status: 400, code: 'BAD_REQUEST' })
    expect((await ask('POST', address)).status).toBe(200)
  }
})
