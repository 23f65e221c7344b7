import { beforeEach, describe, expect, it } from 'vitest'
import { tellDashboards } from '#model/clicks/tell-dashboards.ts'
import { createAccount } from '../../factories/account.ts'
import { plainClick } from '../../factories/clicks.ts'
import { createKey } from '../../factories/key.ts'
import { addMember } from '../../factories/member.ts'
import { createConnectedApp } from '../../factories/oauth.ts'
import { eventually } from '../../stack/eventually.ts'
import { expectError } from '../support/expect-error.ts'
import { type SignedIn, signInAs, signInMember } from '../support/members.ts'
import { account, api, stores, useAccounts, useApi } from '../support/use-api.ts'

useApi()
useAccounts({ hears: false })

let owner: SignedIn
let admin: SignedIn
let editor: SignedIn
let viewer: SignedIn
beforeEach(async () => {
  owner = await signInAs('owner', account)
  admin = await signInAs('admin', account)
  editor = await signInAs('editor', account)
  viewer = await signInAs('viewer', account)
})

const rolesNow = async () =>
  Object.fromEntries(
    (
      await stores.sql<{ user_id: string; role: string }[]>`
        select user_id, role from memberships where account_id = ${account.id}`
    ).map(({ user_id, role }) => [user_id, role]),
  )
const put = (by: SignedIn, of: { id: string }, role: unknown) => by.call('PUT', `/members/${of.id}`, { role })
const remove = (by: SignedIn, of: { id: string }) => by.call('DELETE', `/members/${of.id}`)
const age = () => stores.sql`update sessions set confirmed_at = now() - interval '11 minutes'`
const keyBy = async (by: SignedIn) => {
  const body = { name: 'Made by a member', permissions: ['read', 'write', 'delete', 'analytics'] }
  return (await by.call('POST', '/api-keys', body, '/api/v1')).json.data as { id: string; key: string; prefix: string }
}
const link = (key: string) =>
  api.request('POST', '/short-urls', { key, body: { url: 'https://example.com/' } }).then(({ status }) => status)

describe('members', () => {
  it('are listed for every member, owners first', async () => {
    await keyBy(admin)
    const { json } = await viewer.call('GET', '/members')
    expect(
      json.data.map(({ id, role, is_you, api_keys }: Record<string, unknown>) => [id, role, is_you, api_keys]),
    ).toEqual([
      [owner.id, 'owner', false, 0],
      [admin.id, 'admin', false, 1],
      [editor.id, 'editor', false, 0],
      [viewer.id, 'viewer', true, 0],
    ])
    expect(json.data[0].last_seen_at).toEqual(expect.any(String))
  })

  it('are neither listed nor changed with API keys, or from another account', async () => {
    const { key } = await createKey(stores.sql, account)
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const path = method === 'GET' ? '/members' : `/members/${viewer.id}`
      const response = await fetch(`${api.url}/api/app${path}`, {
        method,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        ...(method === 'PUT' && { body: '{"role":"owner"}' }),
        ...(method === 'DELETE' && { body: '{}' }),
      })
      expect(response.status, method).toBe(403)
    }
    const before = await rolesNow()
    const stranger = await signInAs('owner', await createAccount(stores.sql))
    expectError(await put(stranger, viewer, 'admin'), { status: 404, code: 'NOT_FOUND' })
    expectError(await remove(stranger, viewer), { status: 404, code: 'NOT_FOUND' })
    expect(await rolesNow()).toEqual(before)
  })
})

describe('a changed role', () => {
  it('applies to the next request of the member, and to keys that they created', async () => {
    const { key } = await keyBy(admin)
    const make = (by: SignedIn) => by.call('POST', '/short-urls', { url: 'https://example.com/' }, '/api/v1')
    expect([(await make(admin)).status, await link(key)]).toEqual([201, 201])
    expect((await put(owner, admin, 'viewer')).json.data).toEqual({ message: `${admin.email} is now viewer` })
    expectError(await make(admin), {
      status: 403,
      code: 'FORBIDDEN',
      details: { role: 'viewer', required_right: 'edit' },
    })
    expect(await link(key)).toBe(403)
    expect((await api.request('GET', '/short-urls', { key })).status).toBe(200)
    await put(owner, admin, 'admin')
    expect([(await make(admin)).status, await link(key)]).toEqual([201, 201])
  })

  it('is refused if it is unknown, and without the right', async () => {
    const before = await rolesNow()
    expect((await put(owner, viewer, 'root')).status).toBe(422)
    expect((await put(owner, viewer, 7)).status).toBe(400)
    expect((await owner.call('PUT', '/members/nobody', { role: 'viewer' })).status).toBe(400)
    expect((await put(editor, viewer, 'editor')).status).toBe(403)
    expect((await put(admin, viewer, 'owner')).status).toBe(403)
    expect((await put(admin, owner, 'viewer')).status).toBe(403)
    expect((await put(admin, admin, 'owner')).status).toBe(403)
    expect((await remove(admin, owner)).status).toBe(403)
    expect(await rolesNow()).toEqual(before)
    expect((await put(admin, viewer, 'admin')).status).toBe(200)
  })

  it('needs the password again if the role manages members', async () => {
    await age()
    const { status, json } = await put(owner, viewer, 'admin')
    expect([status, json.error.details]).toEqual([403, 'password_confirmation_required'])
    expect((await put(owner, viewer, 'editor')).status).toBe(200)
  })

  it('does not take the last owner', async () => {
    expectError(await put(owner, owner, 'admin'), { status: 409, code: 'CONFLICT' })
    expectError(await remove(owner, owner), { status: 409, code: 'CONFLICT' })
    expectError(await owner.call('DELETE', '/membership'), { status: 409, code: 'CONFLICT' })
    await put(owner, admin, 'owner')
    expect((await put(owner, owner, 'admin')).status).toBe(200)
  })

  it('leaves one owner when the last two remove each other at the same time', async () => {
    for (let round = 0; round < 3; round += 1) {
      await stores.sql`update memberships set role = 'viewer' where account_id = ${account.id}`
      const [one, other] = [await signInAs('owner', account), await signInAs('owner', account)]
      const statuses = (await Promise.all([remove(one, other), remove(other, one)])).map(({ status }) => status)
      // The one who was removed is no longer signed in.
      expect(statuses.filter((status) => status === 200)).toHaveLength(1)
      expect(Object.values(await rolesNow()).filter((role) => role === 'owner')).toHaveLength(1)
    }
  })

  it('leaves one owner when the last two leave at the same time', async () => {
    await put(owner, admin, 'owner')
    const left = await Promise.all([owner, admin].map((each) => each.call('DELETE', '/membership')))
    expect(left.map(({ status }) => status).sort()).toEqual([200, 409])
  })
})

describe('a removed member', () => {
  it('is signed out of this account and no other, and loses apps', async () => {
    const elsewhere = await createAccount(stores.sql)
    await addMember(stores.sql, elsewhere, editor.id, 'viewer')
    const other = await signInMember(editor)
    expect((await other.call('PUT', '/session', { account_id: elsewhere.id })).status).toBe(200)
    const app = await createConnectedApp(stores.sql, account)
    await stores.sql`update oauth_consents set user_id = ${editor.id} where id = ${app.id}`
    await stores.sql`update oauth_grants set user_id = ${editor.id} where account_id = ${account.id}`
    expect((await editor.call('GET', '/session')).status).toBe(200)
    expect((await remove(admin, editor)).json.data).toEqual({ message: `${editor.email} was removed`, api_keys: [] })
    expect((await editor.call('GET', '/session')).status).toBe(401)
    expect((await other.call('GET', '/session')).json.data.account.id).toBe(elsewhere.id)
    const rows = await stores.sql`select from oauth_consents where account_id = ${account.id}`
    const live = await stores.sql`select from oauth_grants where account_id = ${account.id} and revoked_at is null`
    expect([rows.length, live.length]).toEqual([0, 0])
    expectError(await remove(admin, editor), { status: 404, code: 'NOT_FOUND' })
  })

  it('leaves keys that are listed for review and can do no more than before', async () => {
    const created = await keyBy(admin)
    const child = await api.request('POST', '/api-keys', {
      key: created.key,
      body: { name: 'Child', permissions: ['read', 'write'] },
    })
    await put(owner, admin, 'viewer')
    const { json } = await remove(owner, admin)
    expect(json.data.api_keys.map(({ id }: { id: string }) => id).sort()).toEqual(
      [created.id, child.json.data.id].sort(),
    )
    expect([await link(created.key), await link(child.json.data.key)]).toEqual([403, 403])
    const listed = await owner.call('GET', '/api-keys', undefined, '/api/v1')
    const made = { id: admin.id, email: admin.email, is_member: false }
    expect(listed.json.data.filter((each: { created_by: unknown }) => each.created_by !== null)).toMatchObject([
      { id: child.json.data.id, created_by: made },
      { id: created.id, created_by: made },
    ])
    await stores.sql`update users set email = 'renamed@example.com' where id = ${admin.id}`
    await addMember(stores.sql, account, admin.id, 'editor')
    expect(await link(created.key)).toBe(201)
  })

  it('gets no further notices of clicks', async () => {
    const response = await fetch(`${api.url}/api/app/live`, { headers: { cookie: `waymark=${viewer.token}` } })
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    if (reader === undefined) throw new Error('no stream')
    expect((await reader.read()).value).toContain('ping')
    await remove(owner, viewer)
    let rest = ''
    const reading = (async () => {
      for (let read = await reader.read(); !read.done; read = await reader.read()) rest += read.value
      return 'ended'
    })()
    tellDashboards(stores, [plainClick({ account_id: account.id, link_id: owner.id, at: new Date().toISOString() })])
    expect(await reading).toBe('ended')
    expect(rest).not.toContain('event: clicks')
  })

  it('creates nothing with a request that was already admitted', async () => {
    const asked = await stores.sql.begin(async (tx) => {
      await tx`select from accounts where id = ${account.id} for no key update`
      const waiting = admin.call('POST', '/invitations', { role: 'viewer' })
      await eventually(async () => {
        const [row] = await stores.sql`
          select count(*) as count from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`
        expect(row?.['count']).toBeGreaterThan(0)
      })
      await tx`update memberships set role = 'viewer' where user_id = ${admin.id}`
      return { waiting }
    })
    expect((await asked.waiting).status).toBe(401)
    expect(await stores.sql`select from invitations where account_id = ${account.id}`).toHaveLength(0)
  })

  it('may also leave, in any role', async () => {
    expect((await viewer.call('DELETE', '/membership')).json.data.message).toBe('You left the account')
    expect((await viewer.call('GET', '/session')).status).toBe(401)
  })
})

describe('several accounts', () => {
  it('are switched in the session, and only between the accounts of the user', async () => {
    const [second, foreign] = [await createAccount(stores.sql), await createAccount(stores.sql)]
    await addMember(stores.sql, second, editor.id, 'owner')
    const session = async () => (await editor.call('GET', '/session')).json.data
    expect(await session()).toMatchObject({ account: { id: account.id }, role: 'editor' })
    expect((await session()).accounts).toHaveLength(2)
    expectError(await editor.call('PUT', '/session', { account_id: foreign.id }), { status: 404, code: 'NOT_FOUND' })
    expect((await editor.call('PUT', '/session', { account_id: 'x' })).status).toBe(422)
    expect((await editor.call('PUT', '/session', { account_id: second.id })).status).toBe(200)
    expect(await session()).toMatchObject({ account: { id: second.id }, role: 'owner' })
    const next = await signInMember(editor)
    expect((await next.call('GET', '/session')).json.data.account.id, 'sign-in opens the last one').toBe(second.id)
  })

  it('refuse a change from a tab that shows another account', async () => {
    const response = await fetch(`${api.url}/api/v1/short-urls`, {
      headers: { cookie: `waymark=${editor.token}`, 'x-waymark-account': owner.id },
    })
    expect(response.status).toBe(409)
    expect(await response.json()).toMatchObject({ error: { code: 'CONFLICT', details: 'other_account' } })
  })

  it.each([
    '/api/v1/short-urls/export?format=csv',
    '/api/v1/analytics/export?shortUrlId=all&format=csv',
    '/api/app/audit-log/export?format=csv',
    '/api/v1/account/export?',
  ])('refuse %s from a tab that shows another account', async (path) => {
    const download = (query: string, headers: Record<string, string> = { cookie: `waymark=${owner.token}` }) =>
      fetch(`${api.url}${path}&${query}`, { headers })
    const own = `waymark_account=${account.id}`
    for (const query of [`waymark_account=${owner.id}`, `${own}&waymark_account=${owner.id}`, 'waymark_account=']) {
      const response = await download(query)
      expect([response.status, response.headers.get('content-disposition')], query).toEqual([409, null])
      expect(await response.json()).toMatchObject({ error: { code: 'CONFLICT', details: 'other_account' } })
    }
    const file = await download(own)
    expect([file.status, file.headers.get('content-disposition')]).toEqual([200, expect.stringContaining('attachment')])
    await file.body?.cancel()
  })

  it('are not chosen by the name that a download has in its URL', async () => {
    const { key } = await createKey(stores.sql, account)
    expect(await link(key)).toBe(201)
    const other = await createAccount(stores.sql)
    const response = await fetch(`${api.url}/api/v1/short-urls/export?format=json&waymark_account=${other.id}`, {
      headers: { authorization: `Bearer ${key}` },
    })
    expect([response.status, ((await response.json()) as unknown[]).length]).toEqual([200, 1])
  })
})

it('an admin renames the account', async () => {
  expect((await admin.call('PUT', '/account', { name: ' Marketing ' })).json.data).toEqual({
    id: account.id,
    name: 'Marketing',
  })
  for (const name of [' ', 'x\u0000', 'x\udfffy', 'x'.repeat(101)])
    expect((await admin.call('PUT', '/account', { name })).status).toBe(422)
  expect((await editor.call('PUT', '/account', { name: 'x' })).status).toBe(403)
  expect((await viewer.call('GET', '/session')).json.data.account.name).toBe('Marketing')
})

it('editors see only the apps that they allowed', async () => {
  const app = await createConnectedApp(stores.sql, account)
  const apps = async (by: SignedIn) =>
    (await by.call('GET', '/me/connected-apps', undefined, '/api/v1')).json.data.length
  expect([await apps(admin), await apps(editor)]).toEqual([1, 0])
  const path = `/me/connected-apps/${app.id}`
  expect((await editor.call('DELETE', path, undefined, '/api/v1')).status).toBe(404)
  await stores.sql`update oauth_consents set user_id = ${editor.id} where id = ${app.id}`
  expect([await apps(editor), await apps(viewer)]).toEqual([1, 0])
  expect((await editor.call('DELETE', path, undefined, '/api/v1')).status).toBe(200)
})
