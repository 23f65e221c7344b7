import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { relayFacts } from '#model/publish/relay-facts.ts'
import { storeClicks } from '../../factories/clicks.ts'
import { openReports, type Reports } from '../support/reports.ts'

/** Tags whose lowercase letters differ between Postgres and JavaScript: a dotted capital I, and a sigma at the end of a word. */
const tags = ['İzmir', 'ΟΔΟΣ']

let reports: Reports
beforeAll(async () => {
  reports = await openReports()
  const { account, stores } = reports
  const tagged = await reports.makeUrl({ custom_alias: 'tagged', name: 'tagged', tags, utm_source: 'x' })
  const plain = await reports.makeUrl({ custom_alias: 'plain', name: 'plain', utm_source: 'x' })
  await stores.sql.begin((tx) => relayFacts(tx, stores.ch))
  const click = { account_id: account.id, at: '2026-03-01T12:00:00Z', utm_source: 'x' }
  await storeClicks(stores.ch, [
    { ...click, link_id: tagged.id },
    { ...click, link_id: tagged.id, visitor_id: '2' },
    { ...click, link_id: plain.id },
  ])
})
afterAll(() => reports.close())

const named = (urls: { name: string }[]) => urls.map(({ name }) => name)

/** What the reports show of the short URLs with these tags. */
async function show(filter: string) {
  const query = `dateRange=all_time&tags=${encodeURIComponent(filter)}`
  const top = await reports.read(`/analytics/top-performing-urls?${query}`)
  const overview = await reports.read(`/analytics/overview?${query}`)
  const withUtm = await reports.read(`/analytics/urls-with-utm?${query}`)
  const timeline = await reports.read(`/analytics/timeline?${query}`)
  return {
    top: named(top.data.urls),
    overview: [overview.data.total_urls, overview.data.total_clicks],
    withUtm: named(withUtm.data),
    timeline: timeline.data.reduce((sum: number, { clicks }: { clicks: number }) => sum + clicks, 0),
  }
}

describe('reports of both stores', () => {
  it.each([...tags, 'none,İzmir'])('find the tag %s', async (tag) => {
    expect(await show(tag)).toEqual({ top: ['tagged'], overview: [1, 2], withUtm: ['tagged'], timeline: 2 })
  })

  it.each(tags)('leave the tag %s out', async (tag) => {
    expect(await show(`-${tag}`)).toEqual({ top: ['plain'], overview: [1, 1], withUtm: ['plain'], timeline: 1 })
  })
})
