import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { hostWithoutPort } from '#core/visits/host.ts'
import { uuidv7 } from '#runtime/uuid.ts'
import { tools } from '../../../api/mcp/tools.ts'
import { storeClicks } from '../../factories/clicks.ts'
import { type Agent, account, connectCurrent, stores, useMcp } from '../support/mcp.ts'

useMcp()

type Arguments = Record<string, unknown>

const variants = [
  { name: 'A', destination_url: 'https://example.com/1', traffic_weight: 60 },
  { name: 'B', destination_url: 'https://example.com/2', traffic_weight: 40 },
]
const content = { content_type: 'url', content_data: { url: 'https://example.com/menu' } }
const contents: Record<string, object> = {
  url: content.content_data,
  text: { text: 'Hello' },
  wifi: { ssid: 'Guests', password: 'secret-enough', encryption: 'WPA' },
  vcard: { first_name: 'Ada', last_name: 'Lovelace' },
  email: { to: 'ada@example.com' },
  phone: { phone: '+14155550100' },
  sms: { phone: '+14155550100', message: 'Hello' },
  location: { latitude: 48.85, longitude: 2.35 },
}
const utm = { utm_source: 'mail', utm_medium: 'email', utm_campaign: 'sale', utm_term: 'shoes', utm_content: 'top' }
const later = '2099-01-01T00:00:00Z'

let agent: Agent
let count = 0
const unique = (word: string) => `${word}-${++count}`
const make = async (name: string, args: Arguments) => (await agent.call(name, args)).told.id as string
const makeLink = () => make('create_short_url', { url: 'https://example.com/a' })
const makeCampaign = () => make('create_campaign', { name: unique('Campaign') })
const makeCode = () => make('create_qr_code', content)

let link: string
let code: string
let campaign: string
beforeAll(async () => {
  agent = await connectCurrent()
  await agent.list()
  link = await makeLink()
  code = await makeCode()
  campaign = await makeCampaign()
  const click = { account_id: account.id, at: new Date().toISOString(), country: 'France', country_code: 'fr', ...utm }
  const { told } = await agent.call('get_qr_code', { id: code })
  await storeClicks(stores.ch, [
    { ...click, link_id: link, referrer_domain: 'google.com', source: 'Search', browser: 'Safari' },
    { ...click, link_id: told.short_url_id, qr_code_id: code },
  ])
})
afterAll(() => agent.close())

/** Arguments that each call of a tool needs, with new objects where a call uses them up. */
const needed: Record<string, () => Promise<Arguments> | Arguments> = {
  create_short_url: () => ({ url: 'https://example.com/b' }),
  get_short_url: () => ({ id: link }),
  update_short_url: () => ({ id: link }),
  delete_short_url: async () => ({ id: await makeLink() }),
  create_campaign: () => ({ name: unique('Campaign') }),
  get_campaign: () => ({ id: campaign }),
  update_campaign: () => ({ id: campaign }),
  create_qr_code: () => content,
  get_qr_code: () => ({ id: code }),
  get_qr_code_image: () => ({ id: code }),
  update_qr_code: () => ({ id: code }),
  get_analytics_breakdown: () => ({ by: 'country' }),
  get_qr_code_analytics: () => ({ qr_code_id: code }),
  create_ab_test: () => ({ name: 'Test', variants }),
  get_ab_test: async () => ({ test_id: await make('create_ab_test', { name: 'Test', variants }) }),
  control_ab_test: async () => ({ test_id: await make('create_ab_test', { name: 'Test', variants }), action: 'start' }),
  create_qr_ab_test: async () => ({ name: 'Test', variants, qr_code_id: await makeCode() }),
  get_qr_ab_test: async () => ({ test_id: await makeCodeTest() }),
  control_qr_ab_test: async () => ({ test_id: await makeCodeTest(), action: 'start' }),
}
const makeCodeTest = async () =>
  await make('create_qr_ab_test', { name: 'Test', variants, qr_code_id: await makeCode() })

/** Values of the arguments that are neither a switch nor a choice, by name. */
const values: Record<string, () => unknown> = {
  url: () => 'https://example.com/c',
  custom_alias: () => unique('alias'),
  name: () => unique('Name'),
  description: () => 'A description',
  tags: () => ['letter'],
  campaign_id: () => campaign,
  starts_at: () => '2020-01-01T00:00:00Z',
  expires_at: () => later,
  expired_url: () => 'https://example.com/over',
  max_clicks: () => 5,
  ...Object.fromEntries(Object.entries(utm).map(([name, value]) => [name, () => value])),
  ios_url: () => 'https://example.com/ios',
  android_url: () => 'https://example.com/android',
  fallback_url: () => 'https://example.com/others',
  targeting_rules: () => [
    {
      conditions: [{ type: 'country', operator: 'in', value: ['fr'] }],
      destination_url: 'https://example.com/fr',
    },
  ],
  schedules: () => [
    { at: new Date(Date.now() + 86_400_000).toISOString(), changes: { url: 'https://example.com/later' } },
  ],
  search: () => 'example',
  created_after: () => '2020-01-01',
  created_before: () => '2099-01-01',
  page: () => 1,
  limit: () => 5,
  start_date: () => '2026-01-01',
  end_date: () => new Date(Date.now() + 86_400_000).toISOString(),
  size: () => 128,
  visual_settings: () => ({ dot_style: 'rounded', margin: 5 }),
  content_data: () => content.content_data,
  timezone: () => 'America/New_York',
  short_url_id: () => link,
  country_code: () => 'fr,-de',
  continent: () => 'Europe',
  browser: () => 'Safari',
  os: () => 'iOS',
  language: () => 'en',
  referrer_domain: () => 'google.com',
  hypothesis: () => 'B is better',
  variants: () => variants,
}

/** A call, where an argument needs others or a value that only this tool takes. */
const special: Record<string, (value: unknown) => Promise<Arguments> | Arguments> = {
  'list_short_urls.tags': () => ({ tags: 'letter,-other' }),
  'create_short_url.url_type': (url_type) => ({ url_type, ...domainOf(url_type) }),
  'create_short_url.subdomain': () => domainOf('subdomain', true),
  'create_short_url.branded_domain': () => domainOf('branded', true),
  'get_short_url.subdomain': onOwnDomain('subdomain'),
  'get_short_url.branded_domain': onOwnDomain('branded'),
  'update_short_url.subdomain': onOwnDomain('subdomain'),
  'update_short_url.branded_domain': onOwnDomain('branded'),
  'delete_short_url.subdomain': onOwnDomain('subdomain'),
  'delete_short_url.branded_domain': onOwnDomain('branded'),
  'create_short_url.campaign_id': () => ({ campaign_id: campaign }),
  'create_ab_test.short_url_id': async () => ({ short_url_id: await makeLink() }),
  'create_qr_code.content_type': (type) => ({ content_type: type, content_data: contents[type as string] }),
  'create_qr_code.tracking_enabled': (on) => ({ tracking_enabled: on, ...(on === false && { is_dynamic: false }) }),
  'create_qr_code.is_dynamic': (is_dynamic) => ({ is_dynamic }),
  ...filtersOf('get_analytics_overview', 'get_analytics_timeline', 'get_top_short_urls'),
  ...filtersOf('get_complete_analytics', 'get_analytics_breakdown', 'get_qr_code_analytics'),
  ...Object.fromEntries(
    ['control_ab_test', 'control_qr_ab_test'].flatMap((name) => [
      [`${name}.action`, (action: unknown) => inState(name, action as string)],
      [`${name}.winner_variant_id`, () => withWinner(name, {})],
      [`${name}.apply_winner`, (apply_winner: unknown) => withWinner(name, { apply_winner })],
    ]),
  ),
}

function filtersOf(...names: string[]): typeof special {
  return Object.fromEntries(names.map((name) => [`${name}.tags`, () => ({ tags: 'letter,-other' })]))
}

const domains: Record<string, Arguments> = {
  subdomain: { subdomain: 'every-argument' },
  branded: { branded_domain: 'links.every-argument.example' },
}
function domainOf(type: unknown, withType = false): Arguments {
  return { ...domains[type as string], ...(withType && { url_type: type }) }
}

function onOwnDomain(url_type: string) {
  return async () => {
    const id = await make('create_short_url', { url: 'https://example.com/d', url_type, ...domains[url_type] })
    return { id, ...domains[url_type] }
  }
}

async function inState(name: string, action: string): Promise<Arguments> {
  const { test_id } = ((await needed[name]?.()) ?? {}) as { test_id: string }
  const before: Record<string, string[]> = { pause: ['start'], resume: ['start', 'pause'], complete: ['start'] }
  for (const step of before[action] ?? []) await agent.call(name, { test_id, action: step })
  return { test_id, action }
}

async function withWinner(name: string, args: Arguments): Promise<Arguments> {
  const asked = await inState(name, 'complete')
  const { told } = await agent.call(name.replace('control', 'get'), { test_id: asked.test_id })
  return { ...asked, winner_variant_id: told.analytics[1].id, ...args }
}

/** Each value of a switch or a choice; otherwise undefined, for a value from the list above. */
function choicesOf(type: z.ZodType): unknown[] {
  if (type instanceof z.ZodOptional || type instanceof z.ZodDefault || type instanceof z.ZodNullable)
    return choicesOf(type.unwrap() as z.ZodType)
  if (type instanceof z.ZodBoolean) return [true, false]
  return type instanceof z.ZodEnum ? type.options : [undefined]
}

const cases = tools.flatMap(({ name, input }) => {
  const shape = Object.entries((input as z.ZodObject).shape)
  return shape.flatMap(([argument, type]) =>
    choicesOf(type as z.ZodType).map((value) => ({ name, argument, value, told: value ?? '' })),
  )
})

describe('each argument of each tool', () => {
  beforeAll(async () => {
    const { sql, config } = stores
    const served = { account_id: account.id, status: 'verified' }
    await sql`
      insert into domains ${sql([
        { ...served, id: uuidv7(), type: 'subdomain', host: `every-argument.${hostWithoutPort(config.BASE_DOMAIN)}` },
        { ...served, id: uuidv7(), type: 'branded', host: 'links.every-argument.example' },
      ])}`
  })

  it.each(cases)('$name accepts $argument $told', async ({ name, argument, value }) => {
    const args = await argumentsOf(name, argument, value)
    const answer = await agent.call(name, args)
    expect(answer.isError ? answer.told : 'accepted', JSON.stringify(args)).toBe('accepted')
  })
})

async function argumentsOf(name: string, argument: string, value: unknown): Promise<Arguments> {
  const base = (await needed[name]?.()) ?? {}
  const own = special[`${name}.${argument}`]
  if (own !== undefined) return { ...base, ...(await own(value)) }
  if (value !== undefined) return { ...base, [argument]: value }
  if (argument in base) return base
  const sample = values[argument]
  if (sample === undefined) throw new Error(`${name}.${argument} has no value to be called with`)
  return { ...base, [argument]: await sample() }
}
