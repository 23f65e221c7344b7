import { beforeEach, expect } from 'vitest'
import { createUser } from '../../factories/user.ts'
import { Browser } from './browser.ts'
import type { Answer } from './http.ts'
import { account, api, stores, useAccounts, useApi } from './use-api.ts'

export const origin = 'http://localhost:3000'
export const password = 'correct horse battery'

export { account, api, stores } from './use-api.ts'
export let email: string
export let browser: Browser

/** Stores and the API for this file, and a user with a browser that is not signed in for every test in it. */
export function useSessions(): void {
  useApi({})
  useAccounts({ hears: false })
  beforeEach(async () => {
    email = (await createUser(stores.sql, account, password)).email
    browser = new Browser(api)
  })
}

export const signedIn = async (ua = '') => {
  const other = new Browser(api)
  const page = await other.get('/login')
  const fields = { ...page.hidden, email, password }
  const { status } = await other.post('/login', fields, { headers: { 'user-agent': ua } })
  expect(status).toBe(303)
  return other
}
export const isSignedIn = async (one: Browser) => (await one.get('/api/app/session')).status === 200
export async function csrfOf(one: Browser): Promise<string> {
  const { data } = JSON.parse((await one.get('/api/app/session')).html) as { data: { csrf_token: string } }
  return data.csrf_token
}

/** Sends a request of the dashboard. */
export async function call(one: Browser, method: string, path: string, body?: unknown, root = '/api/app') {
  return await callWith(await csrfOf(one), one, method, path, body, root)
}

/** The same with a token that was read before. */
export async function callWith(
  token: string,
  one: Browser,
  method: string,
  path: string,
  body?: unknown,
  root = '/api/app',
) {
  const headers = {
    cookie: one.cookieHeader,
    origin,
    'x-csrf-token': token,
    ...(body !== undefined && { 'content-type': 'application/json' }),
  }
  const content = body === undefined ? {} : { body: JSON.stringify(body) }
  const response = await fetch(`${api.url}${root}${path}`, { method, headers, ...content })
  const json = (await response.json()) as Answer['json']
  return { status: response.status, json, cookies: response.headers.getSetCookie() }
}
