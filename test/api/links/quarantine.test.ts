import { beforeEach, describe, expect, it } from 'vitest'
import { cliOrigin } from '#model/accounts/audit-log.ts'
import { emptyTrash } from '#model/links/empty-trash.ts'
import { quarantineLink } from '#model/links/quarantine-link.ts'
import { runSchedules } from '#model/links/run-schedules.ts'
import { createAccount } from '../../factories/account.ts'
import { entries, rollBack } from '../support/history.ts'
import { importFile } from '../support/imports.ts'
import { inDays, letPass } from '../support/schedules.ts'
import { account, api, create, expectError, get, key, put, read, stores, useShortUrls } from '../support/short-urls.ts'
import { useDrawing } from '../support/use-api.ts'

useShortUrls()
useDrawing()

const ask = (method: string, path: string, body?: unknown) => api.request(method, path, { key, body })
const change = (id: string, reason: string | null, of = account) =>
  quarantineLink(stores, { link_id: id, reason, origin: cliOrigin(of.id) })
const stop = (id: string) => change(id, 'Phishing')

let link: { id: string; short_code: string; short_url: string }
beforeEach(async () => {
  link = await create({ url: 'https://harm.example/' })
})
const eventsOf = async (id: string) => {
  const rows = await stores.sql<{ type: string; status: string }[]>`
    select type, data ->> 'status' as status
    from webhook_messages
    where data ->> 'id' = ${id} and type <> 'url.created'
    order by created_at, id`
  return rows.map(({ type, status }) => [type, status])
}

/** Changes by other requests name their endpoints. */
const auditOf = (id: string) => stores.sql`
  select * from audit_log where ${id} = any(object_ids) and action like '%quarantine'`

describe('a short URL in quarantine', () => {
  it('has its own status and reason, is in lists, and sends its event; the audit log and the history name the actor', async () => {
    expect(await stop(link.id)).toBe(true)
    const record = await read(link.id)
    expect(record).toMatchObject({ status: 'quarantined', quarantine_reason: 'Phishing', is_active: true })
    expect(Math.abs(Date.parse(record.quarantined_at) - Date.now())).toBeLessThan(60_000)
    const other = await create()
    expect((await get('/short-urls?status=quarantined')).json.data).toMatchObject([{ id: link.id }])
    expect((await get('/short-urls')).json.data.map(({ id }: { id: string }) => id)).toEqual([other.id, link.id])
    expect((await get('/short-urls?status=active')).json.data).toMatchObject([{ id: other.id }])
    expect(await eventsOf(link.id)).toEqual([
      ['url.updated', 'quarantined'],
      ['url.quarantined', 'quarantined'],
    ])
    expect(await auditOf(link.id)).toMatchObject([
      { action: 'quarantine', actor_type: 'cli', after: { reason: 'Phishing' } },
    ])
    expect(await entries(link.id)).toMatchObject([
      {
        actor: { type: 'cli' },
        changes: [
          { field: 'quarantined_at', before: null, after: record.quarantined_at },
          { field: 'quarantine_reason', before: null, after: 'Phishing' },
        ],
      },
    ])
    expect((await ask('POST', `/short-urls/${link.id}/simulate`, {})).json.data).toMatchObject({
      outcome: 'quarantined',
      url: null,
      status: null,
    })
    expect(await change(link.id, null)).toBe(true)
    expect(await read(link.id)).toMatchObject({ status: 'active', quarantined_at: null, quarantine_reason: null })
    expect((await eventsOf(link.id)).at(-1)).toEqual(['url.updated', 'active'])
  })

  it('keeps its first reason, and is stopped once by many at the same time', async () => {
    const changed = await Promise.all(Array.from({ length: 8 }, (_, index) => change(link.id, `Reason ${index}`)))
    expect(changed.filter(Boolean)).toHaveLength(1)
    const { quarantine_reason } = await read(link.id)
    expect(await change(link.id, 'Another')).toBe(false)
    expect((await read(link.id)).quarantine_reason).toBe(quarantine_reason)
    expect((await eventsOf(link.id)).filter(([type]) => type === 'url.quarantined')).toHaveLength(1)
    expect(await auditOf(link.id)).toHaveLength(1)
    const lifted = await Promise.all(Array.from({ length: 8 }, () => change(link.id, null)))
    expect(lifted.filter(Boolean)).toHaveLength(1)
  })

  it('is only found in its own account', async () => {
    expect(await change(link.id, 'Phishing', await createAccount(stores.sql))).toBe(undefined)
    expect((await read(link.id)).status).toBe('active')
  })

  it('can be changed, archived, trashed, restored and rolled back, and stays stopped', async () => {
    await stop(link.id)
    const before = await read(link.id)
    const expectStopped = async () =>
      expect(await read(link.id)).toMatchObject({
        quarantined_at: before.quarantined_at,
        quarantine_reason: 'Phishing',
      })
    await put(link.id, { url: 'https://harmless.example/', is_active: false })
    await put(link.id, { is_active: true, archived: true })
    await ask('PUT', '/short-urls/bulk', { ids: [link.id], changes: { archived: false } })
    await expectStopped()
    expect((await read(link.id)).status).toBe('quarantined')
    await ask('POST', `/short-urls/${link.id}/trash`)
    expect((await read(link.id)).status).toBe('trashed')
    await ask('POST', `/short-urls/${link.id}/restore`)
    await expectStopped()
    for (const { id } of await entries(link.id)) {
      const rolled = await rollBack(link.id, { entry_id: id })
      expect(rolled.status).toBe(200)
      expect(rolled.json.data.restored.map(({ field }: { field: string }) => field)).not.toContain('quarantined_at')
      await expectStopped()
    }
    const [entry] = await entries(link.id)
    const named = await rollBack(link.id, { entry_id: entry.id, fields: ['quarantined_at'] })
    expectError(named, { status: 422, code: 'VALIDATION_ERROR' })
    await put(link.id, { schedules: [{ at: inDays(1), changes: { is_active: false } }] })
    await letPass(link.id, 2)
    await runSchedules(stores)
    await expectStopped()
    expect((await read(link.id)).status).toBe('quarantined')
  })

  it('cannot be lifted by sending a record back, and a record with the quarantine can be sent back', async () => {
    const open = await read(link.id)
    await stop(link.id)
    const { status } = await put(link.id, open)
    expect(status).toBeGreaterThanOrEqual(400)
    expect((await put(link.id, { ...(await read(link.id)), name: 'New' })).status).toBe(200)
    for (const body of [{ quarantined_at: null }, { quarantine_reason: null }, { status: 'active' }]) {
      expect((await put(link.id, body)).status).toBeGreaterThanOrEqual(400)
    }
    expect((await read(link.id)).status).toBe('quarantined')
  })

  it('keeps its slug: it cannot be renamed or deleted, and nobody else gets the slug', async () => {
    await put(link.id, { custom_alias: 'stopped-slug' })
    const [renamed] = await entries(link.id)
    await stop(link.id)
    const moved = await put(link.id, { custom_alias: 'other-slug' })
    expectError(moved, { status: 422, code: 'VALIDATION_ERROR' })
    expect(moved.json.error.message).toContain('quarantine')
    expect((await rollBack(link.id, { entry_id: renamed.id })).status).toBe(422)
    expectError(await ask('DELETE', `/short-urls/${link.id}`), { status: 409, code: 'CONFLICT' })
    const bulk = await ask('DELETE', '/short-urls/bulk', { ids: [link.id] })
    expect(bulk.json.data).toMatchObject({ succeeded: [], failed: [{ code: 'CONFLICT' }] })
    const again = await ask('POST', '/short-urls', { url: 'https://harm.example/', custom_alias: 'stopped-slug' })
    expectError(again, { status: 409, code: 'CONFLICT' })
    await ask('POST', `/short-urls/${link.id}/trash`)
    await stores.sql`update links set trashed_at = now() - interval '90 days' where id = ${link.id}`
    await emptyTrash(stores)
    expect(await read(link.id)).toMatchObject({ short_code: 'stopped-slug', status: 'trashed' })
    await change(link.id, null)
    await emptyTrash(stores)
    expect((await get(`/short-urls/${link.id}`)).status).toBe(404)
  })

  it('stays when its campaign or QR code is deleted with its short URLs', async () => {
    const campaign = await ask('POST', '/campaigns', { name: 'Harm' })
    const [stopped, open] = [
      await create({ campaign_id: 'Harm', generate_qr: true }),
      await create({ campaign_id: 'Harm' }),
    ]
    await stop(stopped.id)
    expectError(await ask('DELETE', `/qr-codes/${stopped.qr_code_id}`), { status: 409, code: 'CONFLICT' })
    expect((await ask('DELETE', `/campaigns/${campaign.json.data.id}?delete_urls=true`)).status).toBe(200)
    expect((await get(`/short-urls/${open.id}`)).status).toBe(404)
    expect(await read(stopped.id)).toMatchObject({ status: 'quarantined', campaign_id: null })
  })

  it('cannot be copied, and is not reused', async () => {
    await stop(link.id)
    expectError(await ask('POST', `/short-urls/${link.id}/duplicate`), { status: 409, code: 'CONFLICT' })
    const twin = await ask('POST', '/short-urls', { url: 'https://harm.example/', find_if_exists: true })
    expect([twin.status, twin.json.data.id === link.id]).toEqual([201, false])
  })

  it('is not opened by an import that overwrites it', async () => {
    await put(link.id, { custom_alias: 'imported-slug' })
    await stop(link.id)
    const file = 'slug,url\nimported-slug,https://harmless.example/\n'
    const { result } = await importFile(file, { conflict: 'overwrite' })
    expect(result).toMatchObject({ overwritten: 1 })
    expect(await read(link.id)).toMatchObject({ status: 'quarantined', original_url: 'https://harmless.example/' })
  })
})
