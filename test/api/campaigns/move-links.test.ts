import { describe, expect, it } from 'vitest'
import { uuidv7 } from '#runtime/uuid.ts'
import { campaign } from '#schemas/campaigns.ts'
import { createQrCode } from '../../factories/qr-codes.ts'
import { eventually } from '../../stack/eventually.ts'
import { waitingForLocks } from '../../stack/waiting-for-locks.ts'
import {
  account,
  anotherKey,
  api,
  countsOf,
  create,
  expectError,
  get,
  instant,
  key,
  makeUrl,
  messages,
  pathOf,
  putUrl,
  remove,
  stores,
  useCampaigns,
} from '../support/campaigns.ts'

useCampaigns()

describe('POST and DELETE /campaigns/{id}/urls', () => {
  const change = (method: string, id: string, url_ids: unknown, as = key) =>
    api.request(method, `${pathOf(id)}/urls`, { key: as, body: { url_ids } })

  it('add and remove short URLs, and announce what changed', async () => {
    const [made, other] = [await create({ name: 'Here' }), await create()]
    const [first, second] = [await makeUrl(), await makeUrl({ campaign_id: other.id })]
    const before = (await messages()).length
    const added = await change('POST', 'Here', [first.id, second.id.toUpperCase(), first.id])
    expect(added).toMatchObject({ status: 200, json: { success: true, data: { id: made.id, url_count: 2 } } })
    expect(campaign.parse(added.json.data)).toEqual(added.json.data)
    expect(await countsOf(other.id)).toEqual({ url_count: 0, total_clicks: 0 })
    const news = (await messages()).slice(before)
    // Events of one transaction have no order.
    expect(news.map(({ type }) => type).sort()).toEqual(['campaign.updated', 'url.updated', 'url.updated'])
    const moved = news.filter(({ type }) => type === 'url.updated').map(({ data }) => data['campaign_id'])
    expect(moved).toEqual([made.id, made.id])

    const removed = await change('DELETE', made.id, [first.id])
    expect(removed.json).toEqual({ success: true, data: { message: expect.any(String) }, timestamp: instant })
    expect(await countsOf(made.id)).toEqual({ url_count: 1, total_clicks: 0 })
    expect((await get(`/short-urls/${first.id}`)).json.data.campaign_id).toBeNull()
  })

  it('change and announce nothing if a short URL is already there, or in another campaign', async () => {
    const [made, other] = [await create(), await create()]
    const [inside, outside] = [await makeUrl({ campaign_id: made.id }), await makeUrl({ campaign_id: other.id })]
    const before = await messages()
    expect((await change('POST', made.id, [inside.id])).status).toBe(200)
    expect((await change('DELETE', made.id, [outside.id])).status).toBe(200)
    expect(await messages()).toEqual(before)
    expect((await get(`/short-urls/${outside.id}`)).json.data.campaign_id).toBe(other.id)
  })

  it('return 409 CONFLICT for short URLs in the trash that they would move, and change nothing', async () => {
    const made = await create()
    const [free, inside, outside] = [await makeUrl(), await makeUrl({ campaign_id: made.id }), await makeUrl()]
    for (const { id } of [inside, outside]) await api.request('POST', `/short-urls/${id}/trash`, { key })
    const before = await messages()
    const refused = (id: string) => ({ status: 409, code: 'CONFLICT', details: { url_ids: [id] } }) as const
    expectError(await change('POST', made.id, [free.id, inside.id, outside.id]), refused(outside.id))
    expectError(await change('DELETE', made.id, [inside.id, outside.id]), refused(inside.id))
    expect(await messages()).toEqual(before)
    expect((await get(`/short-urls/${free.id}`)).json.data.campaign_id).toBeNull()
    expect((await change('POST', made.id, [free.id, inside.id])).status).toBe(200)
  })

  it('return 404 NOT_FOUND for a short URL of another account, and change nothing', async () => {
    const made = await create()
    const [own, foreign] = [await makeUrl(), await makeUrl({}, await anotherKey())]
    for (const id of [foreign.id, uuidv7()]) {
      for (const method of ['POST', 'DELETE']) {
        expectError(await change(method, made.id, [own.id, id]), {
          status: 404,
          code: 'NOT_FOUND',
          details: { url_ids: [id] },
        })
      }
    }
    expect(await countsOf(made.id)).toEqual({ url_count: 0, total_clicks: 0 })
  })

  it('return 404 NOT_FOUND for a campaign of another account', async () => {
    const foreign = await create({ name: 'Foreign' }, await anotherKey())
    const own = await makeUrl()
    for (const id of [foreign.id, 'Foreign', uuidv7()]) {
      for (const method of ['POST', 'DELETE']) {
        expectError(await change(method, id, [own.id]), { status: 404, code: 'NOT_FOUND' })
      }
    }
  })

  it('never deadlock', async () => {
    const [here, there] = [await create(), await create()]
    const ids = await Promise.all(Array.from({ length: 12 }, async () => (await makeUrl()).id))
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, round) =>
        change('POST', round % 2 === 0 ? here.id : there.id, round % 3 === 0 ? ids : [...ids].reverse()),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200))
    const counts = [await countsOf(here.id), await countsOf(there.id)].map(({ url_count }) => url_count)
    expect(counts.sort((a, b) => a - b)).toEqual([0, 12])
  })

  it.each([
    ['', (id: string, ids: string[]) => change('DELETE', id, ids)],
    [', nor does a deletion of the campaign', (id: string, _: string[]) => remove(id)],
  ])('do not deadlock with other changes of several QR codes%s', async (_, act) => {
    const made = await create()
    const inside = { campaign_id: made.id }
    const [first, second] = [await makeUrl(inside), await makeUrl(inside)]
    // The code with the lower ID is the last one in the table, and that of the last link.
    const { id: lower } = await createQrCode(stores.sql, account, { link_id: second.id, ...inside })
    const { id: higher } = await createQrCode(stores.sql, account, { link_id: first.id, ...inside })
    await stores.sql`update qr_codes set updated_at = now() where id = ${lower}`
    const { acting } = await stores.sql.begin(async (tx) => {
      await tx`select from qr_codes where id = ${lower} for update`
      const acting = act(made.id, [first.id, second.id])
      await eventually(async () => expect(await waitingForLocks(stores.sql)).toBe(1))
      await tx`select from qr_codes where id = ${higher} for update nowait`
      return { acting }
    })
    expect((await acting).status).toBe(200)
  })

  it('do not deadlock with a PUT of the short URL that makes the same change', async () => {
    const [made, link] = [await create(), await makeUrl()]
    const both = await stores.sql.begin(async (tx) => {
      await tx`select from campaigns where id = ${made.id} for update`
      const taken = api.request('POST', `${pathOf(made.id)}/urls`, { key, body: { url_ids: [link.id] } })
      await eventually(async () => expect(await waitingForLocks(stores.sql)).toBe(1))
      const put = putUrl(link.id, { campaign_id: made.id })
      await eventually(async () => expect(await waitingForLocks(stores.sql)).toBe(2))
      return { answers: [taken, put] }
    })
    expect((await Promise.all(both.answers)).map(({ status }) => status)).toEqual([200, 200])
    expect(await countsOf(made.id)).toMatchObject({ url_count: 1 })
  })

  it.each([
    ['nothing', undefined],
    ['no list', 'x'],
    ['an empty list', []],
    ['a short code', ['spring']],
    ['a number', [5]],
    ['too many', Array.from({ length: 1_001 }, () => uuidv7())],
  ])('return 400 BAD_REQUEST for %s', async (_, url_ids) => {
    const made = await create()
    for (const method of ['POST', 'DELETE']) {
      const details = expect.stringContaining('url_ids')
      expectError(await change(method, made.id, url_ids), { status: 400, code: 'BAD_REQUEST', details })
    }
  })
})
