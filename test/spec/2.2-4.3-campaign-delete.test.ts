import { describe, expect, it } from 'vitest'
import { uuidv7 } from '../../runtime/uuid.ts'
import { deletedCampaign } from '../../schemas/campaigns.ts'
import {
  anotherKey,
  create,
  expectError,
  get,
  instant,
  messages,
  pathOf,
  remove,
  useCampaigns,
} from './campaigns.fixture.ts'

useCampaigns()

describe('DELETE /campaigns/{id}', () => {
  it('answers 200 with a message and a timestamp, announces it, and frees the name', async () => {
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

  it('deletes once when several ask at once', async () => {
    const made = await create()
    const answers = await Promise.all(Array.from({ length: 5 }, () => remove(made.id)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404])
    expect((await messages()).map(({ type }) => type)).toEqual(['campaign.created', 'campaign.deleted'])
  })

  it('is 404 NOT_FOUND for an unknown one and for one of another account, which stays', async () => {
    const stranger = await anotherKey()
    const foreign = await create({ name: 'Foreign' }, stranger)
    for (const id of ['Nobody', uuidv7(), foreign.id, foreign.name]) {
      expectError(await remove(id), { status: 404, code: 'NOT_FOUND' })
      expectError(await remove(id, '?delete_urls=true'), { status: 404, code: 'NOT_FOUND' })
    }
    expect((await get(pathOf(foreign.id), stranger)).status).toBe(200)
  })

  it('refuses a delete_urls that is neither true nor false, and deletes nothing', async () => {
    const made = await create()
    expectError(await remove(made.id, '?delete_urls=maybe'), { status: 400, code: 'BAD_REQUEST' })
    expect((await get(pathOf(made.id))).status).toBe(200)
  })
})
