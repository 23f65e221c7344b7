import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { purgeClicks } from '#model/clicks/purge-clicks.ts'
import { relayFacts } from '#model/publish/relay-facts.ts'
import { ch, uuid } from '#runtime/ch-tag.ts'
import { reports } from '../../../api/reports/index.ts'
import { createAccount, type TestAccount } from '../../factories/account.ts'
import { storeClicks } from '../../factories/clicks.ts'
import { createKey } from '../../factories/key.ts'
import { createQrCode } from '../../factories/qr-codes.ts'
import { eventually } from '../../stack/eventually.ts'
import { openTestStores, type TestStores } from '../../stack/stores.ts'
import { startApi, type TestApi } from '../support/http.ts'

let stores: TestStores
let api: TestApi
let account: TestAccount
let key: string
let codeId: string

beforeAll(async () => {
  stores = await openTestStores({ RATE_LIMIT_FACTOR: '0' })
  api = await startApi(stores)
  account = await createAccount(stores.sql)
  key = (await createKey(stores.sql, account)).key
  codeId = (await createQrCode(stores.sql, account)).id
})
afterAll(async () => {
  await api.close()
  await stores.close()
})

async function makeUrl(custom_alias: string): Promise<string> {
  const { json } = await api.request('POST', '/short-urls', { key, body: { url: 'https://example.com', custom_alias } })
  await stores.sql.begin((tx) => relayFacts(tx, stores.ch))
  return json.data.id
}

/** Clicks and a scan with the name in every field. */
const store = (link_id: string, name: string) =>
  storeClicks(
    stores.ch,
    [1, 2, 3].map((number) => ({
      account_id: account.id,
      link_id,
      at: `2026-03-0${number}T10:00:00Z`,
      visitor_id: String(name.length * 100 + number),
      browser: name,
      os: name,
      country: name,
      country_code: name.slice(0, 2),
      city: name,
      language: name,
      source: 'Referral' as const,
      referrer_domain: `${name}.example`,
      utm_source: name,
      ...(number === 3 && { qr_code_id: codeId }),
    })),
  )

const period = 'startDate=2026-03-01&endDate=2026-03-31&limit=50'

/** The response of every analytics endpoint, without timestamps. */
async function answers(): Promise<Record<string, unknown>> {
  const told: Record<string, unknown> = {}
  for (const { path } of reports) {
    const url = path.replace('{id}', path.startsWith('/qranalytics') ? codeId : 'all')
    const more = path.endsWith('/export') ? '&dataset=clicks&format=ndjson' : ''
    const { status, text, json } = await api.request('GET', `${url}?${period}${more.replace('&limit=50', '')}`, { key })
    expect([path, status, status === 200 ? '' : text]).toEqual([path, 200, ''])
    told[path] = json === undefined ? text : { ...json.data, generated_at: undefined }
  }
  return told
}

const purge = (when?: 'now') =>
  stores.sql.begin((tx) => purgeClicks(tx, { sql: stores.sql, clickhouse: stores.ch }, when))
const letPass = (seconds: number) =>
  stores.sql`update deleted_links set deleted_at = deleted_at - make_interval(secs => ${seconds})`

const countStored = async (link_id: string) => {
  const [row] = await stores.ch.query(
    ch`select count() as clicks from clicks where account_id = ${uuid(account.id)} and link_id = ${uuid(link_id)}`,
    z.object({ clicks: z.int() }),
  )
  return row?.clicks
}
const countPurges = async (link_id: string) =>
  (await stores.sql`select purges from deleted_links where link_id = ${link_id}`)[0]?.['purges']

it('DELETE /short-urls/{id} removes the clicks from every report at once, and stored clicks with the next purge', async () => {
  await store(await makeUrl('stays'), 'stays')
  const before = await answers()
  const ghost = await makeUrl('ghost')
  await store(ghost, 'ghost')
  const between = await answers()
  for (const path of Object.keys(before)) expect([path, between[path]]).not.toEqual([path, before[path]])

  expect((await api.request('DELETE', `/short-urls/${ghost}`, { key })).status).toBe(200)
  expect(await answers(), 'before any worker has run').toEqual(before)
  await purge()
  expect(await countStored(ghost), 'until the night').toBe(3)
  await purge('now')
  await eventually(async () => expect(await countStored(ghost)).toBe(0))

  // A batch that was claimed before the deletion may be stored until its time limit, half a minute later.
  await letPass(29)
  await store(ghost, 'ghost')
  expect(await answers(), 'with a click that arrived late').toEqual(before)

  // Once its clicks are gone, nothing needs to be left out.
  await letPass(42)
  await eventually(async () => {
    await purge('now')
    expect(await countPurges(ghost)).toBe(3)
  })
  expect(await countStored(ghost)).toBe(0)
  expect(await answers()).toEqual(before)
})

it('leaves the clicks out of campaign analytics, which agree with the record', async () => {
  const post = (path: string, body: object) => api.request('POST', path, { key, body })
  const campaign = (await post('/campaigns', { name: 'Spring' })).json.data.id
  const leaving = await makeUrl('leaving')
  await api.request('PUT', `/short-urls/${leaving}`, { key, body: { campaign_id: campaign } })
  await stores.sql.begin((tx) => relayFacts(tx, stores.ch))
  await store(leaving, 'leaving')
  const clicks = async () =>
    (await api.request('GET', `/campaigns/${campaign}/analytics`, { key })).json.data.total_clicks
  expect(await clicks()).toBe(3)
  expect((await api.request('DELETE', `/short-urls/${leaving}`, { key })).status).toBe(200)
  expect(await clicks()).toBe(0)
})
