import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { relayFacts } from '#model/publish/relay-facts.ts'
import { storeClicks } from '../../factories/clicks.ts'
import { expectError } from '../support/expect-error.ts'
import { openReports, type Reports } from '../support/reports.ts'

let reports: Reports
let standard: { id: string }

/**
 * Clicks of two slugs:
 *   pair   1 on a subdomain, 2 on a branded domain
 *   twin   3 on the base domain, 4 on the subdomain
 */
beforeAll(async () => {
  reports = await openReports()
  const { account, api, key, makeUrl, stores } = reports
  for (const [path, body] of [
    ['/domains/subdomains', { subdomain: 'several' }],
    ['/domains/branded', { domain: 'go.several.example' }],
  ] as const)
    expect((await api.request('POST', path, { key, body })).status).toBe(201)
  await stores.sql`update domains set status = 'verified', verified_at = now() where account_id = ${account.id}`
  const onSubdomain = { url_type: 'subdomain', subdomain: 'several' }
  const onBranded = { url_type: 'branded', branded_domain: 'go.several.example' }
  standard = await makeUrl({ custom_alias: 'twin' })
  const links = [
    await makeUrl({ custom_alias: 'pair', ...onSubdomain }),
    await makeUrl({ custom_alias: 'pair', ...onBranded }),
    standard,
    await makeUrl({ custom_alias: 'twin', ...onSubdomain }),
  ]
  await stores.sql.begin((tx) => relayFacts(tx, stores.ch))
  const click = (link_id: string) => ({ account_id: account.id, link_id, at: '2026-03-01T12:00:00Z' })
  await storeClicks(
    stores.ch,
    links.flatMap(({ id }, place) => Array.from({ length: place + 1 }, () => click(id))),
  )
})
afterAll(() => reports.close())

const period = 'dateRange=all_time'

async function readTimeline(id: string, query: string): Promise<number> {
  const { data } = await reports.read(`/analytics/timeline/${id}?${period}&${query}`)
  return data.reduce((sum: number, { clicks }: { clicks: number }) => sum + clicks, 0)
}

async function countExported(id: string, query: string): Promise<number> {
  const { status, text } = await reports.ask(`/analytics/export?format=ndjson&shortUrlId=${id}&${period}&${query}`)
  expect(status, text).toBe(200)
  return text.split('\n').length - 1
}

describe.each([
  ['reports', readTimeline, (id: string, query: string) => `/analytics/timeline/${id}?${query}`],
  ['exports', countExported, (id: string, query: string) => `/analytics/export?shortUrlId=${id}&${query}`],
])('%s of a slug on several domains', (_, count, path) => {
  it('return 400 with advice that works', async () => {
    const refused = await reports.ask(path('pair', ''))
    expectError(refused, { status: 400, code: 'BAD_REQUEST' })
    expect(refused.json.error.message).toContain('Add `url_type`, `subdomain`, or `branded_domain`')
    expect(refused.json.error.details.candidates).toHaveLength(2)
    expect(await count('pair', 'url_type=subdomain')).toBe(1)
    expect(await count('pair', 'urlType=branded')).toBe(2)
    expect(await count('pair', 'subdomain=several')).toBe(1)
    expect(await count('pair', 'branded_domain=go.several.example')).toBe(2)
  })

  it.each([
    ['', 3],
    ['url_type=standard', 3],
    ['url_type=subdomain', 4],
    ['urlType=all', 3],
    ['urlType=-standard', 0],
    ['subdomain=several', 4],
  ])('are those of the base domain, unless another one is given: %s', async (query, clicks) => {
    expect(await count('twin', query)).toBe(clicks)
  })

  it('keep a filter by type that the short URL does not match', async () => {
    expect(await count('twin', 'url_type=branded')).toBe(0)
    expect(await count(standard.id, 'url_type=subdomain')).toBe(0)
  })

  it('return 404 if the given domain does not have the slug', async () => {
    const refused = await reports.ask(path('twin', 'branded_domain=go.several.example'))
    expectError(refused, { status: 404, code: 'NOT_FOUND' })
  })
})
