import { expect, it } from 'vitest'
import { api, create, expectError, get, key, useShortUrls } from '../support/short-urls.ts'
import { useDrawing } from '../support/use-api.ts'

useShortUrls()
useDrawing()

it('lists the short URLs of QR codes, of A/B tests, or of neither, in every order', async () => {
  const plain = await create()
  const scanned = await create({ generate_qr: true })
  const variants = [{ destination_url: 'https://example.com/a' }, { destination_url: 'https://example.com/b' }]
  const test = await api.request('POST', '/url-ab-tests', { key, body: { name: 'Headline', variants } })
  const idsOf = async (query: string) => {
    const { json } = await get(`/short-urls?${query}`)
    expect(json.pagination.total, query).toBe(json.data.length)
    return json.data.map(({ id }: { id: string }) => id)
  }
  const tested = (await get(`/url-ab-tests/${test.json.test.id}`)).json.data.test.short_url
  for (const sortBy of ['created_at', 'clicks', 'name']) {
    expect(await idsOf(`used_by=qr_code&sortBy=${sortBy}`)).toEqual([scanned.id])
    expect(await idsOf(`used_by=none&sortBy=${sortBy}`)).toEqual([plain.id])
    expect(await idsOf(`usedBy=ab_test&sortBy=${sortBy}`)).toHaveLength(1)
  }
  const { json } = await get('/short-urls?used_by=ab_test')
  expect(json.data[0].short_url).toBe(tested)
  expectError(await get('/short-urls?used_by=campaign'), { status: 400, code: 'BAD_REQUEST' })
})
