import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { entries, rollBack } from '../support/history.ts'
import {
  account,
  anotherKey,
  api,
  create,
  expectError,
  freshAlias,
  key,
  put,
  read,
  remove,
  stores,
  useShortUrls,
} from '../support/short-urls.ts'
import { keyOf } from '../support/use-api.ts'

useShortUrls()

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
  schedules: [{ at: new Date(Date.now() + 86_400_000).toISOString(), changes: { is_active: true } }],
  og: { title: 'A card', description: 'A page' },
  url: 'https://example.com/elsewhere',
  custom_alias: freshAlias('changed'),
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
