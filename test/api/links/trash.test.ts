import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { emptyTrash } from '#model/links/empty-trash.ts'
import { takeRev } from '#model/publish/take-rev.ts'
import { createAccount } from '../../factories/account.ts'
import { createKey } from '../../factories/key.ts'
import { eventually } from '../../stack/eventually.ts'
import { waitingForLocks } from '../../stack/waiting-for-locks.ts'
import { expectError } from '../support/expect-error.ts'
import { startBoth } from '../support/redirecting.ts'

let both: Awaited<ReturnType<typeof startBoth>>
let otherKey: string
beforeAll(async () => {
  both = await startBoth()
  otherKey = (await createKey(both.stores.sql, await createAccount(both.stores.sql))).key
})
afterAll(() => both.close())

interface Link {
  id: string
  short_code: string
}
const trash = (id: string) => both.ask('POST', `/short-urls/${id}/trash`)
const restore = (id: string) => both.ask('POST', `/short-urls/${id}/restore`)
const read = async (id: string) => (await both.ask('GET', `/short-urls/${id}`)).json.data
const visit = async ({ short_code }: Link) => {
  const { status, headers } = await both.follow(short_code)
  return headers.location === undefined ? status : [status, headers.location]
}
const codesIn = async (query: string) =>
  (await both.ask('GET', `/short-urls?${query}`)).json.data.map(({ short_code }: Link) => short_code)
const eventsOf = async (id: string) => {
  const rows = await both.stores.sql<{ type: string; status: string | null }[]>`
    select type, data ->> 'status' as status
    from webhook_messages
    where data ->> 'id' = ${id} and type <> 'url.created'
    order by created_at, id`
  return rows.map(({ type, status }) => [type, status])
}
/** The clock cannot be moved, so the date is. */
const letPass = (id: string, days: number) => both.stores.sql`
  update links set trashed_at = trashed_at - make_interval(days => ${days}) where id = ${id}`

describe('a short URL in the trash', () => {
  it('shows the expired page at once, whatever its other settings, and redirects again when restored', async () => {
    const plain = await both.create()
    const special = await both.create({
      expired_url: 'https://example.com/over',
      password: 'secret word',
      max_clicks: 5,
      starts_at: '2999-01-01T00:00:00Z',
      og: { title: 'Card' },
    })
    const { status, json } = await trash(plain.id)
    expect(status).toBe(200)
    expect(json.data).toMatchObject({ id: plain.id, status: 'trashed', trashed_at: expect.any(String) })
    await trash(special.id)
    expect(await visit(plain)).toBe(410)
    expect((await both.follow(`${plain.short_code}+`)).status).toBe(410)
    expect(await visit(special)).toEqual([302, 'https://example.com/over'])
    expect((await restore(plain.id)).json.data).toMatchObject({ status: 'active', trashed_at: null })
    expect((await restore(special.id)).json.data).toMatchObject({ status: 'scheduled', max_clicks: 5 })
    expect(await visit(plain)).toEqual([302, 'https://example.com/'])
    expect(await visit(special)).toBe(404)
  })

  it('is listed only on request, in every order, and keeps its slug', async () => {
    const tag = 'listed'
    const kept = await both.create({ tags: [tag] })
    const gone = await both.create({ tags: [tag], custom_alias: 'kept-slug' })
    await trash(gone.id)
    for (const sortBy of ['created_at', 'clicks', 'name', 'last_clicked_at', 'expires_at']) {
      expect(await codesIn(`tags=${tag}&sortBy=${sortBy}`)).toEqual([kept.short_code])
      expect((await codesIn(`tags=${tag}&sortBy=${sortBy}&status=all`)).toSorted()).toEqual(
        [kept.short_code, 'kept-slug'].toSorted(),
      )
    }
    expect(await codesIn('sortBy=clicks')).not.toContain('kept-slug')
    expect(await codesIn(`tags=${tag}&status=trashed`)).toEqual(['kept-slug'])
    expect(await codesIn(`tags=${tag}&status=active`)).toEqual([kept.short_code])
    const again = await both.ask('POST', '/short-urls', { url: 'https://example.com/', custom_alias: 'kept-slug' })
    expectError(again, { status: 409, code: 'CONFLICT' })
    const { json } = await both.ask('GET', '/short-urls/check-alias?alias=kept-slug')
    expect(json.data.available).toBe(false)
  })

  it('cannot be updated, tested or reused, and stays as it is when it is moved to the trash again', async () => {
    const url = 'https://example.com/reused'
    const { id } = await both.create({ url })
    const { trashed_at } = (await trash(id)).json.data
    expectError(await both.ask('PUT', `/short-urls/${id}`, { name: 'New' }), { status: 409, code: 'CONFLICT' })
    const bulk = await both.ask('PUT', '/short-urls/bulk', { ids: [id], changes: { name: 'New' } })
    expect(bulk.json.data).toMatchObject({ succeeded: [], failed: [{ code: 'CONFLICT', message: expect.any(String) }] })
    const test = {
      name: 'Test',
      primary_url_id: id,
      variants: [
        { name: 'A', destination_url: 'https://example.com/a' },
        { name: 'B', destination_url: 'https://example.com/b' },
      ],
    }
    expectError(await both.ask('POST', '/url-ab-tests', test), { status: 409, code: 'CONFLICT' })
    const twin = await both.ask('POST', '/short-urls', { url, find_if_exists: true })
    expect([twin.status, twin.json.data.id === id]).toEqual([201, false])
    expect((await trash(id)).json.data.trashed_at).toBe(trashed_at)
    expect((await restore(id)).status).toBe(200)
    expect((await restore(id)).status).toBe(200)
    expect(await eventsOf(id)).toEqual([
      ['url.updated', 'trashed'],
      ['url.updated', 'active'],
    ])
  })

  it('is deleted after 30 days as by DELETE, and not before', async () => {
    const [due, young, restored] = [await both.create(), await both.create(), await both.create()]
    for (const { id } of [due, young, restored]) await trash(id)
    await letPass(due.id, 30)
    await letPass(young.id, 29)
    await letPass(restored.id, 31)
    await restore(restored.id)
    await emptyTrash(both.stores)
    expect((await both.ask('GET', `/short-urls/${due.id}`)).status).toBe(404)
    expect(await visit(due)).toBe(404)
    expect(await both.stores.sql`select from deleted_links where link_id = ${due.id}`).toHaveLength(1)
    expect(await eventsOf(due.id)).toEqual([
      ['url.updated', 'trashed'],
      ['url.deleted', null],
    ])
    expect((await read(young.id)).status).toBe('trashed')
    expect((await read(restored.id)).status).toBe('active')
    expect((await both.create({ custom_alias: due.short_code })).short_code).toBe(due.short_code)
  })

  it('can be deleted before that', async () => {
    const link = await both.create()
    await trash(link.id)
    expect((await both.ask('DELETE', `/short-urls/${link.id}`)).status).toBe(200)
    expect(await visit(link)).toBe(404)
  })

  it('is deleted with only_trashed, which refuses a restored one', async () => {
    const [gone, restored, other] = await Promise.all([both.create(), both.create(), both.create()])
    for (const { id } of [gone, restored, other]) await trash(id)
    await restore(restored.id)
    const refused = await both.ask('DELETE', `/short-urls/${restored.id}?only_trashed=true`)
    expectError(refused, { status: 409, code: 'CONFLICT' })
    expect((await both.ask('DELETE', `/short-urls/${gone.id}?only_trashed=true`)).status).toBe(200)
    const ids = [restored.id, other.id]
    const many = await both.ask('DELETE', '/short-urls/bulk', { ids, only_trashed: true })
    expect(many.json.data).toEqual({
      succeeded: [{ id: other.id }],
      failed: [{ index: 0, code: 'CONFLICT', message: 'This short URL is not in the trash.' }],
    })
    expect(await visit(restored)).toEqual([302, 'https://example.com/'])
    const wrong = await both.ask('DELETE', `/short-urls/${restored.id}?only_trashed=perhaps`)
    expectError(wrong, { status: 400, code: 'BAD_REQUEST' })
  })

  it('is not deleted with only_trashed while another call restores it', async () => {
    const link = await both.create()
    await trash(link.id)
    const { called } = await both.stores.sql.begin(async (tx) => {
      const [row] = await tx<{ domain_id: string }[]>`select domain_id from links where id = ${link.id}`
      await takeRev(tx, row?.domain_id ?? '', link.short_code, link.short_code)
      await tx`update links set trashed_at = null where id = ${link.id}`
      const called = both.ask('DELETE', `/short-urls/${link.id}?only_trashed=true`)
      await eventually(async () => expect(await waitingForLocks(both.stores.sql)).toBe(1))
      return { called }
    })
    expectError(await called, { status: 409, code: 'CONFLICT' })
    expect(await read(link.id)).toMatchObject({ id: link.id, status: 'active' })
  })

  it('ends in one state when it is restored, deleted and emptied at once', async () => {
    const links = await Promise.all(Array.from({ length: 20 }, () => both.create()))
    for (const { id } of links) {
      await trash(id)
      await letPass(id, 31)
    }
    const emptied = emptyTrash(both.stores)
    const answers = await Promise.all(links.map(({ id }) => restore(id)))
    await emptied
    for (const [index, link] of links.entries()) {
      const status = answers[index]?.status
      expect([200, 404]).toContain(status)
      expect(await visit(link)).toEqual(status === 200 ? [302, 'https://example.com/'] : 404)
    }
  })
})

describe('POST /short-urls/bulk/trash and /restore', () => {
  it('moves links by id and by filter, and reports those that fail', async () => {
    const links = [await both.create({ tags: ['many'] }), await both.create({ tags: ['many'] })]
    const ids = [...links.map(({ id }) => id), 'nothing-here']
    const { status, json } = await both.ask('POST', '/short-urls/bulk/trash', { ids })
    expect(status).toBe(200)
    expect(json.data.succeeded.map((link: { status: string }) => link.status)).toEqual(['trashed', 'trashed'])
    expect(json.data.failed).toEqual([{ index: 2, code: 'NOT_FOUND', message: 'Link not found.' }])
    expect(await codesIn('tags=many')).toEqual([])
    const back = await both.ask('POST', '/short-urls/bulk/restore', { filter: { tags: ['many'] } })
    expect(back.json.data.succeeded).toHaveLength(2)
    expect(await codesIn('tags=many')).toHaveLength(2)
    const all = await both.ask('POST', '/short-urls/bulk/trash', { filter: { tags: ['many'] } })
    expect(all.json.data.succeeded).toHaveLength(2)
  })

  it('rejects other bodies', async () => {
    for (const act of ['trash', 'restore']) {
      const path = `/short-urls/bulk/${act}`
      expectError(await both.ask('POST', path, {}), { status: 400, code: 'BAD_REQUEST' })
      expectError(await both.ask('POST', path, { ids: [] }), { status: 422, code: 'VALIDATION_ERROR' })
      expectError(await both.ask('POST', path, { ids: 'all' }), { status: 400, code: 'BAD_REQUEST' })
    }
  })
})

it("does not find another account's short URL", async () => {
  const link = await both.create()
  for (const act of ['trash', 'restore']) {
    const answer = await both.askAs(otherKey, 'POST', `/short-urls/${link.id}/${act}`)
    expectError(answer, { status: 404, code: 'NOT_FOUND' })
    const bulk = await both.askAs(otherKey, 'POST', `/short-urls/bulk/${act}`, { ids: [link.id] })
    expect(bulk.json.data.failed).toMatchObject([{ code: 'NOT_FOUND' }])
  }
  expect((await read(link.id)).status).toBe('active')
})
