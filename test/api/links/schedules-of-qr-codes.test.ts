import { expect, it } from 'vitest'
import { runSchedules } from '#model/links/run-schedules.ts'
import { ask, useQrCodes } from '../support/qr-codes.ts'
import { inDays, letPass } from '../support/schedules.ts'
import { stores } from '../support/use-api.ts'

useQrCodes()

const to = (page: string) => ({ url: `https://example.com/${page}` })
const later = (changes: object) => ({ schedules: [{ at: inDays(1), changes }] })

async function createWithCode(more: object) {
  const { json, text } = await ask('POST', '/short-urls', { ...to('page'), generate_qr: true, ...more })
  if (!json.success) throw new Error(text)
  return json.data
}
const codeOf = async (id: string) => (await ask('GET', `/qr-codes/${id}`)).json.data.qrCode

it('a scheduled change of the destination changes the QR code of the link too', async () => {
  const link = await createWithCode(later(to('later')))
  await letPass(link.id, 2)
  await runSchedules(stores)
  expect((await codeOf(link.qr_code_id)).content_data).toEqual(to('later'))
})

it('a QR code that becomes a page removes scheduled destinations, and refuses new ones', async () => {
  const link = await createWithCode(later({ ...to('later'), is_active: false }))
  const content = { content_type: 'text', content_data: { text: 'Hello' } }
  expect((await ask('PUT', `/qr-codes/${link.qr_code_id}`, content)).status).toBe(200)
  const { schedules } = (await ask('GET', `/short-urls/${link.id}`)).json.data
  expect(schedules).toMatchObject([{ changes: { is_active: false } }])
  expect(schedules[0].changes).not.toHaveProperty('url')
  const refused = await ask('PUT', `/short-urls/${link.id}`, later(to('again')))
  expect([refused.status, refused.json.error.details.errors]).toMatchObject([
    422,
    [{ field: 'schedules.0.changes.url' }],
  ])
})

it('a code is deleted without its link, whose scheduled changes stay', async () => {
  const link = await createWithCode(later(to('later')))
  expect((await ask('DELETE', `/qr-codes/${link.qr_code_id}?keep_short_url=true`)).status).toBe(200)
  const left = (await ask('GET', `/short-urls/${link.id}`)).json.data
  expect(left).toMatchObject({ qr_code_id: null, schedules: [{ changes: to('later') }] })
})
