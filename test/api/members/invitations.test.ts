import { beforeEach, describe, expect, it } from 'vitest'
import { createAccount } from '../../factories/account.ts'
import { createMember, memberPassword } from '../../factories/member.ts'
import { Browser } from '../support/browser.ts'
import { expectError } from '../support/expect-error.ts'
import { type SignedIn, signInAs, signInMember } from '../support/members.ts'
import { account, api, stores, useAccounts, useApi } from '../support/use-api.ts'

useApi()
useAccounts({ hears: false })

let owner: SignedIn
let admin: SignedIn
beforeEach(async () => {
  owner = await signInAs('owner', account)
  admin = await signInAs('admin', account)
})

const password = 'a new long password'
const invite = (by: SignedIn, body: object) => by.call('POST', '/invitations', body)
async function linkOf(by: SignedIn, body: object): Promise<string> {
  const { status, json } = await invite(by, body)
  expect(status, JSON.stringify(json)).toBe(201)
  return pathOf(json.data.url)
}
function pathOf(url: string): string {
  const { pathname, search, origin } = new URL(url)
  expect([origin, pathname]).toEqual(['http://localhost:3000', '/login/invitation'])
  return `${pathname}${search}`
}
const browserOf = ({ token }: SignedIn) => {
  const browser = new Browser(api)
  browser.cookies.set('waymark', token)
  return browser
}
const members = async () =>
  await stores.sql<{ email: string; role: string }[]>`
    select email, role
    from memberships
    join users on users.id = memberships.user_id
    where account_id = ${account.id} and email not in (${owner.email}, ${admin.email})`
const open = async () => (await owner.call('GET', '/invitations')).json.data

describe('an invitation', () => {
  it('makes a new user a member, who is then signed in, and works once', async () => {
    const path = await linkOf(admin, { email: 'New@example.com', role: 'editor' })
    expect(await open()).toMatchObject([{ email: 'New@example.com', role: 'editor', invited_by: admin.email }])
    const browser = new Browser(api)
    const page = await browser.get(path)
    expect([page.status, page.html]).toEqual([200, expect.stringContaining('New@example.com')])
    const short = await browser.post('/login/invitation', { ...page.hidden, password: 'short' })
    expect([short.status, await members()]).toEqual([422, []])
    const done = await browser.post('/login/invitation', { ...short.hidden, email: 'other@example.com', password })
    expect([done.status, done.location]).toEqual([303, '/app'])
    expect(await members()).toEqual([{ email: 'New@example.com', role: 'editor' }])
    const session = JSON.parse((await browser.get('/api/app/session')).html)
    expect(session.data).toMatchObject({ account: { id: account.id }, role: 'editor' })
    expect(await open()).toEqual([])
    expect((await new Browser(api).get(path)).status).toBe(404)
    expect((await new Browser(api).login('new@example.com', password)).status).toBe(303)
  })

  it('makes an existing user a member after they have signed in, and opens the account', async () => {
    const elsewhere = await createAccount(stores.sql)
    const user = await createMember(stores.sql, elsewhere, 'owner')
    const path = await linkOf(owner, { email: user.email.toUpperCase(), role: 'viewer' })
    const browser = new Browser(api)
    const [, login = ''] = /href="(\/login\?next=[^"]+)"/.exec((await browser.get(path)).html) ?? []
    const signedIn = await browser.submit(login, { email: user.email, password: memberPassword })
    expect([signedIn.status, signedIn.location]).toEqual([303, path])
    const done = await browser.submit(path, {})
    expect(done.status, done.html).toBe(303)
    const session = JSON.parse((await browser.get('/api/app/session')).html)
    expect(session.data).toMatchObject({ account: { id: account.id }, role: 'viewer' })
    expect(session.data.accounts).toHaveLength(2)
  })

  it('without an email is for anyone who has the link', async () => {
    const path = await linkOf(owner, { role: 'viewer' })
    const browser = new Browser(api)
    const page = await browser.get(path)
    const taken = await browser.post('/login/invitation', { ...page.hidden, email: owner.email, password })
    expect([taken.status, taken.html]).toEqual([422, expect.stringContaining('already exists')])
    const done = await browser.post('/login/invitation', { ...taken.hidden, email: 'any@example.com', password })
    expect([done.status, await members()]).toEqual([303, [{ email: 'any@example.com', role: 'viewer' }]])
  })

  it('is not accepted by a user with another email, or by a member', async () => {
    const stranger = await signInAs('owner', await createAccount(stores.sql))
    const path = await linkOf(owner, { email: 'invited@example.com', role: 'viewer' })
    const page = await browserOf(stranger).get(path)
    expect([page.status, page.html]).toEqual([403, expect.stringContaining(stranger.email)])
    const token = new URLSearchParams(path.split('?')[1]).get('token') ?? ''
    const forced = await browserOf(stranger).post('/login/invitation', { ...page.hidden, token })
    expect([forced.status, await members()]).toEqual([403, []])
    const anyone = await linkOf(owner, { role: 'owner' })
    expect((await browserOf(admin).submit(anyone, {})).status).toBe(409)
    const [row] = await stores.sql`select role from memberships where user_id = ${admin.id}`
    expect([row?.['role'], (await open()).length]).toEqual(['admin', 2])
  })

  it('is refused to forged forms', async () => {
    const path = await linkOf(owner, { role: 'viewer' })
    const browser = new Browser(api)
    const page = await browser.get(path)
    const fields = { ...page.hidden, email: 'any@example.com', password }
    for (const forged of [
      { ...fields, csrf_token: 'x' },
      { ...fields, csrf_token: '' },
    ]) {
      expect((await browser.post('/login/invitation', forged)).status).toBe(403)
    }
    const foreign = await browser.post('/login/invitation', fields, { origin: 'https://evil.example' })
    expect([foreign.status, await members()]).toEqual([403, []])
  })

  it('is used by one of two people at the same time', async () => {
    for (let round = 0; round < 3; round += 1) {
      const path = await linkOf(owner, { role: 'viewer' })
      const accept = async (email: string) => {
        const browser = new Browser(api)
        const page = await browser.get(path)
        return await browser.post('/login/invitation', { ...page.hidden, email, password })
      }
      const done = await Promise.all([accept(`one${round}@example.com`), accept(`two${round}@example.com`)])
      expect(done.map(({ status }) => status).sort()).toEqual([303, 404])
      expect(await members()).toHaveLength(round + 1)
    }
  })

  it('ends after 7 days, when it is revoked, and when its creator loses the right', async () => {
    const [old, revoked, left] = [
      await linkOf(owner, { role: 'viewer' }),
      await linkOf(owner, { role: 'viewer' }),
      await linkOf(admin, { role: 'viewer' }),
    ]
    const [byAdmin, second] = await open()
    expect(byAdmin.invited_by).toBe(admin.email)
    expect(Date.parse(byAdmin.expires_at) - Date.parse(byAdmin.created_at)).toBe(7 * 86_400_000)
    await stores.sql`
      update invitations set expires_at = now()
      where id = (select id from invitations where account_id = ${account.id} order by created_at limit 1)`
    expect((await owner.call('DELETE', `/invitations/${second.id}`)).status).toBe(200)
    expectError(await owner.call('DELETE', `/invitations/${second.id}`), { status: 404, code: 'NOT_FOUND' })
    await owner.call('PUT', `/members/${admin.id}`, { role: 'editor' })
    for (const path of [old, revoked, left]) expect((await new Browser(api).get(path)).status).toBe(404)
    expect(await open()).toEqual([])
  })
})

describe('inviting', () => {
  it('needs the right, and for owners an owner', async () => {
    const editor = await signInAs('editor', account)
    expect((await invite(editor, { role: 'viewer' })).status).toBe(403)
    expect((await editor.call('GET', '/invitations')).status).toBe(403)
    expect((await invite(admin, { role: 'owner' })).status).toBe(403)
    expect((await invite(owner, { role: 'owner' })).status).toBe(201)
  })

  it('needs the password again for a role that manages members', async () => {
    await stores.sql`update sessions set confirmed_at = now() - interval '11 minutes'`
    const { status, json } = await invite(owner, { role: 'admin' })
    expect([status, json.error.details]).toEqual([403, 'password_confirmation_required'])
    expect((await invite(owner, { role: 'editor' })).status).toBe(201)
  })

  it('refuses bad input, members, and too many', async () => {
    expect((await invite(owner, { email: 'nobody', role: 'viewer' })).status).toBe(422)
    expect((await invite(owner, { role: 'root' })).status).toBe(422)
    expect((await invite(owner, {})).status).toBe(400)
    expectError(await invite(owner, { email: admin.email.toUpperCase(), role: 'viewer' }), {
      status: 409,
      code: 'CONFLICT',
    })
    await stores.sql`
      insert into invitations (id, account_id, role, token_hash, expires_at)
      select gen_random_uuid(), ${account.id}, 'viewer', sha256(gen_random_uuid()::text::bytea), now() + interval '1 day'
      from generate_series(1, 99)`
    const two = await Promise.all([invite(owner, { role: 'viewer' }), invite(admin, { role: 'viewer' })])
    expect(two.map(({ status }) => status).sort()).toEqual([201, 409])
  })

  it('shows and revokes no invitation of another account', async () => {
    const elsewhere = await createAccount(stores.sql)
    const stranger = await signInAs('owner', elsewhere)
    await linkOf(owner, { role: 'viewer' })
    const [{ id }] = await open()
    expect((await stranger.call('GET', '/invitations')).json.data).toEqual([])
    expectError(await stranger.call('DELETE', `/invitations/${id}`), { status: 404, code: 'NOT_FOUND' })
    expect(await open()).toHaveLength(1)
  })
})

it('a user without any account learns so after the right password', async () => {
  const member = await createMember(stores.sql, account, 'viewer')
  await signInMember(member)
  await owner.call('DELETE', `/members/${member.id}`)
  const wrong = await new Browser(api).login(member.email, 'wrong')
  expect([wrong.status, wrong.html]).toEqual([401, expect.stringContaining('Wrong email or password.')])
  const right = await new Browser(api).login(member.email, memberPassword)
  expect([right.status, right.html]).toEqual([401, expect.stringContaining('not a member of any account')])
})
