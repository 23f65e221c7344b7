import { expect, it } from 'vitest'
import { ask, expectError, useQrCodes } from '../support/qr-codes.ts'

useQrCodes()

const post = (body: Record<string, unknown>) => ask('POST', '/short-urls', { url: 'https://example.com/page', ...body })
const codeOf = async (id: string) => (await ask('GET', `/qr-codes/${id}`)).json.data.qrCode

it('generate_qr creates a dynamic QR code for the short URL', async () => {
  const link = (await post({ generate_qr: true, name: 'Spring', custom_alias: 'spring-qr', tags: ['a'] })).json.data
  expect(await codeOf(link.qr_code_id)).toMatchObject({
    name: 'Spring',
    content_type: 'url',
    content_data: { url: 'https://example.com/page' },
    is_dynamic: true,
    tracking_enabled: true,
    short_url_id: link.id,
    short_url: link.short_url,
    tags: ['a'],
    scan_check: { ok: true },
  })
  expect((await ask('GET', `/short-urls/${link.id}`)).json.data.qr_code_id).toBe(link.qr_code_id)
  expect((await ask('GET', '/short-urls')).json.data[0].qr_code_id).toBe(link.qr_code_id)
})

it('without generate_qr there is no QR code', async () => {
  const link = (await post({})).json.data
  expect(link.qr_code_id).toBeNull()
  expect((await ask('GET', '/qr-codes')).json.pagination.total).toBe(0)
})

it('find_if_exists finds a short URL with a code only with generate_qr, and no other then', async () => {
  const plain = (await post({})).json.data
  const first = await post({ generate_qr: true, find_if_exists: true })
  expect([first.status, first.json.data.id === plain.id]).toEqual([201, false])
  const second = await post({ generate_qr: true, find_if_exists: true })
  expect([second.status, second.json.data.qr_code_id]).toEqual([200, first.json.data.qr_code_id])
  expect((await ask('GET', '/qr-codes')).json.pagination.total).toBe(1)
  await ask('DELETE', `/short-urls/${plain.id}`)
  const third = await post({ find_if_exists: true })
  expect([third.status, third.json.data.qr_code_id]).toEqual([201, null])
})

it('generate_qr with a taken alias creates no code', async () => {
  await post({ custom_alias: 'taken-qr' })
  expectError(await post({ custom_alias: 'taken-qr', generate_qr: true }), { status: 409, code: 'CONFLICT' })
  expect((await ask('GET', '/qr-codes')).json.pagination.total).toBe(0)
})

it('generate_qr works in bulk', async () => {
  const urls = [{ url: 'https://example.com/one', generate_qr: true }, { url: 'https://example.com/two' }]
  const { succeeded } = (await ask('POST', '/short-urls/bulk', { urls })).json.data
  expect(succeeded.map(({ qr_code_id }: { qr_code_id: string | null }) => qr_code_id !== null)).toEqual([true, false])
})
