import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { relayFacts } from '#model/publish/relay-facts.ts'
import { ch, uuid } from '#runtime/ch-tag.ts'
import { uuidv7 } from '#runtime/uuid.ts'
import { deletedCampaign } from '#schemas/campaigns.ts'
import { noId } from '#schemas/clicks.ts'
import { createQrCode } from '../../factories/qr-codes.ts'
import { eventually } from '../../stack/eventually.ts'
import { waitingForLocks } from '../../stack/waiting-for-locks.ts'
import {
  account,
  anotherKey,
  api,
  create,
  expectError,
  get,
  instant,
  key,
  makeUrl,
  messages,
  pathOf,
  remove,
  stores,
  useCampaigns,
} from '../support/campaigns.ts'

useCampaigns()

async function countLinks(campaignId: string): Promise<number | undefined> {
  const [row] = await stores.sql<{ count: number }[]>`
    select count(*)::int as count from links where campaign_id = ${campaignId}`
  return row?.count
}

describe('DELETE /campaigns/{id}', () => {
  it('returns 200 with a message and a timestamp, announces the deletion, and frees the name', async () => {
    const made = await create({ name: 'Short-lived' })
    const answer = await remove('Short-lived')
    expect(answer.status).toBe(200)
    expect(answer.json).toEqual({ success: true, data: { message: expect.any(String) }, timestamp: instant })
    expectError(await get(pathOf(made.id)), { status: 404, code: 'NOT_FOUND' })
    const message = (await messages()).at(-1)
    expect(message?.type).toBe('campaign.deleted')
    expect(deletedCampaign.parse(message?.data)).toEqual(message?.data)
    await create({ name: 'Short-lived' })
  })

  it('deletes once on concurrent requests', async () => {
    const made = await create()
    const answers = await Promise.all(Array.from({ length: 5 }, () => remove(made.id)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404])
    expect((await messages()).map(({ type }) => type)).toEqual(['campaign.created', 'campaign.deleted'])
  })

  it('takes its links out in parts, so that a change of one of them does not wait for all', async () => {
    const made = await create()
    const urls = Array.from({ length: 250 }, () => ({ url: 'https://example.com/', campaign_id: made.id }))
    const bulk = await api.request('POST', '/short-urls/bulk', { key, body: { urls } })
    expect(bulk.json.data.succeeded).toHaveLength(250)
    const left = () => countLinks(made.id)
    const { deletion } = await stores.sql.begin(async (tx) => {
      await tx`select from links where campaign_id = ${made.id} order by id desc limit 1 for update`
      const deletion = remove(made.id)
      await eventually(async () => expect(await left()).toBe(50))
      return { deletion }
    })
    expect((await deletion).status).toBe(200)
    expect(await left()).toBe(0)
    expect((await messages()).filter(({ type }) => type === 'campaign.deleted')).toHaveLength(1)
    expectError(await get(pathOf(made.id)), { status: 404, code: 'NOT_FOUND' })
  })

  it('with delete_urls, keeps links that leave the campaign in the meantime', async () => {
    const made = await create()
    const [stays, leaves] = [await makeUrl({ campaign_id: made.id }), await makeUrl({ campaign_id: made.id })]
    const { deletion } = await stores.sql.begin(async (tx) => {
      // As when it is moved to another campaign.
      await tx`update links set campaign_id = null where id = ${leaves.id}`
      const deletion = remove(made.id, '?delete_urls=true')
      await eventually(async () => expect(await waitingForLocks(stores.sql)).toBe(1))
      return { deletion }
    })
    expect((await deletion).status).toBe(200)
    expect((await get(`/short-urls/${leaves.id}`)).status).toBe(200)
    expect((await get(`/short-urls/${stays.id}`)).status).toBe(404)
  })

  it('tells the click store that the links are in no campaign', async () => {
    const made = await create()
    const link = await makeUrl({ campaign_id: made.id })
    await stores.sql.begin((tx) => relayFacts(tx, stores.ch))
    await remove(made.id)
    await stores.sql.begin((tx) => relayFacts(tx, stores.ch))
    const statement = ch`select campaign_id from link_facts final where link_id = ${uuid(link.id)}`
    expect(await stores.ch.query(statement, z.object({ campaign_id: z.guid() }))).toEqual([{ campaign_id: noId }])
  })

  it('announces changes of the links and codes that were in the campaign', async () => {
    const made = await create()
    const url = async (campaign_id: string | null) =>
      (await api.request('POST', '/short-urls', { key, body: { url: 'https://example.com/', campaign_id } })).json.data
    const [first, second] = [await url(made.id), await url(made.id)]
    const code = await createQrCode(stores.sql, account, { campaign_id: made.id, link_id: second.id, is_dynamic: true })
    const stays = await url(null)
    const before = (await messages()).length
    await remove(made.id)
    const news = (await messages())
      .slice(before)
      .map(({ type, data }) => ({ type, id: data['id'], now: data['campaign_id'] }))
    expect(news).toHaveLength(4)
    expect(news).toEqual(
      expect.arrayContaining([
        { type: 'campaign.deleted', id: made.id, now: undefined },
        ...[first, second].map(({ id }) => ({ type: 'url.updated', id, now: null })),
        { type: 'qr.updated', id: code.id, now: null },
      ]),
    )
    const readBack = async (id: string) => (await get(`/short-urls/${id}`)).json.data
    expect(Date.parse((await readBack(first.id)).updated_at)).toBeGreaterThan(Date.parse(first.updated_at))
    expect((await readBack(stays.id)).updated_at).toBe(stays.updated_at)
  })

  it("returns 404 NOT_FOUND for an unknown campaign or another account's, which stays", async () => {
    const stranger = await anotherKey()
    const foreign = await create({ name: 'Foreign' }, stranger)
    for (const id of ['Nobody', uuidv7(), foreign.id, foreign.name]) {
      expectError(await remove(id), { status: 404, code: 'NOT_FOUND' })
      expectError(await remove(id, '?delete_urls=true'), { status: 404, code: 'NOT_FOUND' })
    }
    expect((await get(pathOf(foreign.id), stranger)).status).toBe(200)
  })

  it('rejects a delete_urls other than true and false, and deletes nothing', async () => {
    const made = await create()
    expectError(await remove(made.id, '?delete_urls=maybe'), { status: 400, code: 'BAD_REQUEST' })
    expect((await get(pathOf(made.id))).status).toBe(200)
  })
})
