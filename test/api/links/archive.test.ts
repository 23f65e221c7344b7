import { describe, expect, it } from 'vitest'
import {
  account,
  api,
  create,
  follow,
  freshAlias,
  get,
  key,
  post,
  put,
  read,
  stores,
  useRedirector,
  useShortUrls,
} from '../support/short-urls.ts'

useShortUrls()
useRedirector()

async function codesIn(query = ''): Promise<string[]> {
  const { json } = await get(`/short-urls?${query}`)
  const codes = json.data.map(({ short_code }: { short_code: string }) => short_code)
  expect(json.pagination.total, query).toBe(codes.length)
  return codes
}

describe('an archived short URL', () => {
  it('is listed only on request', async () => {
    const kept = (await create()).short_code
    const { id, short_code: archived, archived: before } = await create()
    expect(before).toBe(false)
    expect((await put(id, { archived: true })).json.data).toMatchObject({ archived: true, status: 'archived' })
    for (const sortBy of ['created_at', 'clicks', 'name', 'last_clicked_at', 'expires_at']) {
      expect(await codesIn(`sortBy=${sortBy}`)).toEqual([kept])
      expect((await codesIn(`sortBy=${sortBy}&status=all`)).toSorted()).toEqual([kept, archived].toSorted())
    }
    expect(await codesIn('status=archived')).toEqual([archived])
    expect(await codesIn('status=active')).toEqual([kept])
    expect(await codesIn(`search=${archived}`)).toEqual([])
  })

  it('keeps redirecting, and can be restored', async () => {
    const { id, short_code } = await create({ archived: true })
    expect(await codesIn()).toEqual([])
    expect((await follow(short_code)).status).toBe(302)
    expect((await put(id, { archived: false })).json.data).toMatchObject({ archived: false, status: 'active' })
    expect(await codesIn()).toEqual([short_code])
    expect((await follow(short_code)).status).toBe(302)
  })

  it('can be archived in bulk, and bulk filters find it only on request', async () => {
    const alias = freshAlias('archived')
    const [one, other] = [await create({ custom_alias: alias }), await create()]
    const bulk = (body: unknown) => api.request('PUT', '/short-urls/bulk', { key, body })
    const { json } = await bulk({ ids: [alias, other.id], changes: { archived: true } })
    expect(json.data.succeeded.map(({ status }: { status: string }) => status)).toEqual(['archived', 'archived'])
    const changes = { name: 'Found' }
    expect((await bulk({ filter: { search: alias }, changes })).json.data.succeeded).toEqual([])
    expect((await bulk({ filter: { search: alias, status: 'archived' }, changes })).json.data.succeeded).toHaveLength(1)
    expect([(await read(one.id)).name, (await read(other.id)).name]).toEqual(['Found', null])
  })

  it('is not found by find_if_exists', async () => {
    const url = 'https://example.com/archived-twin'
    const { id } = await create({ url, archived: true })
    const { status, json } = await post({ url, find_if_exists: true })
    expect([status, json.data.id === id]).toEqual([201, false])
  })

  it('is announced to webhooks', async () => {
    const { id } = await create()
    await put(id, { archived: true })
    const messages = await stores.sql`
      select data from webhook_messages where account_id = ${account.id} and type = 'url.updated'`
    expect(messages).toMatchObject([{ data: { id, archived: true, status: 'archived' } }])
  })

  it('rejects other values', async () => {
    const { id } = await create()
    expect((await put(id, { archived: 'yes' })).json.error.code).toBe('BAD_REQUEST')
    expect((await read(id)).archived).toBe(false)
  })
})
