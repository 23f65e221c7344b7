import { describe, expect, it } from 'vitest'
import { createAccount } from '../../factories/account.ts'
import { createCampaign } from '../../factories/campaigns.ts'
import { createLogo } from '../../factories/qr-codes.ts'
import {
  account,
  anotherKey,
  api,
  ask,
  create,
  eventsOf,
  expectError,
  generate,
  key,
  stores,
  useQrCodes,
} from '../support/qr-codes.ts'

useQrCodes()

const menu = { content_type: 'url', content_data: { url: 'https://example.com/menu' } }
const total = async () => (await ask('GET', '/qr-codes')).json.pagination.total
const magic: Record<string, RegExp> = {
  svg: /^<\?xml|^<svg/,
  png: /^\x89PNG/,
  jpeg: /^\xff\xd8\xff/,
  webp: /^RIFF....WEBP/s,
  pdf: /^%PDF-/,
}
type Refused = Record<string, unknown> & { visual_settings?: Record<string, unknown> }

const mimeTypes: Record<string, string> = { svg: 'image/svg+xml', pdf: 'application/pdf' }
const mimeOf = (format: string) => mimeTypes[format] ?? `image/${format}`

describe('POST /qr-codes/generate', () => {
  it.each(['svg', 'png', 'jpeg', 'webp', 'pdf'])(
    'format %s: returns 201 with the code, its image and its scan check',
    async (format) => {
      const { status, json } = await generate({ ...menu, format, visual_settings: { size: 256 } })
      expect(status).toBe(201)
      const { qrCode, image, scan_check } = json.data
      expect(Object.keys(json.data).sort()).toEqual(['image', 'qrCode', 'scan_check'])
      expect(image).toEqual({
        format,
        mime_type: mimeOf(format),
        width: 256,
        height: 256,
        data_url: expect.stringMatching(new RegExp(`^data:${mimeOf(format).replace('+', '\\+')};base64,`)),
        download_url: `http://localhost:3000/api/v1/qr-codes/${qrCode.id}/image?format=${format}`,
      })
      expect(Buffer.from(image.data_url.split(',')[1], 'base64').toString('latin1')).toMatch(magic[format] ?? /^$/)
      expect(scan_check).toMatchObject({ ok: true, warnings: [] })
      expect(qrCode.scan_check).toEqual(scan_check)
    },
  )

  it('accepts every option', async () => {
    const campaign = await createCampaign(stores.sql, account)
    const options = {
      name: 'Menu',
      is_dynamic: true,
      tracking_enabled: true,
      expires_at: '2999-01-02T03:04:05+02:00',
      tags: ['table', 'print', 'table'],
      visual_settings: { size: 300, dot_style: 'rounded', foreground_color: '#1a2b3c' },
    }
    const code = await create({ ...options, campaign_id: campaign.name, custom_alias: 'the-Menu', password: 'sesame' })
    expect(code).toMatchObject({
      name: 'Menu',
      is_dynamic: true,
      tracking_enabled: true,
      expires_at: '2999-01-02T01:04:05.000Z',
      tags: ['table', 'print'],
      campaign_id: campaign.id,
      is_password_protected: true,
      short_url: 'http://localhost:8080/the-Menu',
      visual_settings: { size: 300, dot_style: 'rounded', foreground_color: '#1A2B3C', margin: 4 },
    })
    const link = (await ask('GET', '/short-urls/the-Menu')).json.data
    expect(link).toMatchObject({
      id: code.short_url_id,
      name: 'Menu',
      custom_alias: 'the-Menu',
      campaign_id: campaign.id,
      tags: ['table', 'print'],
      expires_at: '2999-01-02T01:04:05.000Z',
      is_password_protected: true,
    })
    expect((await ask('GET', `/campaigns/${campaign.id}`)).json.data.url_count).toBe(1)
  })

  it('creates the short URL of a code on a domain of the account', async () => {
    const subdomain = `shop-${Date.now()}`
    await ask('POST', '/domains/subdomains', { subdomain })
    const code = await create({ is_dynamic: true, url_type: 'subdomain', subdomain })
    expect(new URL(code.short_url).host).toBe(`${subdomain}.localhost:8080`)
  })

  it('announces qr.created, and url.created if there is a short URL', async () => {
    const code = await create({ is_dynamic: true })
    await create()
    const events = await eventsOf(account)
    expect(events.map(({ type }) => type)).toEqual(['url.created', 'qr.created', 'qr.created'])
    expect(events[1]?.data).toEqual(code)
  })

  it.each([
    ['no body', undefined, 'body'],
    ['no content_type', { content_data: {} }, 'content_type'],
    ['missing content_data', { content_type: 'url' }, 'content_data'],
    ['content_data of another type', { content_type: 'url', content_data: { text: 'x' } }, 'content_data.url'],
    ['an unknown field in content_data', { ...menu, content_data: { ...menu.content_data, x: 1 } }, 'content_data.x'],
    ['an unknown field', { ...menu, color: 'red' }, 'color'],
    ['an unknown field in visual_settings', { ...menu, visual_settings: { color: 'red' } }, 'visual_settings.color'],
    ['a size that is a string', { ...menu, visual_settings: { size: '512' } }, 'visual_settings.size'],
    ['an is_dynamic that is not a boolean', { ...menu, is_dynamic: 'yes' }, 'is_dynamic'],
    ['tags that are not an array', { ...menu, tags: 'a' }, 'tags'],
    ['a branded code without a domain', { ...menu, is_dynamic: true, url_type: 'branded' }, 'branded_domain'],
  ])('returns 400 BAD_REQUEST for %s, and creates nothing', async (_, body, named) => {
    expectError(await generate(body), { status: 400, code: 'BAD_REQUEST', details: expect.stringContaining(named) })
    expect(await total()).toBe(0)
  })

  it.each<[string, Refused]>([
    ['content_type', { content_type: 'fax' }],
    ['content_data.url', { content_data: { url: 'javascript:alert(1)' } }],
    ['content_data.password', { content_type: 'wifi', content_data: { ssid: 'a', password: 'short' } }],
    ['content_data.latitude', { content_type: 'location', content_data: { latitude: 91, longitude: 0 } }],
    ['content_data', { content_type: 'text', content_data: { text: 'ä'.repeat(1_500) } }],
    ['content_data.url', { is_dynamic: true, content_data: { url: 'http://localhost:8080/loop' } }],
    ['name', { name: 'n'.repeat(256) }],
    ['password', { password: 'sesame' }],
    ['password', { password: 'sesame', tracking_enabled: true }],
    ['expires_at', { expires_at: '2020-01-01T00:00:00Z' }],
    ['expires_at', { expires_at: 'tomorrow' }],
    ['format', { format: 'gif' }],
    ['custom_alias', { custom_alias: 'free-alias' }],
    ['custom_alias', { is_dynamic: true, custom_alias: 'a b' }],
    ['subdomain', { is_dynamic: true, subdomain: 'shop' }],
    ['is_dynamic', { is_dynamic: true, save: false }],
    ['tracking_enabled', { tracking_enabled: true, save: false }],
    ['campaign_id', { campaign_id: 'No such campaign' }],
    ['visual_settings.size', { visual_settings: { size: 63 } }],
    ['visual_settings.foreground_color', { visual_settings: { foreground_color: '#EEEEEE' } }],
    ['visual_settings.logo.size', { visual_settings: { logo: 'own', error_correction: 'Q', logo_size: 0.3 } }],
    ['visual_settings.logo.asset_id', { visual_settings: { logo: 'foreign' } }],
  ])('returns 422 VALIDATION_ERROR for %s of %j, and creates nothing', async (field, given: Refused) => {
    const body: Record<string, unknown> = { ...menu, ...given }
    const owners = { own: account, foreign: await createAccount(stores.sql) }
    if (given.visual_settings?.['logo'] !== undefined) {
      const { logo, logo_size, ...looks } = given.visual_settings
      const { id } = await createLogo(stores.sql, owners[logo as 'own' | 'foreign'])
      body['visual_settings'] = {
        ...looks,
        logo: { asset_id: id, ...(logo_size !== undefined && { size: logo_size }) },
      }
    }
    const fields = expect.arrayContaining([{ field, message: expect.any(String) }])
    expectError(await generate(body), { status: 422, code: 'VALIDATION_ERROR', details: { errors: fields } })
    expect(await total()).toBe(0)
    expect((await ask('GET', '/short-urls')).json.pagination.total).toBe(0)
  })

  it('rejects the campaign and the domain of another account', async () => {
    const other = await createAccount(stores.sql)
    const { id } = await createCampaign(stores.sql, other)
    expectError(await generate({ ...menu, campaign_id: id }), { status: 422, code: 'VALIDATION_ERROR' })
    const subdomain = `other-${Date.now()}`
    await ask('POST', '/domains/subdomains', { subdomain }, await anotherKey())
    const placed = { ...menu, is_dynamic: true, url_type: 'subdomain', subdomain }
    expectError(await generate(placed), { status: 403, code: 'ACCESS_DENIED' })
  })

  it('returns 409 CONFLICT for a taken or reserved alias', async () => {
    await create({ is_dynamic: true, custom_alias: 'taken-once' })
    for (const custom_alias of ['taken-once', 'admin']) {
      expectError(await generate({ ...menu, is_dynamic: true, custom_alias }), { status: 409, code: 'CONFLICT' })
    }
    expect(await total()).toBe(1)
  })

  it('gives one alias to exactly one of ten concurrent requests', async () => {
    const body = { ...menu, is_dynamic: true, custom_alias: 'at-once' }
    const answers = await Promise.all(Array.from({ length: 10 }, () => generate(body)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 9 }, () => 409)])
    expect(await total()).toBe(1)
  })

  it('creates one code for one Idempotency-Key', async () => {
    const options = { key, body: menu, headers: { 'idempotency-key': 'once' } }
    const first = await api.request('POST', '/qr-codes/generate', options)
    const second = await api.request('POST', '/qr-codes/generate', options)
    expect(second.json).toEqual(first.json)
    expect(second.headers.get('idempotent-replayed')).toBe('true')
    expect(await total()).toBe(1)
  })
})
