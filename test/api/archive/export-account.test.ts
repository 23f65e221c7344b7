import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { type ArchivePart, readArchive } from '#core/archive/read-archive.ts'
import { archiveKinds } from '#schemas/archive.ts'
import { createAccount } from '../../factories/account.ts'
import { storeClicks } from '../../factories/clicks.ts'
import { createMember } from '../../factories/member.ts'
import { fillAccount } from '../support/full-account.ts'
import { signInAs } from '../support/members.ts'
import { account, anotherKey, api, key, keyOf, stores, useApi, useDrawing, useOneAccount } from '../support/use-api.ts'

useApi({ RATE_LIMIT_FACTOR: '0', WEBHOOK_ALLOW_PRIVATE: 'true' })
useOneAccount('enterprise')
useDrawing()

const exportAs = (as: string) =>
  fetch(`${api.url}/api/v1/account/export`, { headers: { authorization: `Bearer ${as}` } })

async function partsOf(bytes: Buffer): Promise<ArchivePart[]> {
  const parts: ArchivePart[] = []
  for await (const part of readArchive(Readable.from([bytes]))) parts.push(part)
  return parts
}

it('has everything of the account and no secret', async () => {
  await fillAccount({ api, stores, account, key })
  const response = await exportAs(key)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('application/gzip')
  expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="waymark-[\d-]+\.tar\.gz"$/)
  const parts = await partsOf(Buffer.from(await response.arrayBuffer()))
  expect([...new Set(parts.map(({ kind }) => kind))]).toEqual(['head', ...archiveKinds])
  const rowsOf = (kind: string): unknown[] =>
    parts.flatMap((part): unknown[] => (part.kind === kind && 'rows' in part ? part.rows : []))
  const { sql } = stores
  for (const kind of archiveKinds.filter((name) => name !== 'clicks')) {
    const [counted] = await sql<{ count: number }[]>`
      select count(*) as count from ${sql(kind)} where account_id = ${account.id}`
    expect(rowsOf(kind), kind).toHaveLength(counted?.count ?? -1)
  }
  expect(rowsOf('clicks')).toHaveLength(900)

  const text = JSON.stringify(parts)
  const secrets = await sql<{ secret: string }[]>`
    select secret from webhooks where account_id = ${account.id}
    union select rules_secret from links where account_id = ${account.id} and rules_secret is not null
    union select encode(secret, 'escape') from ab_tests where account_id = ${account.id} and secret is not null
    union select verification_token from domains where account_id = ${account.id} and verification_token is not null`
  expect(secrets.length).toBeGreaterThanOrEqual(5)
  for (const { secret } of secrets) expect(text).not.toContain(secret)
})

it('is recorded in the audit log', async () => {
  await (await exportAs(key)).arrayBuffer()
  const [entry] = await stores.sql`
    select action, actor_type from audit_log where account_id = ${account.id} order by at desc limit 1`
  expect(entry).toEqual({ action: 'GET /account/export', actor_type: 'key' })
})

it('has no clicks that its counters do not include', async () => {
  const { sql } = stores
  const [batch] = await sql<{ batch_id: string }[]>`select batch_id from click_batches order by batch_id desc limit 1`
  await sql`update click_batches set stored_at = null where batch_id = ${batch?.batch_id ?? ''}`
  const parts = await partsOf(Buffer.from(await (await exportAs(key)).arrayBuffer()))
  await sql`update click_batches set stored_at = now() where batch_id = ${batch?.batch_id ?? ''}`
  const clicks = parts.flatMap((part) => (part.kind === 'clicks' ? part.rows : []))
  expect(clicks).toHaveLength(750)
})

it('has no clicks of deleted links that are not purged yet, and does not count them', async () => {
  const made = await createAccount(stores.sql)
  const own = await keyOf(made)
  const links: string[] = []
  for (const custom_alias of ['kept', 'deleted']) {
    const { json } = await api.request('POST', '/short-urls', {
      key: own,
      body: { url: 'https://example.com/', custom_alias },
    })
    links.push(json.data.id)
  }
  const click = { account_id: made.id, at: '2026-03-01T12:00:00Z' }
  await storeClicks(
    stores.ch,
    links.map((link_id) => ({ ...click, link_id })),
  )
  expect((await api.request('DELETE', '/short-urls/deleted', { key: own })).status).toBe(200)
  const owner = await signInAs('owner', made)
  const contents = await owner.call('GET', '/account/contents')
  expect(contents.json.data).toMatchObject({ links: 1, clicks: 1 })
  const parts = await partsOf(Buffer.from(await (await exportAs(own)).arrayBuffer()))
  const clicks = parts.flatMap((part) => (part.kind === 'clicks' ? part.rows : []))
  expect(clicks).toMatchObject([{ link_id: links[0] }])
})

it('is for owners, whose password is asked for again', async () => {
  for (const role of ['admin', 'editor', 'viewer'] as const) {
    const member = await signInAs(role, account)
    const answer = await member.call('GET', '/account/export', undefined, '/api/v1')
    expect([answer.status, answer.json.error.code], role).toEqual([403, 'FORBIDDEN'])
    expect((await member.call('GET', '/account/contents')).status).toBe(403)
  }
  const owner = await signInAs('owner', account)
  await stores.sql`update sessions set confirmed_at = now() - interval '1 hour' where user_id = ${owner.id}`
  for (const [path, root] of [['/account/export', '/api/v1'], ['/account/contents']] as const) {
    const answer = await owner.call('GET', path, undefined, root)
    expect(answer.json.error.details).toBe('password_confirmation_required')
  }
  await stores.sql`update sessions set confirmed_at = now() where user_id = ${owner.id}`
  const contents = await owner.call('GET', '/account/contents')
  expect(contents.json.data).toMatchObject({ qr_codes: 4, ab_tests: 5, clicks: 900 })
  expect((await owner.call('GET', '/account/export', undefined, '/api/v1')).status).toBe(200)
})

it('refuses keys that may only read, that are limited to a domain, or whose user is no owner', async () => {
  expect((await exportAs(await keyOf(account, ['read', 'analytics']))).status).toBe(403)
  const admin = await createMember(stores.sql, account, 'admin')
  const limited = await keyOf(account)
  const newest = stores.sql`select id from api_keys where account_id = ${account.id} order by created_at desc limit 1`
  const [bound] = await newest
  await stores.sql`update api_keys set domain_ids = ${[bound?.['id']]}::uuid[] where id = ${bound?.['id']}`
  expect((await exportAs(limited)).status).toBe(403)
  const admins = await keyOf(account)
  const [last] = await stores.sql`
    select id from api_keys where account_id = ${account.id} order by created_at desc limit 1`
  await stores.sql`update api_keys set created_by = ${admin.id}, domain_ids = null where id = ${last?.['id']}`
  expect((await exportAs(admins)).status).toBe(403)
  expect((await exportAs(await anotherKey())).status).toBe(200)
})

it('is counted for signed-in owners, and not for keys', async () => {
  const headers = { authorization: `Bearer ${key}` }
  expect((await fetch(`${api.url}/api/app/account/contents`, { headers })).status).toBe(403)
})
