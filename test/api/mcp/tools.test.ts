import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tools } from '../../../api/mcp/tools.ts'
import { storeClicks } from '../../factories/clicks.ts'
import { type Agent, account, generations, stores, useMcp } from '../support/mcp.ts'

useMcp()

const variants = [{ destination_url: 'https://example.com/1' }, { destination_url: 'https://example.com/2' }]
const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/)

describe.each(generations)('%s', (_, connect) => {
  let agent: Agent
  let link: { id: string; short_code: string }
  beforeAll(async () => {
    agent = await connect()
    // The client now validates responses with the schema of the tool.
    await agent.list()
    const { told } = await agent.call('create_short_url', { url: 'https://example.com/spring', name: 'Spring' })
    link = told
    const at = new Date().toISOString()
    const click = {
      account_id: account.id,
      link_id: link.id,
      at,
      country: 'France',
      country_code: 'fr',
      continent: 'Europe',
    }
    await storeClicks(stores.ch, [
      { ...click, device_type: 'mobile', browser: 'Safari' },
      { ...click, device_type: 'desktop', browser: 'Firefox' },
      { ...click, country: 'Germany', country_code: 'de', language: 'de', device_type: 'mobile', browser: 'Safari' },
    ])
  })
  afterAll(() => agent.close())

  it('lists every tool with both schemas and hints', async () => {
    const listed = await agent.list()
    expect(listed.map(({ name }) => name)).toEqual(tools.map(({ name }) => name))
    for (const { name, description, inputSchema, outputSchema, annotations } of listed) {
      expect(description, name).toMatch(/.{40}/)
      expect(inputSchema, name).toMatchObject({ type: 'object', additionalProperties: false })
      expect(outputSchema, name).toMatchObject({ type: 'object', additionalProperties: false })
      expect(Object.keys(annotations ?? {}), name).toContain('readOnlyHint')
    }
    // What an agent reads before it can do anything.
    expect(JSON.stringify(listed).length).toBeLessThan(100_000)
  })

  it('creates, reads, finds, updates and deletes a short URL', async () => {
    const made = await agent.call('create_short_url', {
      url: 'https://example.com/a',
      tags: ['letter'],
      name: 'Letter',
    })
    expect(made).toMatchObject({ isError: false, told: { id: uuid, name: 'Letter', tags: ['letter'] } })
    expect(JSON.parse(made.content[0]?.text ?? ''), 'for clients that only read text').toEqual(made.told)
    const { id, short_code } = made.told
    expect((await agent.call('get_short_url', { id: short_code })).told).toMatchObject({ id, status: 'active' })
    const found = await agent.call('list_short_urls', { search: 'Letter', tags: 'letter', limit: 1 })
    expect(found.told).toMatchObject({ short_urls: [{ name: 'Letter' }], pagination: { limit: 1 } })
    const changed = await agent.call('update_short_url', { id, url: 'https://example.com/b', is_active: false })
    expect(changed.told).toMatchObject({
      id,
      original_url: 'https://example.com/b',
      status: 'disabled',
      name: 'Letter',
    })
    expect((await agent.call('delete_short_url', { id })).told).toEqual({ message: 'Short URL deleted' })
    expect(await agent.call('get_short_url', { id })).toMatchObject({ isError: true, told: { code: 'NOT_FOUND' } })
  })

  it('creates and fills a campaign', async () => {
    const name = `Campaign ${link.id}`
    const made = await agent.call('create_campaign', { name, start_date: '2026-01-01' })
    expect(made.told).toMatchObject({ id: uuid, name, url_count: 0 })
    await agent.call('update_short_url', { id: link.id, campaign_id: name })
    expect((await agent.call('get_campaign', { id: name })).told).toMatchObject({ url_count: 1 })
    expect((await agent.call('list_campaigns', { search: name })).told.campaigns).toMatchObject([{ name }])
    const renamed = await agent.call('update_campaign', { id: name, name: `${name}!`, description: null })
    expect(renamed.told).toMatchObject({ id: made.told.id, name: `${name}!` })
    expect(await agent.call('create_campaign', { name: `${name}!` })).toMatchObject({ told: { code: 'BAD_REQUEST' } })
  })

  it('returns the image of a QR code, and changes its destination', async () => {
    const content = { content_type: 'url', content_data: { url: 'https://example.com/menu' } }
    const made = await agent.call('create_qr_code', { ...content, name: 'Menu' })
    expect(made.told).toMatchObject({ id: uuid, is_dynamic: true, tracking_enabled: true, scan_check: { ok: true } })
    expectPng(made.content[0], 512)
    const drawn = await agent.call('get_qr_code_image', { id: made.told.id, size: 128 })
    expect(drawn.told).toEqual({ mime_type: 'image/png', filename: 'Menu.png' })
    expectPng(drawn.content[0], 128)
    const update = { id: made.told.id, content_data: { url: 'https://example.com/new' } }
    expect((await agent.call('update_qr_code', update)).told).toMatchObject(update)
    expect((await agent.call('get_qr_code', { id: made.told.id })).told).toMatchObject(update)
    expect((await agent.call('list_qr_codes', { limit: 1 })).told.qr_codes).toMatchObject([{ name: 'Menu' }])
    const scans = await agent.call('get_qr_code_analytics', { qr_code_id: made.told.id })
    expect(scans.told).toMatchObject({ qrCode: { id: made.told.id }, totalScans: 0, devices: { totalScans: 0 } })
    const still = await agent.call('create_qr_code', { content_type: 'text', content_data: { text: 'Hello' } })
    expect(still.told).toMatchObject({ is_dynamic: false, tracking_enabled: false })
  })

  it('reports the clicks of a short URL', async () => {
    const short_url_id = link.short_code
    const overview = await agent.call('get_analytics_overview', { short_url_id })
    expect(overview.told.short_url).toMatchObject({ total_clicks: 3, top_country: 'France', top_device: 'mobile' })
    expect(overview.told.account).toBeUndefined()
    const all = await agent.call('get_analytics_overview')
    expect(all.told.account.total_clicks).toBeGreaterThanOrEqual(3)
    const { told } = await agent.call('get_analytics_timeline', { short_url_id })
    expect(told.timeline.length, 'days').toBe(31)
    expect(told.timeline.at(-1)).toMatchObject({ clicks: 3 })
    const hours = await agent.call('get_analytics_timeline', { date_range: 'last_24_hours', granularity: 'hour' })
    expect(hours.told.timeline.length).toBeLessThanOrEqual(25)
    const mobile = await agent.call('get_analytics_overview', {
      short_url_id,
      device_type: 'mobile',
      country_code: 'de',
    })
    expect(mobile.told.short_url).toMatchObject({ total_clicks: 1 })
    const asian = await agent.call('get_analytics_overview', { short_url_id, continent: 'Asia' })
    expect(asian.told.short_url).toMatchObject({ total_clicks: 0 })
    const german = await agent.call('get_analytics_overview', { short_url_id, language: 'de,fr' })
    expect(german.told.short_url).toMatchObject({ total_clicks: 1 })
    const top = await agent.call('get_top_short_urls', { limit: 3 })
    expect(top.told.short_urls).toContainEqual(expect.objectContaining({ id: link.id, click_count: 3 }))
    const complete = await agent.call('get_complete_analytics', { short_url_id })
    expect(complete.told).toMatchObject({ overview: { total_clicks: 3 }, locations: { total_clicks: 3 } })
    expect(complete.told).not.toHaveProperty('recent_clicks')
  })

  it.each([
    [
      'country',
      [
        { value: 'France', clicks: 2 },
        { value: 'Germany', clicks: 1 },
      ],
    ],
    ['continent', [{ value: 'Europe', clicks: 3 }]],
    ['region', [{ country: 'France' }, { country: 'Germany' }]],
    ['city', [{ country: 'France' }, { country: 'Germany' }]],
    [
      'device_type',
      [
        { value: 'mobile', clicks: 2 },
        { value: 'desktop', clicks: 1 },
      ],
    ],
    ['browser', [{ value: 'Safari', clicks: 2, percentage: 66.67 }, { value: 'Firefox' }]],
    ['os', [{ clicks: 3 }]],
    ['traffic_source', [{ clicks: 3 }]],
    ['referrer_domain', []],
    ['utm', []],
    [
      'language',
      [
        { value: null, clicks: 2 },
        { value: 'de', clicks: 1 },
      ],
    ],
  ])('breaks its clicks down by %s', async (by, rows) => {
    const { told } = await agent.call('get_analytics_breakdown', { by, short_url_id: link.id })
    expect(told).toMatchObject({ by, rows, more: 0 })
    expect(told.rows).toHaveLength(rows.length)
    const one = await agent.call('get_analytics_breakdown', { by, short_url_id: link.id, limit: 1 })
    expect(one.told.more).toBe(Math.max(0, rows.length - 1))
  })

  it('breaks clicks down by UTM parameters, even if a click has only some of them', async () => {
    const { told } = await agent.call('create_short_url', { url: 'https://example.com/tagged' })
    const click = { account_id: account.id, link_id: told.id, at: new Date().toISOString() }
    const all = { utm_source: 'mail', utm_medium: 'email', utm_campaign: 'sale', utm_term: 'shoes', utm_content: 'top' }
    const some = { utm_source: 'newsletter', utm_medium: null, utm_campaign: null, utm_term: null, utm_content: null }
    await storeClicks(stores.ch, [
      { ...click, ...all },
      { ...click, ...all },
      { ...click, utm_source: 'newsletter' },
      click,
    ])
    const answer = await agent.call('get_analytics_breakdown', { by: 'utm', short_url_id: told.id })
    expect(answer).toMatchObject({ isError: false })
    expect(answer.told).toEqual({
      by: 'utm',
      rows: [
        { value: 'sale', utm: all, clicks: 2, unique_visitors: 1 },
        { value: null, utm: some, clicks: 1, unique_visitors: 1 },
      ],
      more: 0,
    })
  })

  it('runs an A/B test of a short URL', async () => {
    const made = await agent.call('create_ab_test', { name: 'Headline', variants })
    expect(made.told).toMatchObject({ status: 'draft', variants: [{ name: 'Variant A' }, {}] })
    await runTest('ab_test', made.told.id)
    expect(await agent.call('create_ab_test', { name: 'One', variants: variants.slice(1) })).toMatchObject({
      told: { code: 'VALIDATION_ERROR', details: { errors: [{ field: 'variants' }] } },
    })
  })

  it('runs an A/B test of a QR code', async () => {
    const code = await agent.call('create_qr_code', {
      content_type: 'url',
      content_data: { url: 'https://example.com/' },
    })
    const made = await agent.call('create_qr_ab_test', { name: 'Poster', variants, qr_code_id: code.told.id })
    expect(made.told).toMatchObject({ status: 'draft', qr_code_id: code.told.id })
    await runTest('qr_ab_test', made.told.id)
  })

  async function runTest(word: string, test_id: string): Promise<void> {
    const control = (args: object) => agent.call(`control_${word}`, { test_id, ...args })
    expect((await control({ action: 'start' })).told).toMatchObject({ id: test_id, status: 'running' })
    expect(await control({ action: 'start' })).toMatchObject({ isError: true, told: { code: 'CONFLICT' } })
    expect((await control({ action: 'pause' })).told.status).toBe('paused')
    expect((await control({ action: 'resume' })).told.status).toBe('running')
    const read = await agent.call(`get_${word}`, { test_id })
    expect(read.told).toMatchObject({ test: { id: test_id }, analytics: [{ clicks: 0 }, { clicks: 0 }] })
    const winner_variant_id = read.told.analytics[1].id
    const ended = await control({ action: 'complete', winner_variant_id, apply_winner: true })
    expect(ended.told).toMatchObject({ status: 'completed', winner_variant_id })
    const found = await agent.call(`list_${word}s`, { status: 'completed' })
    expect(found.told.tests).toContainEqual(expect.objectContaining({ id: test_id, variant_count: 2, total_clicks: 0 }))
  }
})

function expectPng(part: { type: string; data?: string; mimeType?: string } | undefined, width: number): void {
  expect(part).toMatchObject({ type: 'image', mimeType: 'image/png' })
  const bytes = Buffer.from(part?.data ?? '', 'base64')
  expect(bytes.subarray(1, 4).toString()).toBe('PNG')
  expect(bytes.readUInt32BE(16)).toBe(width)
}
