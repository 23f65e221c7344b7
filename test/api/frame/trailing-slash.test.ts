import { expect, it } from 'vitest'
import { expectError } from '../support/expect-error.ts'
import { api, key, useApi, useOneAccount } from '../support/use-api.ts'

useApi()
useOneAccount()

it.each([
  ['GET', '/short-urls/'],
  ['DELETE', '/short-urls/'],
  ['GET', '/campaigns/'],
  ['GET', '/qr-codes/'],
  ['GET', '/analytics/timeline/'],
])('%s %s: names the slash at the end of the path', async (method, path) => {
  const answer = await api.request(method, path, { key })
  expectError(answer, { status: 404, code: 'NOT_FOUND' })
  expect(answer.json.error.message).toBe('The path ends with a slash. Remove the slash, or add an ID after it.')
})
