import { expect, it } from 'vitest'
import { createAccount } from '../../factories/account.ts'
import { createMember, memberPassword } from '../../factories/member.ts'
import { type SignedIn, signInAs } from '../support/members.ts'
import { stores } from '../support/use-api.ts'
import {
  account,
  domain,
  entriesOf,
  newBrowser,
  owner,
  sessionIn,
  setUp,
  signInAt,
  someone,
  useSignOn,
} from './sign-on.fixture.ts'

useSignOn()

const password = 'a new long password'

async function invite(by: SignedIn, body: object): Promise<string> {
  const { status, json, text } = await by.call('POST', '/invitations', body)
  if (status !== 201) throw new Error(text)
  const { pathname, search } = new URL(json.data.url)
  return `${pathname}${search}`
}
const usersWith = (email: string) => stores.sql`select from users where lower(email) = lower(${email})`
const openIn = ({ id }: { id: string }) => stores.sql`select from invitations where account_id = ${id}`

/** Sends the form of an invitation as if the page had offered it. */
async function force(path: string, email?: string) {
  const browser = newBrowser()
  const open = await browser.get('/login')
  const token = new URLSearchParams(path.split('?')[1]).get('token') ?? ''
  const fields = { ...open.hidden, token, password, ...(email !== undefined && { email }) }
  return { browser, shown: await browser.post('/login/invitation', fields) }
}

it('another account cannot create a user with an address of the domain, whatever its invitation says', async () => {
  const elsewhere = await createAccount(stores.sql)
  const stranger = await signInAs('owner', elsewhere)
  const email = `Ceo@${domain.toUpperCase()}`
  const named = await invite(stranger, { email, role: 'viewer' })
  const page = await newBrowser().get(named)
  expect([page.status, page.html]).toEqual([403, expect.stringContaining('uses the single sign-on of another account')])
  expect(page.html, 'no password to set').not.toContain('type="password"')
  const forced = await force(named)
  expect([forced.shown.status, await sessionIn(forced.browser)]).toEqual([403, undefined])
  const open = await force(await invite(stranger, { role: 'viewer' }), email)
  expect([open.shown.status, open.shown.html]).toEqual([422, expect.stringContaining('uses single sign-on')])
  expect(await usersWith(email)).toHaveLength(0)
  expect(await openIn(elsewhere)).toHaveLength(2)

  const person = someone(domain, { email })
  const browser = newBrowser()
  await signInAt(browser, person)
  expect((await sessionIn(browser))?.user.email, 'the person still has the address').toBe(email)
})

it('a person who signs in at the provider has the role of their invitation, which then ends', async () => {
  const person = someone()
  const email = person.email ?? ''
  const path = await invite(owner, { email: email.toUpperCase(), role: 'admin' })
  await invite(owner, { email: `other@${domain}`, role: 'viewer' })
  const browser = newBrowser()
  const page = await browser.get(path)
  expect([page.status, page.html]).toEqual([200, expect.stringContaining(`/login/sso/${account.id}`)])
  expect((await force(path)).shown.html).toContain('Sign in with it to join')
  await signInAt(browser, person)
  expect(await sessionIn(browser)).toMatchObject({ role: 'admin', user: { email } })
  expect(await entriesOf(account)).toContain('join_by_sign_on')
  expect((await newBrowser().get(path)).status).toBe(404)
  expect(await openIn(account), 'that of another person stays').toHaveLength(1)
})

it('an invitation as owner is not accepted by a sign-in at the provider, which an admin chooses', async () => {
  const email = `boss@${domain}`
  const asked = await owner.call('POST', '/invitations', { email, role: 'owner' })
  expect([asked.status, asked.json.error.message]).toEqual([409, expect.stringContaining('Choose another role')])
  // An invitation from before the domain was chosen.
  await setUp(owner, { domains: [] })
  await invite(owner, { email, role: 'owner' })
  await setUp(owner, { domains: [domain] })
  const browser = newBrowser()
  await signInAt(browser, someone(domain, { email }))
  expect((await sessionIn(browser))?.role).toBe('editor')
})

it('an existing user with such an address accepts with their password', async () => {
  const elsewhere = await createAccount(stores.sql)
  const stranger = await signInAs('owner', elsewhere)
  const member = await createMember(stores.sql, account, 'viewer')
  const email = `old@${domain}`
  await stores.sql`update users set email = ${email} where id = ${member.id}`
  const path = await invite(stranger, { email, role: 'editor' })
  const browser = newBrowser()
  await browser.login(email, memberPassword)
  expect((await browser.submit(path, {})).status).toBe(303)
  expect((await sessionIn(browser))?.account.id).toBe(elsewhere.id)
})

it('a user with an address at another domain sets a password', async () => {
  const path = await invite(owner, { email: 'guest@elsewhere.example', role: 'viewer' })
  const browser = newBrowser()
  expect((await browser.submit(path, { password })).status).toBe(303)
  expect((await sessionIn(browser))?.user.email).toBe('guest@elsewhere.example')
})
