import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { type Answer, startApi, type TestApi } from '../api/support/http.ts'
import { startDns, type TestDns } from '../dns/dns-server.ts'
import { createAccount, type TestAccount } from '../factories/account.ts'
import { createKey } from '../factories/key.ts'
import { hearing } from '../factories/webhooks.ts'
import { runRedirector } from '../redirector/run-redirector.ts'
import { visit } from '../redirector/visit.ts'
import { openTestStores, type TestStores } from '../stack/stores.ts'

export let dns: TestDns
export let stores: TestStores
/** New for each test, with its own key. */
export let account: TestAccount
let key: string
let api: TestApi
let redirectors: Awaited<ReturnType<typeof runRedirector>>[]

/** The API and two redirectors over real stores and a real DNS server, for the test file that calls this. */
export function useDomainBed(): void {
  beforeAll(async () => {
    dns = await startDns()
    stores = await openTestStores({
      RATE_LIMIT_FACTOR: '0',
      REDIRECT_PORT: '0',
      LISTEN_HOST: '127.0.0.1',
      BRANDED_CNAME: 'edge.waymark.example',
      DNS_SERVERS: dns.address,
    })
    api = await startApi(stores)
    const second = { ...stores, config: { ...stores.config, INSTANCE: 1, TRANSPORT: 'node' as const } }
    redirectors = [await runRedirector(stores), await runRedirector(second)]
  })
  afterAll(async () => {
    await Promise.all(redirectors.map(({ lifecycle }) => lifecycle.stop()))
    await api.close()
    await stores.close()
    await dns.close()
  })
  beforeEach(async () => {
    account = await hearing(stores.sql, await createAccount(stores.sql))
    key = (await createKey(stores.sql, account)).key
  })
}

export const ask = (method: string, path: string, body?: unknown, as = key) =>
  api.request(method, path, { key: as, body })
export const anotherKey = async () => (await createKey(stores.sql, await createAccount(stores.sql))).key

let made = 0
export const freshName = () => `name-${made++}`

export async function reserve(body: Record<string, unknown> = {}, as = key) {
  const answer = await ask('POST', '/domains/subdomains', { subdomain: freshName(), ...body }, as)
  if (answer.status !== 201) throw new Error(`${answer.status} ${answer.text}`)
  return answer.json.data
}

export async function addBranded(body: Record<string, unknown> = {}, as = key) {
  const answer = await ask('POST', '/domains/branded', { domain: `go.${freshName()}.example`, ...body }, as)
  if (answer.status !== 201) throw new Error(`${answer.status} ${answer.text}`)
  return answer.json.data
}

export const verify = async ({ id }: { id: string }, as = key) =>
  (await ask('POST', `/domains/${id}/verify`, {}, as)).json.data

type Described = { domain: string; verification: { records: { value: string }[] } }

/** Adds the TXT records of these domains to DNS, next to those of others. */
export function prove(...domains: Described[]) {
  const tokens = domains.map(({ verification }) => verification.records[0]?.value ?? '')
  dns.set(`_waymark.${domains[0]?.domain}`, 'TXT', 'v=spf1 -all', ...tokens)
}

/** A verified branded domain. */
export async function addVerified(body: Record<string, unknown> = {}, as = key) {
  const domain = await addBranded(body, as)
  prove(domain)
  const verified = await verify(domain, as)
  if (verified.status !== 'verified') throw new Error(JSON.stringify(verified))
  return verified
}

export const eventsOf = async ({ id }: TestAccount) =>
  (await stores.sql`select type, data from webhook_messages where account_id = ${id} order by created_at`).map(
    ({ type, data }) => [type, data.domain, data.status],
  )

/** The current response of every redirector. */
export const visitAll = (path: string, host: string, headers: Record<string, string> = {}) =>
  Promise.all(redirectors.map(({ port }) => visit(port, path, { host, headers })))
export const statuses = async (path: string, host: string) => (await visitAll(path, host)).map(({ status }) => status)
export const locations = async (path: string, host: string) =>
  (await visitAll(path, host)).map(({ headers }) => headers.location)

export function expectError({ status, json }: Answer, expected: { status: number; code: string; details?: unknown }) {
  const { status: wanted, ...error } = expected
  expect({ status, success: json?.success }).toEqual({ status: wanted, success: false })
  expect(json.error).toMatchObject(error)
}

export async function shorten(body: Record<string, unknown>, as = key) {
  const answer = await ask('POST', '/short-urls', { url: 'https://example.com/page', ...body }, as)
  if (answer.status !== 201) throw new Error(`${answer.status} ${answer.text}`)
  return answer.json.data
}

export const nameOf = ({ domain }: { domain: string }) => domain.replace('.localhost', '')
