import { expect, it } from 'vitest'
import { api, create, get, key, post, remove, useShortUrls } from '../support/short-urls.ts'

useShortUrls()

it('success is true for success, false for an error', async () => {
  expect((await post({ url: 'https://example.com/' })).json.success).toBe(true)
  expect((await get('/short-urls')).json.success).toBe(true)
  expect((await post({})).json.success).toBe(false)
  expect((await api.request('GET', '/short-urls')).json.success).toBe(false)
})

it('data is the requested object, or the list with pagination', async () => {
  const link = await create()
  expect((await get(`/short-urls/${link.id}`)).json).toEqual({ success: true, data: link })
  const pagination = { page: 1, limit: 20, total: 1, total_pages: 1, has_more: false, next_cursor: null }
  expect((await get('/short-urls')).json).toEqual({ success: true, data: [link], pagination })
})

it('error has code, message, and optional details as text or object', async () => {
  const code = expect.stringMatching(/^[A-Z_]+$/)
  const message = expect.stringMatching(/\w/)
  const errorOf = async (answer: ReturnType<typeof get>) => {
    const { json } = await answer
    expect(Object.keys(json)).toEqual(['success', 'error'])
    return json.error
  }
  expect(await errorOf(get('/short-urls/nothing-here'))).toEqual({ code, message })
  expect(await errorOf(post({}))).toEqual({ code, message, details: expect.any(String) })
  expect(await errorOf(post({ url: 'x' }))).toEqual({ code, message, details: { errors: [expect.any(Object)] } })
})

it('timestamp of a deletion is the time of the response in ISO 8601', async () => {
  const before = Date.now()
  const { json } = await remove((await create()).id)
  expect(Object.keys(json)).toEqual(['success', 'data', 'timestamp'])
  expect(new Date(json.timestamp).toISOString()).toBe(json.timestamp)
  expect(Date.parse(json.timestamp)).toBeGreaterThanOrEqual(before)
  expect(Date.parse(json.timestamp)).toBeLessThanOrEqual(Date.now())
  const campaign = await api.request('POST', '/campaigns', { key, body: { name: 'Gone' } })
  const gone = await api.request('DELETE', `/campaigns/${campaign.json.data.id}`, { key })
  expect(Object.keys(gone.json)).toEqual(['success', 'data', 'timestamp'])
})
