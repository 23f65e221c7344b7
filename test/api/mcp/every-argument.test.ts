import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { hostWithoutPort } from '#core/visits/host.ts'
import { uuidv7 } from '#runtime/uuid.ts'
import { tools } from '../../../api/mcp/tools.ts'
import { storeClicks } from '../../factories/clicks.ts'
import { createExperiment, type MadeExperiment } from '../../factories/experiments.ts'
import { createLinkOf } from '../../factories/links.ts'
import { createQrCode } from '../../factories/qr-codes.ts'
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
/** These are inserted into the stores: a call of a tool for each case would take most of the time. */
const makeLink = async () => (await createLinkOf(stores, account)).id
const makeCode = async () =>
  (await createQrCode(stores.sql, account, { is_dynamic: true, tracking_enabled: true, link_id: await makeLink() })).id
type Status = 'draft' | 'running' | 'paused'
async function makeTest(tool: string, status: Status = 'draft'): Promise<MadeExperiment> {
  if (!tool.includes('_qr_')) return await createExperiment(stores, account, { status })
  const link_id = await makeLink()
  const given = { is_dynamic: true, tracking_enabled: true, link_id }
  const { id: qr_code_id } = await createQrCode(stores.sql, account, given)
  return await createExperiment(stores, account, { kind: 'qr', status, link_id, qr_code_id })
}

let link: string
let code: string
let campaign: string
beforeAll(async () => {
  agent = await connectCurrent()
  await agent.list()
  link = await make('create_short_url', { url: 'https://example.com/a' })
  code = await make('create_qr_code', content)
  campaign = await make('create_campaign', { name: unique('Campaign') })
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
  get_ab_test: async () => ({ test_id: (await makeTest('get_ab_test')).id }),
  control_ab_test: async () => ({ test_id: (await makeTest('control_ab_test')).id, action: 'start' }),
  create_qr_ab_test: async () => ({ name: 'Test', variants, qr_code_id: await makeCode() }),
  get_qr_ab_test: async () => ({ test_id: (await makeTest('get_qr_ab_test')).id }),
  control_qr_ab_test: async () => ({ test_id: (await makeTest('control_qr_ab_test')).id, action: 'start' }),
}

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

const statusBefore: Record<string, Status> = { pause: 'running', resume: 'paused', complete: 'running' }

const inState = async (name: string, action: string) => ({
  test_id: (await makeTest(name, statusBefore[action])).id,
  action,
})

async function withWinner(name: string, args: Arguments): Promise<Arguments> {
  const { id: test_id, variant_ids } = await makeTest(name, 'running')
  return { test_id, action: 'complete', winner_variant_id: variant_ids[1], ...args }
}

/** Each value of a switch or a choice; otherwise undefined, for a value from the list above. */
function choicesOf(type: z.ZodType): unknown[] {
  if (type instanceof z.ZodOptional || type instanceof z.ZodDefault || type instanceof z.ZodNullable)
    return choicesOf(type.unwrap() as z.ZodType)
  if (type instanceof z.ZodBoolean) return [true, false]
  return type instanceof z.ZodEnum ? type.options : [undefined]
}

/** Tools whose arguments are independent filters of a query of the clicks. */
const isReport = (name: string) => /analytics|^get_top/.test(name)
/** Not every period can be divided into hours. */
const dependsOnPeriod = (argument: string) => argument === 'granularity'

interface Case {
  name: string
  /** Values of choices; undefined for a value from the list above. */
  given: Arguments
}

const choices = tools.flatMap(({ name, input }) =>
  Object.entries((input as z.ZodObject).shape).map(([argument, type]) => ({
    name,
    argument,
    values: choicesOf(type as z.ZodType),
  })),
)

/** A case for each value of each argument. Those of a report are called together: a call accepts all its arguments. */
const cases = tools
  .flatMap(({ name }): Case[] => {
    const own = choices.filter((each) => each.name === name)
    const alone = own.filter(({ argument }) => !isReport(name) || dependsOnPeriod(argument))
    const together = own.filter((each) => !alone.includes(each))
    const free = together.filter(({ values }) => values[0] === undefined)
    const chosen = together.filter((each) => !free.includes(each))
    const turns = Math.max(0, ...chosen.map(({ values }) => values.length))
    return [
      ...alone.flatMap(({ argument, values }) => values.map((value) => ({ name, given: { [argument]: value } }))),
      ...(free.length > 0
        ? [{ name, given: Object.fromEntries(free.map(({ argument }) => [argument, undefined])) }]
        : []),
      ...Array.from({ length: turns }, (_, turn) => ({
        name,
        given: Object.fromEntries(chosen.map(({ argument, values }) => [argument, values[turn % values.length]])),
      })),
    ]
  })
  .map((each) => ({ ...each, shown: JSON.stringify(each.given, (_, value) => value ?? 'a value') }))

it('has a case for each value of each argument', () => {
  const covered = cases.flatMap(({ name, given }) =>
    Object.entries(given).map(([argument, value]) => `${name}.${argument} ${String(value)}`),
  )
  const all = choices.flatMap(({ name, argument, values }) =>
    values.map((value) => `${name}.${argument} ${String(value)}`),
  )
  expect([...new Set(covered)].toSorted()).toEqual(all.toSorted())
  expect(all.length).toBeGreaterThan(400)
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

  it.each(cases)('$name accepts $shown', async ({ name, given }) => {
    const args = { ...(await needed[name]?.()) }
    for (const [argument, value] of Object.entries(given)) {
      if (value !== undefined || !(argument in args)) Object.assign(args, await valueOf(name, argument, value))
    }
    expect(Object.keys(args)).toEqual(expect.arrayContaining(Object.keys(given)))
    const answer = await agent.call(name, args)
    expect(answer.isError ? answer.told : 'accepted', JSON.stringify(args)).toBe('accepted')
  })
})

async function valueOf(name: string, argument: string, value: unknown): Promise<Arguments> {
  const own = special[`${name}.${argument}`]
  if (own !== undefined) return await own(value)
  if (value !== undefined) return { [argument]: value }
  const sample = values[argument]
  if (sample === undefined) throw new Error(`${name}.${argument} has no value to be called with`)
  return { [argument]: await sample() }
}
