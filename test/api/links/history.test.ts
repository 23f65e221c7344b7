import { describe, expect, it } from 'vitest'
import { purgeHistory } from '#model/history/purge-history.ts'
import { createMember } from '../../factories/member.ts'
import { entries, historyOf } from '../support/history.ts'
import { signInMember } from '../support/members.ts'
import {
  account,
  api,
  create,
  expectError,
  get,
  key,
  put,
  read,
  remove,
  stores,
  useShortUrls,
} from '../support/short-urls.ts'

useShortUrls()

const stored = async (id: string) => await stores.sql`select * from history where object_id = ${id} order by place`

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
    await put(id, {
      targeting_rules: [
        {
          conditions: [{ type: 'percentage', operator: 'lt', value: 20 }],
          destination_url: 'https://example.com/some',
        },
      ],
    })
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
    await stores.sql.begin((tx) => purgeHistory(tx))
    expect((await entries(old.id)).map(({ changes }: { changes: unknown }) => changes)).toEqual([
      [{ field: 'name', before: 'Long ago', after: 'Today' }],
    ])
  })
})
