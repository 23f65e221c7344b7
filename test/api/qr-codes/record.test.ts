import { describe, expect, it } from 'vitest'
import { plainLook } from '../../../dashboard/qr-designer/plain-look.ts'
import { createLogo } from '../../factories/qr-codes.ts'
import { createUser } from '../../factories/user.ts'
import { account, ask, create, generate, stores, useQrCodes } from '../support/qr-codes.ts'

useQrCodes()

const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
const uuid = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)

describe('QR code', () => {
  it('a static code has every field that it can have', async () => {
    const user = await createUser(stores.sql, account, 'a long enough password')
    const answer = await generate({ content_type: 'url', content_data: { url: 'https://example.com/menu' } })
    expect(answer.json.data.qrCode).toEqual({
      id: uuid,
      user_id: user.id,
      content_type: 'url',
      content_data: { url: 'https://example.com/menu' },
      visual_settings: plainLook,
      error_correction: 'M',
      is_dynamic: false,
      tracking_enabled: false,
      short_url: null,
      scan_count: 0,
      expires_at: null,
      is_password_protected: false,
      status: 'active',
      campaign_id: null,
      tags: [],
      source: 'QR_CODE_GENERATOR',
      scan_check: { ok: true, score: 100, warnings: [] },
      created_at: instant,
      updated_at: instant,
    })
  })

  it('error_correction is the level of the drawn code, which a logo raises to at least Q', async () => {
    const { id: asset_id } = await createLogo(stores.sql, account)
    const drawn = async (error_correction: string) => {
      const code = await create({ visual_settings: { error_correction, logo: { asset_id } } })
      expect(code).toMatchObject({ visual_settings: { error_correction } })
      const read = await ask('GET', `/qr-codes/${code.id}`)
      expect(read.json.data.qrCode.error_correction).toBe(code.error_correction)
      return code.error_correction
    }
    expect(await Promise.all(['L', 'M', 'Q', 'H'].map(drawn))).toEqual(['Q', 'Q', 'Q', 'H'])
    const { id } = await create()
    const changed = await ask('PUT', `/qr-codes/${id}`, { error_correction: 'H' })
    expect(changed).toMatchObject({
      status: 400,
      json: { error: { message: expect.stringContaining('visual_settings') } },
    })
  })

  it('user_id is the account if it has no owner', async () => {
    expect(await create()).toMatchObject({ user_id: account.id })
  })

  it('name is present if set, and cleared with null', async () => {
    const code = await create({ name: 'Menu' })
    expect(code).toMatchObject({ name: 'Menu' })
    const emptied = await ask('PUT', `/qr-codes/${code.id}`, { name: null })
    expect(emptied.json.data.qrCode).not.toHaveProperty('name')
  })

  it.each([
    [{ is_dynamic: true }, true],
    [{ tracking_enabled: true }, true],
    [{ is_dynamic: true, tracking_enabled: true }, true],
    [{}, false],
  ])('short_url_id of %j is present: %s', async (given, isThere) => {
    const code = await create(given)
    expect('short_url_id' in code).toBe(isThere)
    if (!isThere) return
    const link = (await ask('GET', `/short-urls/${code.short_url_id}`)).json.data
    expect(link).toMatchObject({
      original_url: 'https://example.com/menu',
      short_url: code.short_url,
      qr_code_id: code.id,
      tracking_enabled: code.tracking_enabled,
    })
  })

  it('is_password_protected is the only sign of a password', async () => {
    const answer = await generate({
      content_type: 'url',
      content_data: { url: 'https://example.com/menu' },
      is_dynamic: true,
      password: 'open sesame',
    })
    expect(answer.json.data.qrCode).toMatchObject({ is_password_protected: true })
    expect(answer.text).not.toContain('sesame')
    expect(answer.text).not.toContain('argon2')
  })

  it.each([
    ['url', { url: 'https://example.com/' }, 'https://example.com/'],
    ['text', { text: 'Hello, wörld' }, null],
    ['wifi', { ssid: 'Guests', password: 'open sesame', encryption: 'WPA', hidden: false }, null],
    ['vcard', { first_name: 'Ada', last_name: 'Lovelace' }, null],
    ['email', { to: 'ada@example.com', subject: 'Hello' }, null],
    ['phone', { phone: '+44 20 7946 0018' }, null],
    ['sms', { phone: '+442079460018', message: 'Hello' }, null],
    ['location', { latitude: 51.5, longitude: -0.12, label: 'London' }, null],
  ])('content_type %s keeps its content_data, static and dynamic', async (content_type, content_data, url) => {
    const code = await create({ content_type, content_data })
    expect(code).toMatchObject({ content_type, content_data, short_url: null })
    const dynamic = await create({ content_type, content_data, is_dynamic: true })
    expect(dynamic).toMatchObject({ content_type, content_data })
    const link = (await ask('GET', `/short-urls/${dynamic.short_url_id}`)).json.data
    expect(link.original_url).toBe(url ?? dynamic.short_url)
  })

  it('temporary codes have ids that start with temp-', async () => {
    const answer = await generate({ content_type: 'text', content_data: { text: 'x' }, name: 'Try', save: false })
    expect(answer.status).toBe(200)
    expect(answer.json.data.qrCode).toMatchObject({ id: expect.stringMatching(/^temp-/), name: 'Try', short_url: null })
    expect(answer.json.data.image.download_url).toBeNull()
    expect((await ask('GET', '/qr-codes')).json.pagination.total).toBe(0)
  })
})
