import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createExperiment, type MadeExperiment } from '../../factories/experiments.ts'
import { tokenOf } from '../support/conversions.ts'
import { openReports, type Reports } from '../support/reports.ts'

const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
let reports: Reports
let test: MadeExperiment

beforeAll(async () => {
  reports = await openReports()
})
beforeEach(async () => {
  test = await createExperiment(reports.stores, reports.account, { status: 'running', conversions_enabled: true })
})
afterAll(() => reports.close())

const load = (query: string, init: RequestInit = {}) =>
  fetch(`${reports.api.url}/t/c.gif${query}`, { ...init, headers: { 'user-agent': browser, ...init.headers } })
const recorded = () => reports.stores.sql`
  select event_name, variant_id, value from conversions where test_id = ${test.id}`

describe('GET /t/c.gif?cid=', () => {
  it('returns an uncacheable one-pixel image, and records the conversion', async () => {
    const answer = await load(`?cid=${tokenOf(test, 1)}`)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('image/gif')
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect(bytes.subarray(0, 6).toString()).toBe('GIF89a')
    expect([bytes.readUInt16LE(6), bytes.readUInt16LE(8)]).toEqual([1, 1])
    expect(await recorded()).toEqual([{ event_name: 'conversion', variant_id: test.variant_ids[1], value: null }])
  })

  it('counts once, however often and concurrently it is loaded', async () => {
    const cid = tokenOf(test)
    await Promise.all(Array.from({ length: 10 }, () => load(`?cid=${cid}`)))
    await load(`?cid=${cid}`)
    expect((await recorded()).count).toBe(1)
  })

  it('records the same conversion as an unnamed API request', async () => {
    const click_id = tokenOf(test)
    await load(`?cid=${click_id}`)
    const { status } = await reports.api.request('POST', '/conversions', { key: reports.key, body: { click_id } })
    expect(status).toBe(200)
  })

  it.each([
    '',
    '?cid=',
    '?cid=x',
    `?cid=${'A'.repeat(64)}`,
    `?cid=${'A'.repeat(5_000)}`,
    '?cid=%00',
    '?cid=%E0%A4%A',
    '?cid[]=x',
    '?cid=a&cid=b',
  ])('still returns an image, but records nothing: %s', async (query) => {
    const answer = await load(query)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/gif'])
    expect((await recorded()).count).toBe(0)
  })

  it('returns an image after the test has ended', async () => {
    const cid = tokenOf(test)
    await reports.stores.sql`update ab_tests set status = 'completed', secret = null where id = ${test.id}`
    expect((await load(`?cid=${cid}`)).status).toBe(200)
    expect((await recorded()).count).toBe(0)
  })

  it('does not count bots, prefetches or HEAD requests', async () => {
    const cid = tokenOf(test)
    await load(`?cid=${cid}`, { headers: { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' } })
    await load(`?cid=${cid}`, { headers: { 'sec-purpose': 'prefetch' } })
    expect((await load(`?cid=${cid}`, { method: 'HEAD' })).status).toBe(200)
    expect((await recorded()).count).toBe(0)
  })
})
