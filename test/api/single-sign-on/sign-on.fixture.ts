import { afterAll, beforeAll, beforeEach } from 'vitest'
import { uuidv7 } from '#runtime/uuid.ts'
import { createAccount, type TestAccount } from '../../factories/account.ts'
import { Browser, type Shown } from '../support/browser.ts'
import { type SignedIn, signInAs } from '../support/members.ts'
import { openProvider, type Person, type TestProvider } from '../support/provider.ts'
import { api, stores, useApi } from '../support/use-api.ts'

const redirectUri = 'http://localhost:3000/login/sso/callback'

export let provider: TestProvider
/** An account with single sign-on, its owner, and its verified domain. */
export let account: TestAccount
export let owner: SignedIn
export let domain: string

let made = 0

/** The API, a provider, and for each test an account that uses it. */
export function useSignOn(): void {
  useApi({ WEBHOOK_ALLOW_PRIVATE: 'true', RATE_LIMIT_FACTOR: '0' })
  beforeAll(async () => {
    provider = await openProvider(redirectUri)
  })
  afterAll(() => provider.close())
  beforeEach(async () => {
    provider.tampering = {}
    account = await createAccount(stores.sql)
    owner = await signInAs('owner', account)
    domain = await verifiedDomain(account)
    await setUp(owner, { domains: [domain] })
  })
}

export async function verifiedDomain({ id }: TestAccount): Promise<string> {
  made += 1
  const host = `corp${made}.example`
  await stores.sql`
    insert into domains (id, account_id, host, rev, type, status, verified_at)
    values (${uuidv7()}, ${id}, ${host}, 1, 'branded', 'verified', now())`
  return host
}

export const settingsOf = (change: object = {}) => ({
  issuer: provider.issuer,
  ...provider.client,
  domains: [],
  role: 'editor',
  is_required: false,
  ...change,
})

export async function setUp(by: SignedIn, change: object = {}): Promise<void> {
  const answer = await by.call('PUT', '/single-sign-on', settingsOf(change))
  if (answer.status !== 200) throw new Error(answer.text)
}

/** A person with a verified email address at this domain. */
export function someone(at = domain, change: Partial<Person> = {}): Person {
  made += 1
  return { sub: `subject ${made}`, email: `person${made}@${at}`, email_verified: true, ...change }
}

export const newBrowser = () => new Browser(api)

/** Goes to the provider and back. */
export async function signInAt(browser: Browser, person: Person | null, to = account, query = ''): Promise<Shown> {
  provider.person = person
  const started = await begin(browser, to, query)
  return await browser.get(await provider.visit(started.location))
}

/** Agrees on the page of a sign-in link. `location` is where the browser goes. */
export async function begin(browser: Browser, to = account, query = ''): Promise<Shown> {
  const path = `/login/sso/${to.id}`
  const asked = await browser.get(`${path}${query}`)
  return asked.status === 200 ? onward(await browser.post(path, asked.hidden)) : asked
}

/** The page after a form sends the browser onward. */
export function onward(shown: Shown): Shown {
  const url = /http-equiv="refresh" content="0;url=([^"]*)"/.exec(shown.html)?.[1]
  return url === undefined ? shown : { ...shown, location: url.replaceAll('&amp;', '&') }
}

/** The session of a browser. undefined: it is not signed in. */
export async function sessionIn(browser: Browser) {
  const { status, html } = await browser.get('/api/app/session')
  return status === 200 ? (JSON.parse(html) as { data: Record<string, never> & SessionShown }).data : undefined
}

interface SessionShown {
  user: { id: string; email: string }
  account: { id: string }
  accounts: { id: string }[]
  role: string
  is_single_sign_on: boolean
  csrf_token: string
  installation: { is_owner: boolean }
}

/** The newest entries of the account, as `action reason`. */
export async function entriesOf({ id }: TestAccount): Promise<string[]> {
  const rows = await stores.sql<{ action: string; reason: string | null }[]>`
    select action, after->>'reason' as reason from audit_log where account_id = ${id} order by at desc, id desc limit 5`
  return rows.map(({ action, reason }) => (reason === null ? action : `${action} ${reason}`))
}
