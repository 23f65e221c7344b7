import { readFileSync } from 'node:fs'
import { claimBatch } from '#model/clicks/batches/claim-batch.ts'
import { commitBatch } from '#model/clicks/batches/commit-batch.ts'
import { insertClicks } from '#model/clicks/batches/insert-clicks.ts'
import { relayFacts } from '#model/publish/relay-facts.ts'
import { uuidv7 } from '#runtime/uuid.ts'
import { type ClickRow, clickId } from '#schemas/clicks.ts'
import type { TestAccount } from '../../factories/account.ts'
import { newBatchId } from '../../factories/click-batch.ts'
import { plainClick } from '../../factories/clicks.ts'
import type { TestStores } from '../../stack/stores.ts'
import type { TestApi } from './http.ts'

export interface Installation {
  api: TestApi
  stores: TestStores
  account: TestAccount
  key: string
}

/** Fills an account with one of each object, in each of its states, and with clicks of three months. */
export async function fillAccount(full: Installation): Promise<{ links: string[] }> {
  const { stores, account } = full
  const { sql } = stores
  const create = creator(full)
  const campaign_id = await create('/campaigns', {
    name: 'Spring',
    description: 'Everything in bloom',
    start_date: '2026-03-01',
    tags: ['season'],
  })
  await create('/campaigns', { name: 'Empty' })
  await request(full, 'PUT', '/tags/season', { color: 'green' })
  const utm_template_id = await create('/utm-templates', {
    name: 'Newsletter',
    utm_source: 'news',
    utm_campaign: 'spring',
  })
  const asset_id = await create('/qr-assets', {
    name: 'Logo',
    content: readFileSync('test/fixtures/logo.png').toString('base64'),
  })
  const brand = { name: 'Brand', color: '#112233', logo_asset_id: asset_id }
  const subdomain = await create('/domains/subdomains', {
    subdomain: 'round-trip',
    not_found_url: 'https://example.com/404',
    brand,
    app_links: { ios: { app_ids: ['ABCDE12345.com.example.app'], store_url: 'https://apps.apple.com/app/id1' } },
  })
  const branded = await create('/domains/branded', { domain: 'go.round-trip.example' })
  await sql`update domains set status = 'verified', verified_at = now() where id = ${branded}`
  await sql`update domains set is_default = true where id = ${subdomain}`
  await sql`insert into link_defaults ${sql({
    ...{ account_id: account.id, domain_id: branded, redirect_type: 301, tags: ['season'], campaign_id },
    ...{ utm_template_id, expires_in_days: 30, forward_query: false, tracking_enabled: true },
  })}`

  const link = (body: object) => create('/short-urls', { url: 'https://example.com/page', ...body })
  const rules = [
    {
      name: 'Germans',
      conditions: [{ type: 'country', operator: 'in', value: ['de'] }],
      destination_url: 'https://example.com/de',
    },
    {
      conditions: [{ type: 'percentage', operator: 'lt', value: 30 }],
      destination_url: 'https://example.com/some',
    },
    {
      conditions: [{ type: 'click_number', operator: 'gte', value: 3 }],
      destination_url: 'https://example.com/later',
    },
  ]
  const links = {
    plain: await link({ name: 'Plain', custom_alias: 'plain', tags: ['season', 'other'], campaign_id }),
    generated: await link({ utm_source: 'a', utm_content: 'b', external_id: 'crm-1', redirect_type: 301 }),
    secret: await link({ password: 'open sesame', og: { title: 'Card', description: 'A preview' } }),
    targeted: await link({ targeting_rules: rules, fallback_url: 'https://example.com/else' }),
    archived: await link({ archived: true, indexing: false, description: 'Old' }),
    trashed: await link({ custom_alias: 'trashed' }),
    disabled: await link({ forward_query: false }),
    scheduled: await link({ starts_at: '2099-01-01T00:00:00Z', expires_at: '2099-02-01T00:00:00Z' }),
    expired: await link({ expires_at: '2099-01-01T00:00:00Z', expired_url: 'https://example.com/over' }),
    later: await link({ schedules: [{ at: '2028-01-01T00:00:00Z', changes: { url: 'https://example.com/later' } }] }),
    limited: await link({ max_clicks: 1_000, ios_url: 'https://example.com/ios' }),
    sub: await link({ url_type: 'subdomain', subdomain: 'round-trip', custom_alias: 'sub' }),
    branded: await link({ url_type: 'branded', branded_domain: 'go.round-trip.example', custom_alias: 'plain' }),
  }
  await request(full, 'POST', `/short-urls/${links.trashed}/trash`)
  await request(full, 'PUT', `/short-urls/${links.disabled}`, { is_active: false })
  await sql`update links set expires_at = '2026-01-01' where id = ${links.expired}`
  await sql`update links set announced_expiry = expires_at where id = ${links.expired}`
  // As if it had been imported from another service.
  await sql`update link_counts set clicks = 40 where link_id = ${links.limited}`

  const code = (body: object) => create('/qr-codes/generate', { content_type: 'url', ...body })
  const url = { content_data: { url: 'https://example.com/menu' } }
  await code({ ...url, name: 'Static' })
  const dynamic = await code({
    ...{ ...url, name: 'Menu', is_dynamic: true, tracking_enabled: true, campaign_id, tags: ['season'] },
    visual_settings: { logo: { asset_id }, foreground_color: '#102030', error_correction: 'H' },
  })
  const wifi = { ssid: 'Guests', password: 'welcome guests', encryption: 'WPA' }
  const shown = await code({ content_type: 'wifi', content_data: wifi, is_dynamic: true, tracking_enabled: true })
  await code({ content_type: 'text', content_data: { text: 'Hello' }, password: undefined })

  const variants = [{ destination_url: 'https://example.com/a' }, { destination_url: 'https://example.com/b' }]
  const test = (body: object) => create('/url-ab-tests', { name: 'Headline', variants, ...body })
  await test({ name: 'Draft', hypothesis: 'B wins' })
  const running = await test({ name: 'Running', conversions_enabled: true, primary_url_id: links.plain })
  const paused = await test({ name: 'Paused' })
  const completed = await test({ name: 'Completed' })
  const scanned = await create('/qr-ab-tests', { name: 'Poster', variants, qr_code_id: dynamic })
  for (const id of [running, paused, completed]) await request(full, 'POST', `/url-ab-tests/${id}/start`)
  await request(full, 'POST', `/qr-ab-tests/${scanned}/start`)
  await request(full, 'POST', `/url-ab-tests/${paused}/pause`)
  const [winner] = await sql<{ id: string }[]>`
    select id from ab_variants where test_id = ${completed} order by position desc limit 1`
  await request(full, 'POST', `/url-ab-tests/${completed}/complete`, {
    winner_variant_id: winner?.id,
    apply_winner: true,
  })
  await create('/webhooks', {
    name: 'CRM',
    url: 'https://hooks.example.com/waymark',
    events: ['url.created', 'url.clicked'],
    filters: { url_ids: [links.plain], campaign_ids: [campaign_id], domains: ['go.round-trip.example'] },
  })

  const tested = await sql<Tested[]>`
    select ab_tests.id as test_id, link_id, qr_code_id, array_agg(ab_variants.id order by position) as variant_ids
    from ab_tests
    join ab_variants on test_id = ab_tests.id
    where account_id = ${account.id} and status <> 'draft'
    group by ab_tests.id`
  const codes = await sql<{ id: string; link_id: string }[]>`
    select id, link_id from qr_codes where account_id = ${account.id} and link_id is not null`
  const [rule] = await sql<{ id: string }[]>`
    select targeting_rules -> 0 ->> 'id' as id from links where id = ${links.targeted}`
  const clicks = drawClicks(account.id, { links: Object.values(links), tested, codes, rule_id: rule?.id ?? '' })
  for (let first = 0; first < clicks.length; first += 150) await storeBatch(stores, clicks.slice(first, first + 150))
  await convert(stores, account, clicks)
  await stores.sql.begin((tx) => relayFacts(tx, stores.ch))
  void shown
  return { links: Object.values(links) }
}

interface Tested {
  test_id: string
  link_id: string
  qr_code_id: string | null
  variant_ids: string[]
}

const creator =
  (full: Installation) =>
  async (path: string, body: object): Promise<string> => {
    const { json } = await request(full, 'POST', path, body)
    return (json.data?.qrCode ?? json.data ?? json.test ?? json).id
  }

async function request({ api, key }: Installation, method: string, path: string, body?: object) {
  const answer = await api.request(method, path, { key, ...(body !== undefined && { body }) })
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`)
  return answer
}

interface Drawn {
  links: readonly string[]
  tested: readonly Tested[]
  codes: readonly { id: string; link_id: string }[]
  rule_id: string
}

/** Numbers that look random and are the same in each run. */
function dice(seed: number) {
  let state = seed
  return (sides: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * sides)
  }
}

const countries = [
  ['us', 'United States', 'California', 'San Francisco', 'North America'],
  ['de', 'Germany', 'Berlin', 'Berlin', 'Europe'],
  ['', '', '', '', ''],
] as const

const dayMs = 86_400_000

/** Clicks of the last 70 days on all links, with each kind of visitor. */
function drawClicks(account_id: string, { links, tested, codes, rule_id }: Drawn, count = 900): ClickRow[] {
  const roll = dice(7)
  const pick = <Item>(items: readonly Item[]): Item => items[roll(items.length)] as Item
  return Array.from({ length: count }, (_, index) => {
    const test = index % 4 === 0 ? pick(tested) : undefined
    const code = index % 5 === 1 ? pick(codes) : undefined
    const [country_code, country, region, city, continent] = pick(countries)
    const isBot = index % 11 === 0
    return plainClick({
      account_id,
      at: new Date(Date.now() - 60_000 - roll(70 * dayMs)).toISOString(),
      link_id: test?.link_id ?? code?.link_id ?? pick(links),
      ...(test && { test_id: test.test_id, variant_id: pick(test.variant_ids) }),
      ...((test?.qr_code_id ?? code?.id) && { qr_code_id: test?.qr_code_id ?? code?.id ?? '' }),
      rule_id: index % 7 === 0 ? rule_id : '',
      visitor_id: String(18_446_744_073_709_000_000n + BigInt(roll(200))),
      traffic: isBot ? 'bot' : pick(['human', 'unknown']),
      bot_reason: isBot ? 'agent' : '',
      ...{ country_code, country, region, city, continent },
      device_type: pick(['desktop', 'mobile', 'tablet']),
      browser: pick(['Chrome', 'Firefox', '']),
      os: pick(['Windows', 'iOS']),
      language: pick(['en', 'de', '']),
      referrer: pick(['', 'https://www.google.com/', 'https://news.example/“ünïcode”?a=1']),
      referrer_domain: pick(['', 'google.com']),
      source: pick(['Direct', 'Search']),
      utm_source: pick(['', 'newsletter']),
      utm_campaign: pick(['', 'spring']),
      destination_url: 'https://example.com/page',
    })
  })
}

/** What a worker does with a batch. Its clicks get their ids. */
async function storeBatch(stores: TestStores, clicks: ClickRow[]): Promise<void> {
  const batch_id = newBatchId()
  for (const [index, click] of clicks.entries()) click.click_id = clickId(batch_id, index)
  await claimBatch(stores.sql, { batch_id, rows: clicks.length }, [])
  await insertClicks(stores.ch, clicks, { token: batch_id, signal: AbortSignal.timeout(30_000) })
  await commitBatch({ sql: stores.sql, site: stores.config }, batch_id, clicks)
}

/** Every third click of a test converts. */
async function convert({ sql }: TestStores, { id: account_id }: TestAccount, clicks: readonly ClickRow[]) {
  const tested = clicks.filter(({ test_id, traffic }) => !/^0{8}/.test(test_id) && traffic !== 'bot')
  const rows = tested
    .filter((_, index) => index % 3 === 0)
    .map(({ test_id, variant_id, link_id, click_id }, index) => ({
      ...{ id: uuidv7(), account_id, test_id, variant_id, link_id, click_id, event_name: 'purchase' },
      ...{ value: index * 1.25, currency: 'USD', external_id: `order-${account_id}-${index}` },
    }))
  await sql`insert into conversions ${sql(rows)}`
}
