import { beforeEach, describe, expect, it } from 'vitest'
import { appCalls } from '../../../api/app-calls.ts'
import { neededRight } from '../../../api/frame/auth/right-rules.ts'
import { createAccount, type TestAccount } from '../../factories/account.ts'
import { addMember, createMember, memberPassword, type TestMember } from '../../factories/member.ts'
import type { Browser } from '../support/browser.ts'
import { signInMember } from '../support/members.ts'
import { call } from '../support/sessions.ts'
import { stores } from '../support/use-api.ts'
import {
  account,
  domain,
  entriesOf,
  newBrowser,
  owner,
  provider,
  sessionIn,
  settingsOf,
  setUp,
  signInAt,
  someone,
  useSignOn,
} from './sign-on.fixture.ts'

useSignOn()

/**
 * The admins of `account` control its provider, so they can sign in as each of its members who is no owner. The victim is also
 * the owner of `elsewhere`, which runs the installation.
 */
let elsewhere: TestAccount
let victim: TestMember
let attacker: Browser
beforeEach(async () => {
  elsewhere = await createAccount(stores.sql)
  await stores.sql`update accounts set created_at = now()`
  await stores.sql`update accounts set created_at = '2000-01-01' where id = ${elsewhere.id}`
  victim = await createMember(stores.sql, account, 'editor')
  await addMember(stores.sql, elsewhere, victim.id, 'owner')
  attacker = newBrowser()
})

const asVictim = () => someone('example.com', { email: victim.email })

describe('an admin who signs in as a member of their account', () => {
  beforeEach(async () => {
    expect((await signInAt(attacker, asVictim())).status).toBe(303)
  })

  it('sees and opens only that account', async () => {
    const session = await sessionIn(attacker)
    expect(session?.accounts.map(({ id }) => id)).toEqual([account.id])
    expect(session?.installation.is_owner).toBe(false)
    expect((await call(attacker, 'PUT', '/session', { account_id: elsewhere.id })).status).toBe(403)
    expect((await call(attacker, 'GET', '/system')).status).toBe(403)
    expect((await sessionIn(attacker))?.account.id).toBe(account.id)
  })

  it('neither sees nor ends the sessions of the user elsewhere', async () => {
    const own = await signInMember(victim)
    const { json } = await call(attacker, 'GET', '/sessions')
    expect(json.data).toHaveLength(1)
    const [mine] = (await own.call('GET', '/sessions')).json.data.filter(
      (one: { is_current: boolean }) => one.is_current,
    )
    expect((await call(attacker, 'DELETE', `/sessions/${mine.id}`)).status).toBe(404)
    await call(attacker, 'DELETE', '/sessions')
    expect((await own.call('GET', '/session')).status).toBe(200)
    expect((await own.call('GET', '/sessions')).json.data, 'the user sees both').toHaveLength(2)
  })

  it('cannot change how the user signs in, also with the right password', async () => {
    const bodies: Record<string, object> = {
      'PUT /email': { current_password: memberPassword, email: 'attacker@example.com' },
      'PUT /password': { current_password: memberPassword, new_password: 'a password of the attacker' },
      'POST /confirm-password': { current_password: memberPassword },
    }
    const allowed = [
      ...['GET /session', 'GET /sessions', 'DELETE /sessions/{id}', 'DELETE /sessions', 'PUT /time-zone'],
      ...['DELETE /membership', 'GET /identities', 'DELETE /identities/{id}'],
    ]
    const own = appCalls.filter((endpoint) => neededRight(endpoint) === 'own')
    const refused = own.filter(({ method, path }) => !allowed.includes(`${method} ${path}`))
    expect(refused.length).toBeGreaterThan(3)
    for (const { method, path } of refused) {
      const answer = await call(attacker, method, path.replace('{id}', victim.id), bodies[`${method} ${path}`])
      expect([answer.status, answer.json.error?.message], `${method} ${path}`).toEqual([
        403,
        expect.stringContaining('You signed in with single sign-on'),
      ])
    }
  })

  it('cannot make the user a member of a third account', async () => {
    const third = await createAccount(stores.sql)
    const inviting = await signInMember(await createMember(stores.sql, third, 'owner'))
    const { json } = await inviting.call('POST', '/invitations', { role: 'editor', email: victim.email })
    const path = new URL(json.data.url).pathname + new URL(json.data.url).search
    expect((await attacker.get(path)).status).toBe(403)
    const csrf_token = (await sessionIn(attacker))?.csrf_token ?? ''
    const token = new URL(json.data.url).searchParams.get('token') ?? ''
    expect((await attacker.post('/login/invitation', { csrf_token, token })).status).toBe(403)
    const [row] = await stores.sql`select count(*) as count from memberships where account_id = ${third.id}`
    expect(row?.['count']).toBe(1)
  })

  it('sees only the connections of that account', async () => {
    const other = await createAccount(stores.sql)
    await addMember(stores.sql, other, victim.id, 'editor')
    const admin = await signInMember(await createMember(stores.sql, other, 'admin'))
    await setUp(admin)
    await signInAt(newBrowser(), asVictim(), other)
    const own = await signInMember(victim)
    const all = (await own.call('GET', '/identities')).json.data.connections as { id: string; account_id: string }[]
    expect(all.map(({ account_id }) => account_id).sort()).toEqual([account.id, other.id].sort())
    expect((await call(attacker, 'GET', '/identities')).json.data.connections).toHaveLength(1)
    const foreign = all.find(({ account_id }) => account_id === other.id)?.id ?? ''
    expect((await call(attacker, 'DELETE', `/identities/${foreign}`)).status).toBe(404)
    expect((await owner.call('DELETE', `/identities/${foreign}`)).status, 'it belongs to another user').toBe(404)
    const mine = all.find(({ account_id }) => account_id === account.id)?.id ?? ''
    expect((await own.call('DELETE', `/identities/${mine}`)).status).toBe(200)
    expect(await sessionIn(attacker), 'its sessions end').toBeUndefined()
  })
})

it('a connection in one account is none in another account that has the same provider', async () => {
  const person = asVictim()
  await signInAt(newBrowser(), person)
  const other = await createAccount(stores.sql)
  const admin = await signInMember(await createMember(stores.sql, other, 'admin'))
  await setUp(admin)
  expect((await signInAt(attacker, person, other)).status).toBe(403)
  expect(await entriesOf(other)).toContain('refuse_sign_on not-member')
  expect(await sessionIn(attacker)).toBeUndefined()
})

it('an admin cannot become an owner with the provider, until the owner connects themselves', async () => {
  const person = someone('example.com', { email: owner.email })
  expect((await signInAt(attacker, person)).status).toBe(403)
  expect((await entriesOf(account))[0]).toBe('refuse_sign_on owner')
  const promoted = someone('example.com', { email: victim.email })
  expect((await signInAt(attacker, promoted)).status).toBe(303)
  await owner.call('PUT', `/members/${victim.id}`, { role: 'owner' })
  expect((await signInAt(newBrowser(), promoted)).status, 'a connection from before').toBe(403)
  expect(await sessionIn(attacker), 'a session from before').toBeUndefined()
})

it('a member who becomes an owner keeps the sessions of a connection that they made themselves', async () => {
  await signInAt(attacker, asVictim())
  await stores.sql`update identities set is_own = true where user_id = ${victim.id}`
  await owner.call('PUT', `/members/${victim.id}`, { role: 'owner' })
  expect(await sessionIn(attacker)).toMatchObject({ role: 'owner' })
})

describe('an owner who connects single sign-on', () => {
  const signedIn = async () => {
    const browser = newBrowser()
    await browser.login(owner.email, memberPassword)
    return browser
  }
  const startIn = async (browser: Browser) => {
    const answer = await call(browser, 'POST', '/identities')
    for (const line of answer.cookies) browser.cookies.set('waymark-provider', /^[^=]+=([^;]*)/.exec(line)?.[1] ?? '')
    return answer.json.data.url as string
  }

  it('can use it from then on', async () => {
    const browser = await signedIn()
    provider.person = someone('elsewhere.example', { email_verified: false })
    const back = await browser.get(await provider.visit(await startIn(browser)))
    expect([back.status, back.location]).toEqual([303, '/app/settings'])
    const other = newBrowser()
    await signInAt(other, provider.person)
    expect(await sessionIn(other)).toMatchObject({ role: 'owner', user: { id: owner.id }, is_single_sign_on: true })
  })

  it('does so only in the session that asked for it', async () => {
    const browser = await signedIn()
    provider.person = someone()
    const response = await provider.visit(await startIn(browser))
    browser.cookies.delete('waymark')
    await browser.login(victim.email, memberPassword)
    expect((await browser.get(response)).status).toBe(401)
    const [row] = await stores.sql`select count(*) as count from identities where account_id = ${account.id}`
    expect(row?.['count']).toBe(0)
  })

  it('cannot take the identity of another member, and needs the password first', async () => {
    const person = someone()
    await signInAt(newBrowser(), person)
    const browser = await signedIn()
    provider.person = person
    expect((await browser.get(await provider.visit(await startIn(browser)))).status).toBe(409)
    await stores.sql`update sessions set confirmed_at = now() - interval '1 hour'`
    expect((await call(browser, 'POST', '/identities')).json.error.details).toBe('password_confirmation_required')
  })
})

it('a member cannot wait at the email address of a colleague who has not signed in yet', async () => {
  const email = `boss@${domain}`
  const own = await signInMember(victim)
  const changed = await own.call('PUT', '/email', { current_password: memberPassword, email: email.toUpperCase() })
  expect(changed.status).toBe(409)
  const { json } = await owner.call('POST', '/invitations', { role: 'editor' })
  const { pathname, search } = new URL(json.data.url)
  const joined = await newBrowser().submit(`${pathname}${search}`, { email, password: 'a long password' })
  expect([joined.status, joined.html]).toEqual([422, expect.stringContaining('uses single sign-on')])
  expect((await signInAt(attacker, someone(domain, { email }))).status).toBe(303)
  const [row] = await stores.sql`select count(*) as count from users where lower(email) = ${email}`
  expect(row?.['count']).toBe(1)
})

it('an admin cannot read the client secret, also by sending it to another provider', async () => {
  expect(JSON.stringify((await owner.call('GET', '/single-sign-on')).json)).not.toContain(provider.client.client_secret)
  const { client_secret: _, ...rest } = settingsOf({ domains: [domain] })
  expect((await owner.call('PUT', '/single-sign-on', rest)).status, 'the stored one stays').toBe(200)
  const moved = await owner.call('PUT', '/single-sign-on', { ...rest, issuer: 'http://127.0.0.1:1' })
  expect(moved.json.error.details.errors).toEqual([{ field: 'client_secret', message: 'Enter the client secret.' }])
  const [row] = await stores.sql`select client_secret from single_sign_on where account_id = ${account.id}`
  expect(row?.['client_secret']).toMatch(/^sealed:/)
})

it('a session needs the provider again for a sensitive act after ten minutes', async () => {
  const admin = await createMember(stores.sql, account, 'admin')
  const person = someone('example.com', { email: admin.email })
  await signInAt(attacker, person)
  const create = () => call(attacker, 'POST', '/api-keys', { name: 'x', permissions: ['read'] }, '/api/v1')
  await stores.sql`update sessions set confirmed_at = now() - interval '1 hour'`
  expect((await create()).json.error.details).toBe('password_confirmation_required')
  const other = await signInAt(attacker, someone('example.com', { email: victim.email }), account, '?again=1')
  expect(other.status, 'another person').toBe(403)
  expect((await create()).status).toBe(403)
  const shown = await signInAt(attacker, person, account, '?again=1')
  expect([shown.status, shown.html]).toEqual([200, expect.stringContaining('Signed in again')])
  expect((await create()).status).toBe(201)
})
