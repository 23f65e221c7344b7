import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { anotherKey, ask, create, expectError, stores, useQrCodes } from '../support/qr-codes.ts'

useQrCodes()

const put = (id: string, body: unknown) => ask('PUT', `/qr-codes/${id}`, body)
const read = async (id: string) => (await ask('GET', `/qr-codes/${id}`)).json.data.qrCode
const entries = async (id: string, root = '/qr-codes') => (await ask('GET', `${root}/${id}/history`)).json.data
const rollBack = (id: string, body: unknown, as?: string) => ask('POST', `/qr-codes/${id}/rollback`, body, as)
const settled = ({ updated_at: _, ...record }: Record<string, unknown>) => record

describe('POST /qr-codes/{id}/rollback', () => {
  it('restores settings, design and content of a dynamic code, as a separate change', async () => {
    const code = await create({ name: 'Menu', is_dynamic: true, expires_at: '2040-01-01T00:00:00Z' })
    const before = await read(code.id)
    const changed = await put(code.id, {
      name: null,
      tags: ['a', 'b'],
      expires_at: null,
      tracking_enabled: !before.tracking_enabled,
      visual_settings: { foreground_color: '#112233', size: 300 },
      content_type: 'text',
      content_data: { text: 'Closed today' },
    })
    expect(changed.status, changed.text).toBe(200)
    const [first] = await entries(code.id)
    const trial = await rollBack(code.id, { entry_id: first.id, dry_run: true })
    expect(trial.json.data.restored).toContainEqual({ field: 'name', before: null, after: 'Menu' })
    expect((await read(code.id)).name).toBeUndefined()
    const done = await rollBack(code.id, { entry_id: first.id })
    expect([done.status, done.json.data?.not_restored], done.text).toEqual([200, []])
    expect(done.json.data.restored).toEqual(trial.json.data.restored)
    expect(settled(await read(code.id))).toEqual(settled(before))
    const link = (await ask('GET', `/short-urls/${code.short_url_id}`)).json.data
    expect([link.original_url, link.name, link.tags]).toEqual(['https://example.com/menu', 'Menu', []])
    const [newest] = await entries(code.id)
    expect(newest).toMatchObject({ restored_from: first.id, actor: { type: 'key' } })

    await rollBack(code.id, { entry_id: newest.id })
    expect(settled(await read(code.id)), 'a rollback is rolled back').toEqual(settled(changed.json.data.qrCode))
  })

  it('restores a static code, and only the named fields', async () => {
    const code = await create({ name: 'Menu' })
    await put(code.id, { name: 'Lunch', tags: ['a'] })
    await put(code.id, { name: 'Dinner', visual_settings: { margin: 8 } })
    const [, first] = await entries(code.id)
    const done = await rollBack(code.id, { entry_id: first.id, fields: ['name'] })
    expect(done.json.data.restored).toEqual([{ field: 'name', before: 'Dinner', after: 'Menu' }])
    expect(await read(code.id)).toMatchObject({ name: 'Menu', tags: ['a'], visual_settings: { margin: 8 } })
    expect((await rollBack(code.id, { entry_id: first.id, fields: ['name'] })).json.data.restored).toEqual([])
  })

  it('cannot restore content with a password, and restores the rest', async () => {
    const wifi = { content_type: 'wifi', content_data: { ssid: 'Guests', password: 'the secret' } }
    const code = await create({ ...wifi, is_dynamic: true, name: 'Guests' })
    await put(code.id, { name: 'Welcome', content_type: 'text', content_data: { text: 'Welcome' } })
    const [first] = await entries(code.id)
    const done = await rollBack(code.id, { entry_id: first.id })
    expect(done.json.data).toMatchObject({
      not_restored: ['content_data'],
      restored: [{ field: 'name', before: 'Welcome', after: 'Guests' }],
    })
    expect((await read(code.id)).content_type).toBe('text')
    expect(JSON.stringify(await stores.sql`select * from history`)).not.toContain('the secret')

    const kept = await create({ ...wifi, is_dynamic: true, name: 'Guests' })
    await put(kept.id, { name: 'Welcome' })
    const [renamed] = await entries(kept.id)
    const undone = await rollBack(kept.id, { entry_id: renamed.id })
    expect(undone.json.data, 'content that did not change').toMatchObject({
      not_restored: [],
      restored: [{ field: 'name', before: 'Welcome', after: 'Guests' }],
    })
  })

  it('is validated like every change, and changes nothing if it is refused', async () => {
    const campaign = (await ask('POST', '/campaigns', { name: `Gone ${randomUUID()}` })).json.data
    const code = await create({ campaign_id: campaign.id, expires_at: '2040-01-01T00:00:00Z', name: 'Menu' })
    await put(code.id, { campaign_id: null, name: 'Lunch' })
    await ask('DELETE', `/campaigns/${campaign.id}`)
    const [first] = await entries(code.id)
    const gone = await rollBack(code.id, { entry_id: first.id })
    expect([gone.status, (await read(code.id)).name]).toEqual([422, 'Lunch'])
    const past = new Date(Date.now() - 60_000)
    await stores.sql`update qr_codes set expires_at = ${past} where id = ${code.id}`
    await stores.sql`update qr_codes set expires_at = null where id = ${code.id}`
    const [, , ...older] = (await entries(code.id)).map(({ id }: { id: string }) => id)
    const [newest] = await entries(code.id)
    expect(older).toHaveLength(1)
    expect((await rollBack(code.id, { entry_id: newest.id })).status).toBe(422)
    expect((await read(code.id)).expires_at).toBe(null)
  })

  it('is refused for unknown entries, entries of others, other accounts, and bad bodies', async () => {
    const [code, other] = [await create(), await create()]
    await put(other.id, { name: 'Other' })
    const [foreign] = await entries(other.id)
    const notFound = { status: 404, code: 'NOT_FOUND' } as const
    expectError(await rollBack(code.id, { entry_id: randomUUID() }), notFound)
    expectError(await rollBack(code.id, { entry_id: foreign.id }), notFound)
    expectError(await rollBack(other.id, { entry_id: foreign.id }, await anotherKey()), notFound)
    expect((await rollBack(other.id, { entry_id: 'x' })).status).toBe(422)
    expect((await rollBack(other.id, { entry_id: foreign.id, fields: ['password'] })).status).toBe(422)
    expect((await read(other.id)).name).toBe('Other')
  })

  it('changes once if two arrive at the same time, and not with a newer entry', async () => {
    const code = await create({ name: 'Menu', is_dynamic: true })
    await put(code.id, { name: 'Lunch' })
    const [first] = await entries(code.id)
    const both = await Promise.all([1, 2].map(() => rollBack(code.id, { entry_id: first.id })))
    const statuses = both.map(({ status }) => status).sort()
    // The second one is refused, or begins after the first one and finds nothing to restore.
    expect([
      [200, 200],
      [200, 409],
    ]).toContainEqual(statuses)
    expect(await entries(code.id)).toHaveLength(2)
    await put(code.id, { name: 'Dinner' })
    const late = await rollBack(code.id, { entry_id: first.id, expected_entry_id: first.id })
    expect([late.status, (await read(code.id)).name]).toEqual([409, 'Dinner'])
  })
})
