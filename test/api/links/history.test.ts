import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { pruneRows } from '#model/installation/prune-rows.ts'
import { createMember } from '../../factories/member.ts'
import { signInMember } from '../support/members.ts'
import {
  account,
  anotherKey,
  api,
  create,
  expectError,
  freshAlias,
  get,
  key,
  put,
  read,
  remove,
  stores,
  useShortUrls,
} from '../support/short-urls.ts'
import { keyOf } from '../support/use-api.ts'

useShortUrls()

const historyOf = async (id: string, query = '') => (await get(`/short-urls/${id}/history${query}`)).json
const entries = async (id: string) => (await historyOf(id)).data
const rollBack = (id: string, body: unknown, as = key) =>
  api.request('POST', `/short-urls/${id}/rollback`, { key: as, body })
const stored = async (id: string) => await stores.sql`select * from history where object_id = ${id} order by place`

/** Without what every change moves. */
const settled = ({ updated_at: _, ...record }: Record<string, unknown>) => record

const everything = () => ({
  name: 'Changed',
  description: 'All of it',
  tags: ['one', 'two'],
  campaign_id: 'Spring',
  external_id: 'crm-1',
  archived: true,
  is_active: false,
  starts_at: '2026-01-01T00:00:00.123Z',
  expires_at: '2040-01-01T00:00:00Z',
  expired_url: 'https://example.com/over',
  max_clicks: 7,
  tracking_enabled: false,
  redirect_type: 308,
  forward_query: false,
  indexing: false,
  utm_source: 'news',
  utm_medium: 'mail',
  utm_campaign: 'spring',
  utm_term: 'term',
  utm_content: 'content',
  ios_url: 'https://example.com/ios',
  android_url: 'https://example.com/android',
  targeting_rules: [
    { conditions: [{ type: 'country', operator: 'in', value: ['de'] }], destination_url: 'https://example.com/de' },
    { conditions: [{ type: 'percentage', operator: 'lt', value: 20 }], destination_url: 'https://example.com/some' },
  ],
  fallback_url: 'https://example.com/fallback',
  og: { title: 'A card', description: 'A page' },
  url: 'https://example.com/elsewhere',
  custom_alias: freshAlias('changed'),
})

describe('the history of a short URL', () => {
  it('has the actor, the time, and the fields of each change before and after, newest first', async () => {
    const { id } = await create({ name: 'First', tags: ['a'] })
    expect(await entries(id)).toEqual([])
    await put(id, { name: 'Second', tags: ['a', 'b'], starts_at: '2026-01-01T00:00:00.000Z' })
    await put(id, { url: 'https://example.com/new' })
    const [newest, first, ...others] = await entries(id)
    expect(others).toEqual([])
    expect(newest.changes).toEqual([
      { field: 'url', before: 'https://example.com/page', after: 'https://example.com/new' },
    ])
    expect(first).toMatchObject({ actor: { type: 'key', name: expect.any(String) }, restored_from: null })
    expect(first.changes).toEqual([
      { field: 'name', before: 'First', after: 'Second' },
      { field: 'tags', before: ['a'], after: ['a', 'b'] },
      { field: 'starts_at', before: null, after: '2026-01-01T00:00:00.000Z' },
    ])
    expect(Math.abs(Date.parse(first.at) - Date.now())).toBeLessThan(60_000)
  })

  it('has no entry if nothing changes, and only what changed if a whole record is sent back', async () => {
    const link = await create({ name: 'Same', tags: ['a'], og: { title: 'A card' } })
    await put(link.id, { name: 'Same', tags: ['a'] })
    await put(link.id, { ...(await read(link.id)), description: 'New' })
    expect((await entries(link.id)).map(({ changes }: { changes: unknown }) => changes)).toEqual([
      [{ field: 'description', before: null, after: 'New' }],
    ])
  })

  it('reports only that a password changed', async () => {
    const { id } = await create()
    for (const password of ['open sesame', 'another one', null]) await put(id, { password })
    const changes = (await entries(id)).flatMap((entry: { changes: unknown[] }) => entry.changes)
    expect(changes).toEqual([
      { field: 'password', before: true, after: false },
      { field: 'password', before: true, after: true },
      { field: 'password', before: false, after: true },
    ])
    expect(JSON.stringify(await stored(id))).not.toMatch(/argon2|sesame|another one/)
  })

  it('holds no secret of targeting rules', async () => {
    const { id } = await create()
    await put(id, { targeting_rules: everything().targeting_rules })
    const [row] = await stores.sql`select rules_secret from links where id = ${id}`
    expect(row?.['rules_secret']).toEqual(expect.any(String))
    expect(JSON.stringify(await stored(id))).not.toContain(row?.['rules_secret'])
  })

  it('has the moves of many links between campaigns, changed tags, and the trash', async () => {
    const links = await Promise.all([create({ tags: ['old'] }), create({ tags: ['old'] })])
    const ids = links.map(({ id }) => id)
    const campaign = (await api.request('POST', '/campaigns', { key, body: { name: 'Spring' } })).json.data
    await api.request('POST', `/campaigns/${campaign.id}/urls`, { key, body: { url_ids: ids } })
    await api.request('PUT', '/tags/old', { key, body: { name: 'new' } })
    await api.request('POST', '/short-urls/bulk/trash', { key, body: { ids } })
    for (const id of ids) {
      const found = await entries(id)
      expect(found.map(({ actor }: { actor: { type: string } }) => actor.type)).toEqual(['key', 'key', 'key'])
      expect(found.flatMap(({ changes }: { changes: unknown[] }) => changes)).toEqual([
        { field: 'trashed_at', before: null, after: expect.stringMatching(/Z$/) },
        { field: 'tags', before: ['old'], after: ['new'] },
        { field: 'campaign_id', before: null, after: campaign.id },
      ])
    }
  })

  it('names a signed-in user to users, and not to API keys', async () => {
    const { id } = await create()
    const member = await createMember(stores.sql, account, 'editor')
    const user = await signInMember(member)
    await user.call('PUT', `/short-urls/${id}`, { name: 'By a user' }, '/api/v1')
    expect(
      (await user.call('GET', `/short-urls/${id}/history`, undefined, '/api/v1')).json.data[0].actor,
    ).toMatchObject({
      type: 'user',
      name: member.email,
    })
    expect((await entries(id))[0].actor).toMatchObject({ type: 'user', name: null })
  })

  it('is read in pages, and by field', async () => {
    const { id } = await create()
    for (const name of ['1', '2', '3', '4', '5']) await put(id, { name })
    await put(id, { description: 'Other' })
    const seen: string[] = []
    for (let cursor = ''; ; ) {
      const page = await historyOf(id, `?limit=2&field=name${cursor}`)
      seen.push(...page.data.map(({ changes }: { changes: { after: string }[] }) => changes[0]?.after))
      expect(page.pagination.total).toBe(5)
      if (!page.pagination.has_more) break
      cursor = `&cursor=${page.pagination.next_cursor}`
    }
    expect(seen).toEqual(['5', '4', '3', '2', '1'])
    expectError(await get(`/short-urls/${id}/history?field=secret`), { status: 400, code: 'BAD_REQUEST' })
    expectError(await get(`/short-urls/${id}/history?cursor=1`), { status: 400, code: 'BAD_REQUEST' })
  })

  it('ends with the short URL, and after a year', async () => {
    const [deleted, old] = [await create(), await create()]
    await put(deleted.id, { name: 'Changed' })
    await remove(deleted.id)
    expect(await stored(deleted.id)).toEqual([])
    await put(old.id, { name: 'Long ago' })
    await stores.sql`update history set at = now() - interval '366 days' where object_id = ${old.id}`
    await put(old.id, { name: 'Today' })
    await stores.sql.begin((tx) => pruneRows(tx))
    expect((await entries(old.id)).map(({ changes }: { changes: unknown }) => changes)).toEqual([
      [{ field: 'name', before: 'Long ago', after: 'Today' }],
    ])
  })
})

describe('a rollback', () => {
  it('restores every field, as a separate change', async () => {
    await api.request('POST', '/campaigns', { key, body: { name: 'Spring' } })
    const link = await create()
    const before = await read(link.id)
    expect((await put(link.id, everything())).status).toBe(200)
    await put(link.id, { name: 'Later', max_clicks: null })
    const changed = await read(link.id)
    const [, first] = await entries(link.id)

    const trial = await rollBack(link.id, { entry_id: first.id, dry_run: true })
    expect(trial.json.data.restored).toContainEqual({ field: 'name', before: 'Later', after: null })
    expect(await read(link.id)).toEqual(changed)

    const done = await rollBack(link.id, { entry_id: first.id })
    expect([done.status, done.json.data?.not_restored]).toEqual([200, []])
    expect(done.json.data.restored).toEqual(trial.json.data.restored)
    expect(settled(await read(link.id))).toEqual(settled(before))
    const [newest] = await entries(link.id)
    expect(newest).toMatchObject({ restored_from: first.id, actor: { type: 'key' } })
    expect(newest.changes).toEqual(done.json.data.restored)

    await rollBack(link.id, { entry_id: newest.id })
    expect(settled(await read(link.id))).toEqual(settled(changed))
  })

  it('announces the change, raises the rev, and is in the audit log', async () => {
    const { id } = await create({ name: 'Before' })
    await put(id, { name: 'After' })
    const revOf = async () => (await stores.sql`select rev from links where id = ${id}`)[0]?.['rev']
    const rev = await revOf()
    const [{ id: entry_id }] = await entries(id)
    await rollBack(id, { entry_id })
    expect(await revOf()).toBeGreaterThan(rev)
    const [message] = await stores.sql`
      select type from webhook_messages where account_id = ${account.id} order by created_at desc, id desc limit 1`
    expect(message?.['type']).toBe('url.updated')
    const [audit] = await stores.sql`
      select action from audit_log where account_id = ${account.id} order by at desc, id desc limit 1`
    expect(audit?.['action']).toBe('POST /short-urls/{id}/rollback')
  })

  it('removes a password, but cannot bring one back, and says so', async () => {
    const { id } = await create()
    await put(id, { password: 'open sesame' })
    const [set] = await entries(id)
    await rollBack(id, { entry_id: set.id })
    expect((await read(id)).is_password_protected).toBe(false)
    const [cleared] = await entries(id)
    await put(id, { name: 'Other' })
    const { json } = await rollBack(id, { entry_id: cleared.id })
    expect(json.data).toMatchObject({ not_restored: ['password'], restored: [{ field: 'name', after: null }] })
  })

  it('restores only the fields that are named', async () => {
    const { id } = await create({ name: 'One', description: 'One' })
    await put(id, { name: 'Two', description: 'Two' })
    const [{ id: entry_id }] = await entries(id)
    await rollBack(id, { entry_id, fields: ['name'] })
    expect(await read(id)).toMatchObject({ name: 'One', description: 'Two' })
  })

  it('is refused like other changes, and changes nothing', async () => {
    const slug = freshAlias()
    const { id } = await create({ custom_alias: slug, name: 'One' })
    await put(id, { custom_alias: freshAlias(), name: 'Two' })
    const taker = await create({ custom_alias: slug })
    const [{ id: entry_id }] = await entries(id)
    expectError(await rollBack(id, { entry_id }), { status: 409, code: 'CONFLICT' })
    expect((await read(id)).name).toBe('Two')
    await remove(taker.id)
    expect((await rollBack(id, { entry_id })).status).toBe(200)
    expect(await read(id)).toMatchObject({ custom_alias: slug, name: 'One' })
    await put(id, { name: 'Three' })
    await api.request('POST', `/short-urls/${id}/trash`, { key })
    expectError(await rollBack(id, { entry_id }), { status: 409, code: 'CONFLICT' })
  })

  it('is refused if its campaign is gone or its date has passed', async () => {
    const campaign = (await api.request('POST', '/campaigns', { key, body: { name: 'Gone' } })).json.data
    const link = await create({ campaign_id: campaign.id })
    await put(link.id, { campaign_id: null })
    await api.request('DELETE', `/campaigns/${campaign.id}`, { key })
    const [moved] = await entries(link.id)
    expectError(await rollBack(link.id, { entry_id: moved.id }), { status: 422, code: 'VALIDATION_ERROR' })
    await stores.sql`update links set expires_at = now() - interval '1 hour' where id = ${link.id}`
    await put(link.id, { expires_at: null, name: 'New' })
    const [cleared] = await entries(link.id)
    const refused = await rollBack(link.id, { entry_id: cleared.id })
    expectError(refused, { status: 422, code: 'VALIDATION_ERROR' })
    expect(refused.json.error.message).toContain('expires_at')
    expect(await read(link.id)).toMatchObject({ campaign_id: null, expires_at: null, name: 'New' })
  })

  it('is refused with a bad body, to strangers, and for entries of other links', async () => {
    const [one, other] = [await create(), await create()]
    await put(one.id, { name: 'Changed' })
    await put(other.id, { name: 'Changed' })
    const [{ id: entry_id }] = await entries(one.id)
    const [{ id: foreign }] = await entries(other.id)
    expectError(await rollBack(one.id, {}), { status: 400, code: 'BAD_REQUEST' })
    expectError(await rollBack(one.id, { entry_id: 'x' }), { status: 422, code: 'VALIDATION_ERROR' })
    expectError(await rollBack(one.id, { entry_id, fields: ['rev'] }), { status: 422, code: 'VALIDATION_ERROR' })
    for (const id of [foreign, randomUUID()])
      expectError(await rollBack(one.id, { entry_id: id }), { status: 404, code: 'NOT_FOUND' })
    expectError(await rollBack(one.id, { entry_id }, await anotherKey()), { status: 404, code: 'NOT_FOUND' })
    expectError(await rollBack(one.id, { entry_id }, await keyOf(account, ['read'])), {
      status: 403,
      code: 'FORBIDDEN',
    })
    expect((await read(one.id)).name).toBe('Changed')
  })

  it('is refused if there is a newer entry than the expected one', async () => {
    const { id } = await create()
    await put(id, { name: 'One' })
    const [seen] = await entries(id)
    await put(id, { name: 'Two' })
    const body = { entry_id: seen.id, expected_entry_id: seen.id }
    expectError(await rollBack(id, body), { status: 409, code: 'CONFLICT' })
    expect((await read(id)).name).toBe('Two')
  })

  it('happens once if it is requested several times at once', async () => {
    const { id } = await create({ name: 'One' })
    await put(id, { name: 'Two' })
    const [seen] = await entries(id)
    const body = { entry_id: seen.id, expected_entry_id: seen.id }
    const answers = await Promise.all(Array.from({ length: 4 }, () => rollBack(id, body)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
    expect(await entries(id)).toHaveLength(2)
  })
})
