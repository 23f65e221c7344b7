import { describe, expect, it } from 'vitest'
import { createCampaign } from '../../factories/campaigns.ts'
import { createLinkOf } from '../../factories/links.ts'
import { createQrCode } from '../../factories/qr-codes.ts'
import { account, anotherKey, ask, create, eventsOf, expectError, stores, useQrCodes } from '../support/qr-codes.ts'

useQrCodes()

const put = (id: string, body: unknown, as?: string) => ask('PUT', `/qr-codes/${id}`, body, as)
const read = async (id: string) => (await ask('GET', `/qr-codes/${id}`)).json.data.qrCode
const linkOf = async (id: string) => (await ask('GET', `/short-urls/${id}`)).json.data
const text = { content_type: 'text', content_data: { text: 'x' } }

/** A dynamic code whose image was never drawn, which takes most of the time of `create`. */
async function createUndrawn(campaign_id: string | null = null) {
  const { id: link_id } = await createLinkOf(stores, account, { campaign_id })
  const given = { is_dynamic: true, tracking_enabled: true, link_id, campaign_id }
  return await read((await createQrCode(stores.sql, account, given)).id)
}

describe('PUT /qr-codes/{id}', () => {
  it('updates only given fields and returns {qrCode}, and PATCH does the same', async () => {
    const code = await create({ name: 'Menu', tags: ['a'], is_dynamic: true })
    const answer = await put(code.id, { name: 'Lunch' })
    expect(answer.status).toBe(200)
    const { qrCode } = answer.json.data
    expect(Object.keys(answer.json.data)).toEqual(['qrCode'])
    expect(qrCode).toEqual({ ...code, name: 'Lunch', updated_at: qrCode.updated_at })
    expect(qrCode.updated_at > code.updated_at).toBe(true)
    const patched = await ask('PATCH', `/qr-codes/${code.id}`, { tags: ['b'] })
    expect(patched.json.data.qrCode).toMatchObject({ name: 'Lunch', tags: ['b'] })
  })

  it('is disabled while its short URL is in the trash', async () => {
    const code = await createUndrawn()
    const move = (act: string) => ask('POST', `/short-urls/${code.short_url_id}/${act}`)
    const disabled = async () =>
      (await ask('GET', '/qr-codes?status=disabled')).json.data.map(({ id }: { id: string }) => id)
    await move('trash')
    expect((await read(code.id)).status).toBe('disabled')
    expect(await disabled()).toEqual([code.id])
    await move('restore')
    expect((await read(code.id)).status).toBe('active')
    expect(await disabled()).toEqual([])
    const updates = (await eventsOf(account)).filter(({ type }) => type === 'qr.updated')
    expect(updates.map(({ data }) => data['status'])).toEqual(['disabled', 'active'])
  })

  it('changes no short URL in the trash, but the design of the code', async () => {
    const code = await createUndrawn()
    await ask('POST', `/short-urls/${code.short_url_id}/trash`)
    const trashed = await linkOf(code.short_url_id)
    for (const change of [
      { name: 'Menu' },
      { content_data: { url: 'https://example.com/other' } },
      { password: 'open sesame' },
    ]) {
      expectError(await put(code.id, change), { status: 409, code: 'CONFLICT' })
    }
    expect((await put(code.id, { visual_settings: { size: 300 } })).status).toBe(200)
    expect(await linkOf(code.short_url_id)).toEqual(trashed)
  })

  it('cannot expire before its short URL starts', async () => {
    const code = await createUndrawn()
    await ask('PUT', `/short-urls/${code.short_url_id}`, { starts_at: '2998-01-01T00:00:00Z' })
    for (const expires_at of ['2997-01-01T00:00:00Z', '2998-01-01T00:00:00Z']) {
      const details = { errors: [{ field: 'expires_at', message: 'Must be after the start date.' }] }
      expectError(await put(code.id, { expires_at }), { status: 422, code: 'VALIDATION_ERROR', details })
    }
    expect([(await read(code.id)).expires_at, (await linkOf(code.short_url_id)).expires_at]).toEqual([null, null])
    expect((await put(code.id, { expires_at: '2999-01-01T00:00:00Z' })).status).toBe(200)
    expect((await ask('PUT', `/short-urls/${code.short_url_id}`, { name: 'Still open' })).status).toBe(200)
  })

  it('keeps its short URL in sync, in both directions', async () => {
    const campaign = await createCampaign(stores.sql, account)
    const code = await createUndrawn()
    const changes = { name: 'Menu', tags: ['a'], expires_at: '2999-01-01T00:00:00.000Z', tracking_enabled: true }
    await put(code.id, { ...changes, campaign_id: campaign.id })
    expect(await linkOf(code.short_url_id)).toMatchObject({ ...changes, campaign_id: campaign.id })
    const back = { name: 'Lunch', tags: ['b'], expires_at: null, tracking_enabled: false, campaign_id: null }
    await ask('PUT', `/short-urls/${code.short_url_id}`, back)
    expect(await read(code.id)).toMatchObject(back)
    await ask('POST', `/campaigns/${campaign.id}/urls`, { url_ids: [code.short_url_id] })
    expect(await read(code.id)).toMatchObject({ campaign_id: campaign.id })
    await ask('PUT', `/short-urls/${code.short_url_id}`, { is_active: false })
    expect(await read(code.id)).toMatchObject({ status: 'disabled' })
  })

  it('visual_settings: changes the given settings, then draws and scan-checks the code again', async () => {
    const code = await create({ visual_settings: { size: 300 } })
    const gradient = {
      type: 'linear',
      stops: [
        { offset: 0, color: '#000000' },
        { offset: 1, color: '#112233' },
      ],
    }
    const { qrCode } = (await put(code.id, { visual_settings: { gradient } })).json.data
    expect(qrCode.visual_settings).toMatchObject({ size: 300, gradient: { type: 'linear', rotation: 0 } })
    expect(qrCode.scan_check.ok).toBe(true)
    const plain = (await put(code.id, { visual_settings: { gradient: null } })).json.data.qrCode
    expect(plain.visual_settings.gradient).toBeNull()
    expectError(await put(code.id, { visual_settings: { foreground_color: '#FEFEFE' } }), {
      status: 422,
      code: 'VALIDATION_ERROR',
      details: { errors: [{ field: 'visual_settings.foreground_color', message: expect.any(String) }] },
    })
    expect(await read(code.id)).toEqual(plain)
  })

  it('a record sent back unchanged changes and announces nothing', async () => {
    for (const given of [{}, { is_dynamic: true, name: 'Menu' }, { ...text, is_dynamic: true }]) {
      const code = await create(given)
      const before = await eventsOf(account)
      const answer = await put(code.id, code)
      expect([answer.status, answer.json.data?.qrCode]).toEqual([200, code])
      expect(await eventsOf(account)).toEqual(before)
    }
  })

  it.each(['POST', 'DELETE'])(
    '%s /campaigns/{id}/urls announces qr.updated for the code whose short URL moves',
    async (method) => {
      const campaign = await createCampaign(stores.sql, account)
      const campaign_id = method === 'POST' ? null : campaign.id
      const code = await createUndrawn(campaign_id)
      await createUndrawn(campaign_id)
      const before = (await eventsOf(account)).length
      await ask(method, `/campaigns/${campaign.id}/urls`, { url_ids: [code.short_url_id] })
      const told = (await eventsOf(account)).slice(before).filter(({ type }) => type === 'qr.updated')
      expect(told.map(({ data }) => data)).toEqual([await read(code.id)])
      expect(told[0]?.data).toMatchObject({ id: code.id, campaign_id: method === 'POST' ? campaign.id : null })
    },
  )

  it('announces qr.updated, and url.updated if the short URL changes with it', async () => {
    const code = await createUndrawn()
    const before = (await eventsOf(account)).length
    await put(code.id, { name: 'Menu' })
    const events = (await eventsOf(account)).slice(before)
    expect(events.map(({ type }) => type)).toEqual(['url.updated', 'qr.updated'])
    expect(events[1]?.data).toEqual(await read(code.id))
  })

  it('a password appears at once and is announced, as are changes of the short URL that the code shows', async () => {
    const code = await createUndrawn()
    const changes = [
      { path: `/qr-codes/${code.id}`, body: { password: 'sesame' }, shown: { is_password_protected: true } },
      { path: `/short-urls/${code.short_url_id}`, body: { password: null }, shown: { is_password_protected: false } },
      { path: `/short-urls/${code.short_url_id}`, body: { is_active: false }, shown: { status: 'disabled' } },
    ]
    let before = code
    for (const { path, body, shown } of changes) {
      const answer = await ask('PUT', path, body)
      const after = await read(code.id)
      expect(after).toEqual({ ...before, ...shown, updated_at: after.updated_at })
      expect(after.updated_at > before.updated_at).toBe(true)
      expect([200, answer.json.data.qrCode ?? after]).toEqual([answer.status, after])
      const events = (await eventsOf(account)).slice(-2)
      expect(events.map(({ type }) => type)).toEqual(['url.updated', 'qr.updated'])
      expect(events[1]?.data).toEqual(after)
      before = after
    }
  })

  it.each([{}, { tracking_enabled: true }])(
    'changing the content of a static code (%j) returns 400 INVALID_INPUT',
    async (given) => {
      const code = await create(given)
      for (const body of [{ content_data: { url: 'https://example.com/other' } }, text, { name: 'Other', ...text }]) {
        expectError(await put(code.id, body), { status: 400, code: 'INVALID_INPUT' })
      }
      expect(await read(code.id)).toEqual(code)
    },
  )

  const refusals: [status: number, code: string, body: object][] = [
    [400, 'BAD_REQUEST', { nmae: 'x' }],
    [400, 'BAD_REQUEST', { content_type: 'text' }],
    [400, 'BAD_REQUEST', { content_data: { text: 'x' } }],
    [400, 'BAD_REQUEST', { content_data: 'x' }],
    [422, 'VALIDATION_ERROR', { content_data: { url: 'nowhere' } }],
    [422, 'VALIDATION_ERROR', { content_data: { url: 'http://localhost:8080/loop' } }],
    [422, 'VALIDATION_ERROR', { is_dynamic: false }],
    [422, 'VALIDATION_ERROR', { expires_at: '2020-01-01T00:00:00Z' }],
    [422, 'VALIDATION_ERROR', { campaign_id: 'No such campaign' }],
    [422, 'VALIDATION_ERROR', { visual_settings: { size: 1 } }],
    [422, 'VALIDATION_ERROR', { visual_settings: { logo: { asset_id: '01890000-0000-7000-8000-000000000000' } } }],
    [422, 'VALIDATION_ERROR', { name: 'n'.repeat(256) }],
  ]
  it('a refused change changes nothing', async () => {
    const before = await create({ is_dynamic: true })
    const link = await linkOf(before.short_url_id)
    for (const [status, code, body] of refusals) {
      expectError(await put(before.id, body), { status, code })
      expect(await read(before.id), JSON.stringify(body)).toEqual(before)
      expect(await linkOf(before.short_url_id)).toEqual(link)
    }
  })

  it('password and tracking of a static code return 422', async () => {
    const [plain, tracked] = [await create(), await create({ tracking_enabled: true })]
    for (const { id } of [plain, tracked]) {
      expectError(await put(id, { password: 'sesame' }), { status: 422, code: 'VALIDATION_ERROR' })
    }
    expectError(await put(plain.id, { tracking_enabled: true }), { status: 422, code: 'VALIDATION_ERROR' })
    expectError(await put(tracked.id, { tracking_enabled: false }), { status: 422, code: 'VALIDATION_ERROR' })
  })

  it('its short URL cannot be changed in a way that breaks the code', async () => {
    const dynamic = await create({ is_dynamic: true })
    const page = await create({ ...text, is_dynamic: true })
    const tracked = await create({ tracking_enabled: true })
    const refused = [
      [dynamic, { custom_alias: 'another-one' }],
      [page, { url: 'https://example.com/' }],
      [tracked, { url: 'https://example.com/other' }],
      [tracked, { tracking_enabled: false }],
    ] as const
    for (const [code, body] of refused) {
      const before = await linkOf(code.short_url_id)
      const answer = await ask('PUT', `/short-urls/${code.short_url_id}`, body)
      expectError(answer, { status: 422, code: 'VALIDATION_ERROR' })
      expect(await linkOf(code.short_url_id)).toEqual(before)
    }
  })

  it('after its short URL is deleted, changes that need it return 409 CONFLICT, and others work', async () => {
    const code = await createUndrawn()
    await ask('DELETE', `/short-urls/${code.short_url_id}`)
    for (const body of [{ content_data: { url: 'https://example.com/x' } }, { password: 'sesame' }]) {
      expectError(await put(code.id, body), { status: 409, code: 'CONFLICT' })
    }
    expect((await put(code.id, { name: 'Old' })).json.data.qrCode).toMatchObject({ name: 'Old', status: 'disabled' })
  })

  it("returns 404 for another account's code, which stays unchanged", async () => {
    const code = await create({ is_dynamic: true })
    expectError(await put(code.id, { name: 'Taken' }, await anotherKey()), { status: 404, code: 'NOT_FOUND' })
    expect(await read(code.id)).toEqual(code)
  })

  it('concurrent changes of different fields all take effect', async () => {
    for (const given of [{}, { is_dynamic: true }]) {
      const code = await create(given)
      const answers = await Promise.all([
        put(code.id, { visual_settings: { dot_style: 'dots' } }),
        put(code.id, { visual_settings: { margin: 6 } }),
        put(code.id, { name: 'Menu' }),
      ])
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
      expect(await read(code.id)).toMatchObject({ name: 'Menu', visual_settings: { dot_style: 'dots', margin: 6 } })
    }
  })
})

describe('GET /qr-codes/{id}/history', () => {
  const history = (id: string, as?: string) => ask('GET', `/qr-codes/${id}/history`, undefined, as)
  const changesOf = async (id: string) =>
    (await history(id)).json.data.map(({ changes }: { changes: unknown[] }) => changes)

  it('has the changes of a code and those that follow its short URL, and ends with the code', async () => {
    const code = await create({ name: 'Menu', is_dynamic: true })
    await put(code.id, { name: 'Lunch' })
    await ask('PUT', `/short-urls/${code.short_url_id}`, { tags: ['a'] })
    expect(await changesOf(code.id)).toEqual([
      [{ field: 'tags', before: [], after: ['a'] }],
      [{ field: 'name', before: 'Menu', after: 'Lunch' }],
    ])
    expect((await history(code.id)).json.data[0].actor.type).toBe('key')
    expectError(await history(code.id, await anotherKey()), { status: 404, code: 'NOT_FOUND' })
    await ask('DELETE', `/qr-codes/${code.id}`)
    expect(await stores.sql`select from history where object_id = ${code.id}`).toHaveLength(0)
  })

  it('has no password of its content', async () => {
    const wifi = (password: string) => ({ content_type: 'wifi', content_data: { ssid: 'Guests', password } })
    const code = await create({ ...wifi('first secret'), is_dynamic: true })
    await put(code.id, wifi('second secret'))
    await put(code.id, { content_type: 'text', content_data: { text: 'Welcome' } })
    const [second, first] = await changesOf(code.id)
    expect(first).toEqual([{ field: 'content_data', before: true, after: true }])
    expect(second).toContainEqual({ field: 'content_text', before: expect.stringMatching('Guests'), after: 'Welcome' })
    expect(JSON.stringify(await stores.sql`select * from history`)).not.toContain('secret')
  })
})
