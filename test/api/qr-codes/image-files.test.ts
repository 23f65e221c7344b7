import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { createCampaign } from '../../factories/campaigns.ts'
import { account, api, ask, create, expectError, key, stores, useQrCodes } from '../support/qr-codes.ts'
import { untilDrawn } from '../support/until-drawn.ts'

useQrCodes()

const menu = { content_type: 'url', content_data: { url: 'https://example.com/menu' } }
const sizeOf = (png: Buffer) => [png.readUInt32BE(16), png.readUInt32BE(20)]

/** The response with its bytes. */
const fetchFile = (method: string, path: string, headers: Record<string, string>, body?: unknown) =>
  untilDrawn(async () => {
    const response = await fetch(`${api.url}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const bytes = Buffer.from(await response.arrayBuffer())
    return { status: response.status, headers: response.headers, bytes, text: bytes.toString() }
  })

describe('an image type in Accept', () => {
  it.each([
    ['image/*', undefined, 'image/png'],
    ['image/*', 'webp', 'image/webp'],
    ['image/svg+xml', undefined, 'image/svg+xml'],
    ['application/pdf', undefined, 'application/pdf'],
    ['image/png, image/webp;q=0.8', 'svg', 'image/svg+xml'],
  ])('%s with format %s returns the file itself as %s', async (accept, format, type) => {
    const answer = await fetchFile('POST', '/qr-codes/generate', { accept }, { ...menu, name: 'Menü "A"', format })
    expect(answer.status).toBe(201)
    expect(answer.headers.get('content-type')).toBe(type)
    expect(answer.headers.get('content-disposition')).toMatch(/^inline; filename="Menu-A\.\w+"$/)
    const id = answer.headers.get('location')?.split('/').at(-1)
    expect((await ask('GET', `/qr-codes/${id}`)).status).toBe(200)
  })

  it.each(['*/*', 'application/json', 'text/html, image/webp, */*', 'image/png, application/json'])(
    '%s returns JSON',
    async (accept) => {
      const answer = await fetchFile('POST', '/qr-codes/generate', { accept }, menu)
      expect(answer.headers.get('content-type')).toContain('application/json')
    },
  )

  it('returns 200 for a temporary code, and stores nothing', async () => {
    const answer = await fetchFile('POST', '/qr-codes/generate', { accept: 'image/*' }, { ...menu, save: false })
    expect([answer.status, answer.headers.get('location')]).toEqual([200, null])
    expect((await ask('GET', '/qr-codes')).json.pagination.total).toBe(0)
  })

  it('repeats the file byte for byte for its Idempotency-Key; JSON is another request', async () => {
    const headers = { accept: 'image/*', 'idempotency-key': 'file' }
    const first = await fetchFile('POST', '/qr-codes/generate', headers, menu)
    const second = await fetchFile('POST', '/qr-codes/generate', headers, menu)
    expect(second.bytes.equals(first.bytes)).toBe(true)
    expect(second.headers.get('content-type')).toBe('image/png')
    expect(second.headers.get('idempotent-replayed')).toBe('true')
    expect((await ask('GET', '/qr-codes')).json.pagination.total).toBe(1)
    const other = await fetchFile('POST', '/qr-codes/generate', { 'idempotency-key': 'file' }, menu)
    expect(other.status).toBe(422)
  })

  it('still returns errors as JSON', async () => {
    const answer = await fetchFile('POST', '/qr-codes/generate', { accept: 'image/*' }, { content_type: 'url' })
    expect([answer.status, JSON.parse(answer.bytes.toString()).error.code]).toEqual([400, 'BAD_REQUEST'])
  })
})

describe('GET /qr-codes/{id}/image', () => {
  it('format and size: a PNG as wide as the code by default, or as requested', async () => {
    const code = await create({ visual_settings: { size: 200 }, is_dynamic: true })
    const image = await fetchFile('GET', `/qr-codes/${code.id}/image`, {})
    expect(image.headers.get('content-type')).toBe('image/png')
    expect(sizeOf(image.bytes)).toEqual([200, 200])
    expect(sizeOf((await fetchFile('GET', `/qr-codes/${code.id}/image?size=300`, {})).bytes)).toEqual([300, 300])
    const svg = await fetchFile('GET', `/qr-codes/${code.id}/image?format=svg`, {})
    expect(svg.headers.get('content-type')).toBe('image/svg+xml')
    expect(svg.headers.get('content-security-policy')).toContain('sandbox')
    expect(svg.headers.get('content-disposition')).toBe('inline; filename="qr-code.svg"')
  })

  it('ETag: 304 until the design or content of the code changes', async () => {
    const code = await create()
    const path = `/qr-codes/${code.id}/image`
    const etag = (await fetchFile('GET', path, {})).headers.get('etag') ?? ''
    const again = await fetchFile('GET', path, { 'if-none-match': `"x", ${etag}` })
    expect([again.status, again.bytes.length, again.headers.get('etag')]).toEqual([304, 0, etag])
    await ask('PUT', `/qr-codes/${code.id}`, { name: 'Another name' })
    expect((await fetchFile('GET', path, { 'if-none-match': etag })).status).toBe(304)
    await ask('PUT', `/qr-codes/${code.id}`, { visual_settings: { dot_style: 'dots' } })
    const changed = await fetchFile('GET', path, { 'if-none-match': etag })
    expect(changed.status).toBe(200)
    expect(changed.headers.get('etag')).not.toBe(etag)
    expect(changed.headers.get('cache-control')).toBe('private, no-cache')
  })

  it('works for an expired code', async () => {
    const code = await create()
    await stores.sql`update qr_codes set expires_at = now() - interval '1 second' where id = ${code.id}`
    expectError(await ask('GET', `/qr-codes/${code.id}`), { status: 410, code: 'RESOURCE_EXPIRED' })
    expect((await fetchFile('GET', `/qr-codes/${code.id}/image`, {})).status).toBe(200)
  })

  it('rejects invalid formats and sizes', async () => {
    const code = await create()
    for (const query of ['format=gif', 'size=63', 'size=4097', 'size=big']) {
      expectError(await ask('GET', `/qr-codes/${code.id}/image?${query}`), { status: 400, code: 'BAD_REQUEST' })
    }
  })
})

describe('/qr-assets', () => {
  const logo = readFileSync(new URL('../../fixtures/logo.png', import.meta.url))
  const upload = (body: unknown) => ask('POST', '/qr-assets', body)
  const form = async (file: Buffer, name = 'Our logo.png') => {
    const fields = new FormData()
    fields.append('file', new Blob([new Uint8Array(file)], { type: 'image/png' }), name)
    const headers = { authorization: `Bearer ${key}` }
    return await fetch(`${api.url}/api/v1/qr-assets`, { method: 'POST', headers, body: fields })
  }

  it('POST accepts JSON, a data: URL and a form; GET lists logos, DELETE removes one', async () => {
    const base64 = logo.toString('base64')
    const plain = await upload({ name: 'Plain', content: base64 })
    expect(plain.status).toBe(201)
    expect(plain.json.data).toEqual({
      id: expect.any(String),
      name: 'Plain',
      mime_type: 'image/png',
      width: 64,
      height: 64,
      bytes: expect.any(Number),
      created_at: expect.stringMatching(/Z$/),
    })
    expect((await upload({ content: `data:image/png;base64,${base64}` })).json.data.name).toBeNull()
    const posted = await form(logo)
    expect([posted.status, await posted.json()]).toMatchObject([201, { data: { name: 'Our logo.png' } }])
    expect((await ask('GET', '/qr-assets?limit=2')).json.pagination).toMatchObject({ total: 3, total_pages: 2 })
    const image = await fetchFile('GET', `/qr-assets/${plain.json.data.id}/image`, {})
    expect(sizeOf(image.bytes)).toEqual([64, 64])
    expect((await ask('DELETE', `/qr-assets/${plain.json.data.id}`)).status).toBe(200)
    expectError(await ask('GET', `/qr-assets/${plain.json.data.id}/image`), { status: 404, code: 'NOT_FOUND' })
  })

  it('a logo appears in a code, and cannot be deleted while one uses it', async () => {
    const { id } = (await upload({ content: logo.toString('base64') })).json.data
    const visual_settings = { error_correction: 'H', logo: { asset_id: id, size: 0.2 } }
    const code = await create({ visual_settings })
    expect(code.visual_settings.logo).toMatchObject({ asset_id: id, size: 0.2, padding: 1, shape: 'square' })
    expectError(await ask('DELETE', `/qr-assets/${id}`), { status: 409, code: 'CONFLICT' })
    const drawn = await create({ visual_settings: { error_correction: 'L', logo: { asset_id: id, size: 0.2 } } })
    const { visual_settings: shown } = drawn
    const sentBack = await ask('PUT', `/qr-codes/${drawn.id}`, { visual_settings: shown })
    expect(sentBack.json.data.qrCode, 'sending the settings back').toMatchObject({ error_correction: 'Q' })
    const plain = await ask('PUT', `/qr-codes/${drawn.id}`, { visual_settings: { logo: null } })
    expect(plain.json.data.qrCode).toMatchObject({ visual_settings: { error_correction: 'L' }, error_correction: 'L' })
    await ask('PUT', `/qr-codes/${code.id}`, { visual_settings: { logo: null } })
    expect((await ask('DELETE', `/qr-assets/${id}`)).status).toBe(200)
  })

  it('rejects a body that is not an image, too large, or of another type', async () => {
    const text = Buffer.from('not an image').toString('base64')
    expectError(await upload({ content: text }), { status: 422, code: 'VALIDATION_ERROR' })
    expectError(await upload({ content: 'not base64!' }), { status: 422, code: 'VALIDATION_ERROR' })
    expectError(await upload({}), { status: 400, code: 'BAD_REQUEST' })
    const large = Buffer.alloc(1024 * 1024 + 1, 7)
    expectError(await upload({ content: large.toString('base64') }), { status: 413, code: 'PAYLOAD_TOO_LARGE' })
    expect((await form(large)).status).toBe(413)
    const broken = { 'content-type': 'multipart/form-data; boundary=x' }
    const answer = await api.request('POST', '/qr-assets', { key, body: 'nothing', headers: broken })
    expectError(answer, { status: 400, code: 'BAD_REQUEST' })
    expect((await ask('GET', '/qr-assets')).json.pagination.total).toBe(0)
  })

  it('rejects a form with text that is not UTF-8', async () => {
    const post = async (name: string) => {
      const head = `--the-boundary\r\ncontent-disposition: form-data; name="content"; filename="${name}"\r\n\r\n`
      const body = Buffer.concat([Buffer.from(head, 'latin1'), logo, Buffer.from('\r\n--the-boundary--\r\n')])
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'multipart/form-data; boundary=the-boundary' }
      return await fetch(`${api.url}/api/v1/qr-assets`, { method: 'POST', headers, body })
    }
    const refused = await post('\xff\xfe.png')
    expect([refused.status, await refused.json()]).toMatchObject([
      400,
      { error: { details: expect.stringContaining('UTF-8') } },
    ])
    expect((await ask('GET', '/qr-assets')).json.pagination.total).toBe(0)
    const named = Buffer.from('caf\u00e9 \ufffd.png').toString('latin1')
    const taken = await post(named)
    expect([taken.status, await taken.json()]).toMatchObject([201, { data: { name: 'caf\u00e9 \ufffd.png' } }])
  })

  it('other endpoints reject a form', async () => {
    const campaign = await createCampaign(stores.sql, account)
    const headers = { 'content-type': 'multipart/form-data; boundary=x' }
    const body = '--x\r\ncontent-disposition: form-data; name="name"\r\n\r\nTaken\r\n--x--\r\n'
    const answer = await api.request('PUT', `/campaigns/${campaign.id}`, { key, body, headers })
    expectError(answer, { status: 415, code: 'UNSUPPORTED_MEDIA_TYPE' })
  })
})
