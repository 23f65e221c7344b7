import { describe, expect, it } from 'vitest'
import { uuidv7 } from '#runtime/uuid.ts'
import { anotherKey, create, expectError, freshAlias, get, remove, useShortUrls } from '../support/short-urls.ts'

useShortUrls()

describe('DELETE /short-urls/{id}', () => {
  it('returns 200 with success, a message and a timestamp', async () => {
    const { id } = await create()
    const { status, json } = await remove(id)
    expect(status).toBe(200)
    expect(json).toEqual({
      success: true,
      data: { message: expect.any(String) },
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    })
    expectError(await get(`/short-urls/${id}`), { status: 404, code: 'NOT_FOUND' })
  })

  it('accepts a UUID, short code, or custom alias, and frees the slug', async () => {
    const custom_alias = freshAlias()
    await create({ custom_alias })
    expect((await remove(custom_alias)).status).toBe(200)
    await create({ custom_alias }, await anotherKey())
    const { short_code } = await create()
    expect((await remove(short_code)).status).toBe(200)
  })

  it("returns 403 ACCESS_DENIED for another account's link, and changes nothing", async () => {
    const link = await create()
    const stranger = await anotherKey()
    expectError(await remove(link.id, stranger), { status: 403, code: 'ACCESS_DENIED' })
    expectError(await remove(link.short_code, stranger), { status: 403, code: 'ACCESS_DENIED' })
    expect((await get(`/short-urls/${link.id}`)).status).toBe(200)
  })

  it('returns 404 NOT_FOUND for an unknown link', async () => {
    expectError(await remove('nothing-here'), { status: 404, code: 'NOT_FOUND' })
    expectError(await remove(uuidv7()), { status: 404, code: 'NOT_FOUND' })
    expectError(await remove('%00'), { status: 404, code: 'NOT_FOUND' })
  })
})
