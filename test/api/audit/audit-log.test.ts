import { beforeEach, describe, expect, it } from 'vitest'
import { createAccount } from '../../factories/account.ts'
import { createKey } from '../../factories/key.ts'
import { memberPassword } from '../../factories/member.ts'
import { createWebhook } from '../../factories/webhooks.ts'
import { eventually } from '../../stack/eventually.ts'
import { Browser } from '../support/browser.ts'
import { type SignedIn, signInAs } from '../support/members.ts'
import { account, api, key, stores, useAccounts, useApi } from '../support/use-api.ts'

useApi()
useAccounts({ hears: false })

let owner: SignedIn
beforeEach(async () => {
  owner = await signInAs('owner', account)
})

const list = async (query = '', by = owner) => await by.call('GET', `/audit-log${query}`)
const create = (by = key, body: object = {}) =>
  api.request('POST', '/short-urls', { key: by, body: { url: 'https://example.com/', ...body } })
const actions = async (query?: string) =>
  (await list(query)).json.data.map(({ action }: { action: string }) => action) as string[]

describe('the audit log', () => {
  it('has the values of a role before and after', async () => {
    const viewer = await signInAs('viewer', account)
    await owner.call('PUT', `/members/${viewer.id}`, { role: 'editor' })
    expect((await list()).json.data[0]).toMatchObject({
      actor: { type: 'user', id: owner.id, name: owner.email },
      action: 'PUT /members/{id}',
      object_ids: [viewer.id],
      fields: ['role'],
      network: '127.0.0.0',
      before: { role: 'viewer' },
      after: { role: 'editor' },
    })
  })

  it('names the created object, and leaves nothing for a refused request', async () => {
    const { json } = await create()
    expect((await list()).json.data[0]).toMatchObject({ action: 'POST /short-urls', object_ids: [json.data.id] })
    const before = await actions()
    expect((await create(key, { url: 'nothing' })).status).toBe(422)
    expect((await create(key, { custom_alias: json.data.short_code })).status).toBe(409)
    expect((await create(key, { find_if_exists: true })).status).toBe(200)
    expect((await owner.call('PUT', `/members/${owner.id}`, { role: 'viewer' })).status).toBe(409)
    expect(await actions()).toEqual(before)
  })

  it('has one entry for a bulk request that changes one of many links', async () => {
    const urls = Array.from({ length: 30 }, () => ({ url: 'https://example.com/' }))
    const bulk = (method: string, body: object) => api.request(method, '/short-urls/bulk', { key, body })
    const { succeeded } = (await bulk('POST', { urls })).json.data
    const ids = succeeded.map(({ id }: { id: string }) => id)
    for (let round = 0; round < 4; round += 1) {
      const changes = { add_tags: [`round ${round}`] }
      await bulk('PUT', { ids: ids.slice(1), changes })
      expect((await bulk('PUT', { ids: ids.toReversed(), changes })).json.data.failed).toEqual([])
      const entries = (await actions()).filter((action: string) => action === 'PUT /short-urls/bulk')
      expect(entries).toHaveLength(2 * (round + 1))
    }
  })

  it('has each sign-in, failed sign-in and sign-out', async () => {
    const browser = new Browser(api)
    await browser.login(owner.email, 'wrong password')
    await browser.login(owner.email, memberPassword)
    const { data } = JSON.parse((await browser.get('/api/app/session')).html)
    await browser.post('/logout', { csrf_token: data.csrf_token })
    // A failed sign-in is written after its response.
    await eventually(async () =>
      expect((await actions()).toSorted()).toEqual(['sign_in', 'sign_in_failed', 'sign_out']),
    )
  })

  it('is filtered, paged, and visible to owners and admins of the account only', async () => {
    const { json } = await create()
    await owner.call('PUT', '/account', { name: 'Renamed' })
    expect(await actions('?actor_type=key')).toEqual(['POST /short-urls'])
    expect(await actions(`?search=${json.data.id}`)).toEqual(['POST /short-urls'])
    expect(await actions('?search=rename%20the')).toEqual(['PUT /account'])
    // The dashboard calls short URLs links.
    for (const name of ['short%20URL', 'link'])
      expect(await actions(`?search=create%20a%20${name}`)).toEqual(['POST /short-urls'])
    expect(await actions('?search=%25')).toEqual([])
    expect(await actions(`?end=${new Date(Date.now() - 3_600_000).toISOString()}`)).toEqual([])
    expect((await list('?limit=1')).json.pagination).toMatchObject({ total: 2, has_more: true })
    for (const wrong of ['?actor_type=nobody', '?search=%00']) expect((await list(wrong)).status).toBe(400)
    const editor = await signInAs('editor', account)
    expect((await list('', editor)).status).toBe(403)
    const stranger = await signInAs('owner', await createAccount(stores.sql))
    expect((await list('', stranger)).json.data).toEqual([])
    const byKey = await fetch(`${api.url}/api/app/audit-log`, { headers: { authorization: `Bearer ${key}` } })
    expect(byKey.status).toBe(403)
  })

  it('is exported as CSV and NDJSON', async () => {
    await create()
    await owner.call('PUT', '/account', { name: '=1+1' })
    const csv = await owner.call('GET', '/audit-log/export?format=csv')
    const lines = csv.text.trim().split('\n')
    expect([lines.length, lines[0]]).toEqual([3, expect.stringContaining('id,at,actor_type')])
    const ndjson = await owner.call('GET', '/audit-log/export?format=ndjson')
    const rows = ndjson.text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(rows).toEqual((await list()).json.data)
  })

  it('is exported page by page, and a canceled export keeps no connection', async () => {
    await stores.sql`
      insert into audit_log (id, account_id, actor_type, actor_name, action, summary, object_ids, fields)
      select gen_random_uuid(), ${account.id}, 'system', 'x', 'x', 'x', '{}', '{}' from generate_series(1, 1201)`
    const { text } = await owner.call('GET', '/audit-log/export?format=ndjson')
    const ids = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).id)
    expect([ids.length, new Set(ids).size]).toEqual([1201, 1201])
    const cancel = async () => {
      const stop = new AbortController()
      const headers = { cookie: `waymark=${owner.token}` }
      const response = await fetch(`${api.url}/api/app/audit-log/export?format=ndjson`, {
        headers,
        signal: stop.signal,
      })
      await response.body?.getReader().read()
      stop.abort()
    }
    // More than the API has connections.
    await Promise.all(Array.from({ length: 12 }, () => cancel().catch(() => undefined)))
    expect((await list()).status).toBe(200)
  })

  it('refuses changes and deletions, until a year has passed', async () => {
    await create()
    const { sql } = stores
    const whole = () => sql`select * from audit_log where account_id = ${account.id}`
    const before = await whole()
    await expect(sql`update audit_log set actor_name = 'x' where account_id = ${account.id}`).rejects.toThrow(
      'audit log',
    )
    await expect(sql`delete from audit_log where account_id = ${account.id}`).rejects.toThrow('audit log')
    expect(await whole()).toEqual(before)
    await sql`
      insert into audit_log (id, account_id, at, actor_type, actor_name, action, summary, object_ids, fields)
      values (gen_random_uuid(), ${account.id}, now() - interval '366 days', 'cli', 'x', 'x', 'x', '{}', '{}')`
    await sql`delete from audit_log where at < now() - interval '365 days'`
    expect(await whole()).toEqual(before)
  })

  it('is written in the transaction of the change', async () => {
    await stores.sql`
      create function fail_audit() returns trigger language plpgsql as $$ begin raise exception 'full'; end $$`
    await stores.sql`create trigger fail_audit before insert on audit_log for each row execute function fail_audit()`
    expect((await create()).status).toBe(500)
    await stores.sql`drop function fail_audit() cascade`
    expect(await stores.sql`select from links where account_id = ${account.id}`).toHaveLength(0)
    expect((await create()).status).toBe(201)
  })

  it('is sent to webhooks that subscribe to it', async () => {
    const hears = await createAccount(stores.sql)
    await createWebhook(stores.sql, hears, { events: ['audit.recorded'] })
    const { key: own } = await createKey(stores.sql, hears)
    await create(own)
    const events = await stores.sql`select type, data from webhook_messages where account_id = ${hears.id}`
    expect(events).toMatchObject([
      { type: 'audit.recorded', data: { action: 'POST /short-urls', actor: { type: 'key' } } },
    ])
  })
})
