import { describe, expect, it } from 'vitest'
import { withLockedLink } from '#model/links/lock-link.ts'
import { createCampaign } from '../../factories/campaigns.ts'
import { createQrCode } from '../../factories/qr-codes.ts'
import { eventually } from '../../stack/eventually.ts'
import { waitingForLocks } from '../../stack/waiting-for-locks.ts'
import { account, anotherKey, ask, create, eventsOf, expectError, stores, useQrCodes } from '../support/qr-codes.ts'

useQrCodes()

const nobody = '01890000-0000-7000-8000-000000000000'
const names = async (query: string): Promise<string[]> =>
  (await ask('GET', `/qr-codes?${query}`)).json.data.map(({ name }: { name: string }) => name)

describe('GET /qr-codes/{id}', () => {
  it('returns 200 with {qrCode}', async () => {
    const code = await create({ name: 'Menu' })
    const answer = await ask('GET', `/qr-codes/${code.id.toUpperCase()}`)
    expect([answer.status, answer.json]).toEqual([200, { success: true, data: { qrCode: code } }])
  })

  it('returns 404 NOT_FOUND for an unknown code', async () => {
    expectError(await ask('GET', `/qr-codes/${nobody}`), { status: 404, code: 'NOT_FOUND' })
  })

  it.each(['menu', 'temp-01890000-0000-7000-8000-000000000000', '123', `${nobody}0`])(
    'returns 400 INVALID_INPUT for %s, with every method',
    async (id) => {
      for (const [method, path] of [
        ['GET', ''],
        ['PUT', ''],
        ['DELETE', ''],
        ['GET', '/image'],
      ] as const) {
        expectError(await ask(method, `/qr-codes/${id}${path}`), { status: 400, code: 'INVALID_INPUT' })
      }
    },
  )

  it("returns 403 ACCESS_DENIED for another account's code, expired or not", async () => {
    const { id } = await create()
    const other = await anotherKey()
    expectError(await ask('GET', `/qr-codes/${id}`, undefined, other), { status: 403, code: 'ACCESS_DENIED' })
    await stores.sql`update qr_codes set expires_at = now() where id = ${id}`
    expectError(await ask('GET', `/qr-codes/${id}`, undefined, other), { status: 403, code: 'ACCESS_DENIED' })
  })

  it('returns 410 RESOURCE_EXPIRED after expires_at, unlike other endpoints', async () => {
    const { id } = await create()
    await stores.sql`update qr_codes set expires_at = now() where id = ${id}`
    expectError(await ask('GET', `/qr-codes/${id}`), { status: 410, code: 'RESOURCE_EXPIRED' })
    expect((await ask('GET', '/qr-codes')).json.data).toMatchObject([{ id, status: 'expired' }])
    expect((await ask('PUT', `/qr-codes/${id}`, { name: 'Old' })).json.data.qrCode.status).toBe('expired')
    expect((await ask('DELETE', `/qr-codes/${id}`)).status).toBe(200)
  })
})

describe('GET /qr-codes', () => {
  it("returns the account's codes, newest first, with pagination", async () => {
    await createQrCode(stores.sql, account)
    const { id } = await create()
    const { status, json } = await ask('GET', '/qr-codes')
    expect([status, json.data.length, json.data[0].id]).toEqual([200, 2, id])
    expect(json).toMatchObject({
      success: true,
      pagination: { page: 1, limit: 20, total: 2, total_pages: 1, has_more: false, next_cursor: null },
    })
    expect((await ask('GET', '/qr-codes', undefined, await anotherKey())).json.data).toEqual([])
  })

  it('filters by search, content_type, is_dynamic, status, campaign_id and tags', async () => {
    const campaign = await createCampaign(stores.sql, account)
    await create({ name: 'Menu', tags: ['table', 'red'], campaign_id: campaign.id })
    await create({ name: 'Door', content_type: 'wifi', content_data: { ssid: 'Guests', password: 'sesame!!' } })
    const wall = await create({ name: 'Wall', is_dynamic: true, tags: ['red'] })
    await createQrCode(stores.sql, account, { name: 'Old', expires_at: new Date(0) })
    await ask('PUT', `/short-urls/${wall.short_url_id}`, { is_active: false })
    expect(await names('search=WAL')).toEqual(['Wall'])
    expect(await names('search=guests')).toEqual(['Door'])
    expect(await names('search=sesame')).toEqual([])
    expect(await names('search=%25')).toEqual([])
    expect(await names('content_type=wifi')).toEqual(['Door'])
    expect(await names('is_dynamic=true')).toEqual(['Wall'])
    expect(await names('isDynamic=0&sortBy=name&sortOrder=asc')).toEqual(['Door', 'Menu', 'Old'])
    expect(await names('status=expired')).toEqual(['Old'])
    expect(await names('status=disabled')).toEqual(['Wall'])
    expect(await names('status=active&sort_by=name')).toEqual(['Menu', 'Door'])
    expect(await names(`campaign_id=${campaign.id}`)).toEqual(['Menu'])
    expect(await names(`campaignId=${encodeURIComponent(campaign.name)}`)).toEqual(['Menu'])
    expect(await names('campaign_id=unknown')).toEqual([])
    expect(await names('tags=red,-table')).toEqual(['Wall'])
    expect((await ask('GET', '/qr-codes?tags=red')).json.pagination.total).toBe(2)
  })

  it('sorts by created_at, name, scans, last_scanned_at and expires_at, with empty values last', async () => {
    const at = (day: number) => new Date(Date.UTC(2999, 0, day))
    const made = {
      b: { scans: 1, last_scanned_at: at(9), expires_at: at(2) },
      c: {},
      a: { scans: 5, expires_at: at(3) },
    }
    for (const [name, given] of Object.entries(made)) await createQrCode(stores.sql, account, { name, ...given })
    expect(await names('sortBy=created_at&sortOrder=asc')).toEqual(['b', 'c', 'a'])
    expect(await names('sortBy=name')).toEqual(['c', 'b', 'a'])
    expect(await names('sortBy=scans')).toEqual(['a', 'b', 'c'])
    expect((await names('sortBy=last_scanned_at'))[0]).toBe('b')
    expect(await names('sortBy=expires_at&sortOrder=asc')).toEqual(['b', 'a', 'c'])
    expect(await names('sortBy=expires_at')).toEqual(['a', 'b', 'c'])
  })

  it('pages by number and by cursor return the same codes', async () => {
    for (let index = 0; index < 5; index++) await createQrCode(stores.sql, account, { name: `n${index}` })
    const walked: string[] = []
    for (let cursor = ''; cursor !== null; ) {
      const { json } = await ask('GET', `/qr-codes?limit=2${cursor && `&cursor=${cursor}`}`)
      walked.push(...json.data.map(({ name }: { name: string }) => name))
      cursor = json.pagination.next_cursor
    }
    expect(walked).toEqual(['n4', 'n3', 'n2', 'n1', 'n0'])
    expect(await names('limit=2&page=2')).toEqual(['n2', 'n1'])
  })

  it.each(['limit=101', 'limit=0', 'page=0', 'sortBy=size', 'is_dynamic=maybe', 'status=new', 'cursor=x'])(
    'returns 400 BAD_REQUEST for %s',
    async (query) => {
      expectError(await ask('GET', `/qr-codes?${query}`), { status: 400, code: 'BAD_REQUEST' })
    },
  )
})

describe('DELETE /qr-codes/{id}', () => {
  it('deletes the code and its short URL, and announces both', async () => {
    const code = await create({ is_dynamic: true, name: 'Menu' })
    const { status, json } = await ask('DELETE', `/qr-codes/${code.id}`)
    expect([status, json]).toEqual([
      200,
      { success: true, data: { message: expect.any(String) }, timestamp: expect.stringMatching(/Z$/) },
    ])
    for (const path of [`/qr-codes/${code.id}`, `/short-urls/${code.short_url_id}`]) {
      expectError(await ask('GET', path), { status: 404, code: 'NOT_FOUND' })
    }
    const events = (await eventsOf(account)).slice(-2)
    expect(events.map(({ type }) => type)).toEqual(['url.deleted', 'qr.deleted'])
    expect(events[0]?.data).toMatchObject({ id: code.short_url_id, qr_code_id: code.id })
    expect(events[1]?.data).toMatchObject({ id: code.id, name: 'Menu', short_url_id: code.short_url_id })
    expectError(await ask('DELETE', `/qr-codes/${code.id}`), { status: 404, code: 'NOT_FOUND' })
  })

  it('keeps the short URL on request, which can then be renamed', async () => {
    const code = await create({ is_dynamic: true })
    expect((await ask('DELETE', `/qr-codes/${code.id}?keep_short_url=true`)).status).toBe(200)
    const renamed = await ask('PUT', `/short-urls/${code.short_url_id}`, { custom_alias: 'free-again' })
    expect(renamed.json.data).toMatchObject({ qr_code_id: null, short_code: 'free-again' })
  })

  it('keeps no short URL whose code shows a page by the time of the deletion', async () => {
    const code = await create({ is_dynamic: true })
    const which = { account_id: account.id, link_id: code.short_url_id }
    const begun = await withLockedLink(stores, which, async (tx) => {
      const deletion = ask('DELETE', `/qr-codes/${code.id}?keep_short_url=true`)
      await eventually(async () => expect(await waitingForLocks(stores.sql)).toBe(1))
      await tx`
        update qr_codes
        set content_type = 'text', content_data = ${tx.json({ text: 'Open until six' })}
        where id = ${code.id}`
      return { deletion }
    })
    const answer = await begun?.deletion
    expect([answer?.status, answer?.json.error?.code]).toEqual([400, 'BAD_REQUEST'])
    expect((await ask('GET', `/qr-codes/${code.id}`)).status).toBe(200)
  })

  it('deletes once on concurrent requests', async () => {
    for (const given of [{}, { is_dynamic: true }]) {
      const { id } = await create(given)
      const answers = await Promise.all(Array.from({ length: 5 }, () => ask('DELETE', `/qr-codes/${id}`)))
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404])
    }
  })

  it("returns 404 for another account's code, which stays", async () => {
    const { id } = await create({ is_dynamic: true })
    expectError(await ask('DELETE', `/qr-codes/${id}`, undefined, await anotherKey()), {
      status: 404,
      code: 'NOT_FOUND',
    })
    expect((await ask('GET', `/qr-codes/${id}`)).status).toBe(200)
  })
})
