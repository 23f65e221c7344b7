import { createHash, randomBytes } from 'node:crypto'
import { beforeAll, expect } from 'vitest'
import { createUser } from '../../factories/user.ts'
import { Browser, type Shown } from './browser.ts'
import type { Answer } from './http.ts'
import { account, api, stores, useApi, useOneAccount } from './use-api.ts'

export const password = 'correct horse battery'
export const redirectUri = 'https://app.example/callback'

export { api, stores } from './use-api.ts'
export let user: { id: string; email: string }
/** The signed-in browser of the user. */
export let browser: Browser

/** The API at BASE_URL, which clients require, and a user with a browser. */
export function useOAuth(settings: NodeJS.ProcessEnv = {}): void {
  useApi({ TRUSTED_PROXIES: '127.0.0.1', ...settings }, { isAtBaseUrl: true })
  useOneAccount()
  beforeAll(async () => {
    user = await createUser(stores.sql, account, password)
    browser = await signIn()
  })
}

async function signIn(): Promise<Browser> {
  const one = new Browser(api, api.url)
  expect((await one.login(user.email, password)).status).toBe(303)
  return one
}

export interface Client {
  client_id: string
  client_secret?: string
}

export async function register(metadata: Record<string, unknown> = {}): Promise<Client & Record<string, unknown>> {
  const body = { client_name: 'Test app', redirect_uris: [redirectUri], ...metadata }
  // Each from another network, because registrations of one are limited.
  const { status, json } = await postJson('/mcp/oauth/register', body, `198.51.100.${registered++ % 256}`)
  expect(status, JSON.stringify(json)).toBe(201)
  return json
}

let registered = 0

export const postJson = (path: string, body: unknown, address = '127.0.0.1') =>
  read(
    fetch(`${api.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      body: JSON.stringify(body),
    }),
  )

type Fields = Record<string, string | undefined>

/** undefined omits a parameter. */
const paramsOf = (fields: Fields): URLSearchParams =>
  new URLSearchParams(Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== undefined))

export const postForm = (path: string, fields: Fields | string, headers: Record<string, string> = {}) =>
  read(
    fetch(`${api.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: typeof fields === 'string' ? fields : paramsOf(fields).toString(),
    }),
  )

async function read(asked: Promise<Response>): Promise<Answer> {
  const response = await asked
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json') === true
  return { status: response.status, headers: response.headers, text, json: isJson ? JSON.parse(text) : undefined }
}

export const verifier = randomBytes(32).toString('base64url')
export const s256 = {
  code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  code_challenge_method: 'S256',
}

export const authorizePath = ({ client_id }: Client, fields: Fields = {}): string =>
  `/mcp/oauth/authorize?${paramsOf({ client_id, redirect_uri: redirectUri, response_type: 'code', state: 'xyz', ...fields }).toString()}`

/** Asks for access like an app, and submits the consent page if it is shown. Returns the last page. */
export async function decide(path: string, decision = 'allow', by = browser): Promise<Shown> {
  const asked = await by.get(path)
  if (asked.location?.startsWith('/mcp/oauth/consent?') !== true) return asked
  return await by.submit(asked.location, { decision })
}

export const answered = ({ location }: Shown): Record<string, string> =>
  Object.fromEntries(new URL(location ?? '').searchParams)

export async function authorize(client: Client, fields: Fields = {}): Promise<string> {
  const { code } = answered(await decide(authorizePath(client, fields)))
  return code ?? ''
}

export const redeem = (client: Client, code: string, fields: Fields = {}) =>
  postForm('/mcp/oauth/token', {
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    client_id: client.client_id,
    client_secret: client.client_secret,
    ...fields,
  })

export const refresh = (client: Client, refreshToken: string, fields: Fields = {}) =>
  postForm('/mcp/oauth/token', {
    grant_type: 'refresh_token',
    refresh_token: refreshToken,
    client_id: client.client_id,
    client_secret: client.client_secret,
    ...fields,
  })

export async function connect(client: Client, fields: Fields = {}) {
  const { status, json } = await redeem(client, await authorize(client, fields))
  expect(status, JSON.stringify(json)).toBe(200)
  return json as { access_token: string; refresh_token: string; scope: string }
}

/** The status of a REST API request with this access token. */
export const opens = async (accessToken: string): Promise<number> =>
  (await api.request('GET', '/me', { key: accessToken })).status
