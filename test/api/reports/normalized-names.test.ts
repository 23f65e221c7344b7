import { beforeAll, expect, it } from 'vitest'
import { openPipeline } from '../../../workers/clicks/pipeline.fixture.ts'
import { processBatch } from '../../../workers/clicks/process-batch.ts'
import { chromeAgent, clickBatch, googlebotAgent, rawClick } from '../../factories/click-batch.ts'
import { account, links, read, stores, useClicks } from '../support/analytics.ts'

useClicks()

const mozilla = 'Mozilla/5.0'
const agents = {
  chrome: chromeAgent,
  headless: `${mozilla} (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/126.0.0.0 Safari/537.36`,
  edge: `${chromeAgent} Edg/126.0.0.0`,
  firefox: `${mozilla} (X11; Ubuntu; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0`,
  iphone: `${mozilla} (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1`,
  mac: `${mozilla} (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15`,
  android: `${mozilla} (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36`,
  curl: 'curl/8.5.0',
  bot: googlebotAgent,
}

/**
 * Visits on May 15, 2026 in the format of a redirector, stored as a worker does: from London, except one from
 * Germany.
 */
beforeAll(async () => {
  const visit = { account_id: account.id, link_id: links.plain, clicked_at: String(Date.parse('2026-05-15T12:00:00Z')) }
  const visits = Object.values(agents).map((user_agent) => rawClick({ ...visit, user_agent }))
  const german = { language: 'de-AT', ip_prefix: '2a02:908:0::', referrer: '', query: 'utm_source=Mail' }
  await processBatch(openPipeline(stores), clickBatch([...visits, rawClick({ ...visit, ...german })]))
})

const day = 'startDate=2026-05-15&endDate=2026-05-15'
const namesOf = (rows: Record<string, unknown>[], member: string) => rows.map((row) => [row[member], row['clicks']])

it('names of browsers, systems and device types are normalized', async () => {
  const { data } = await read(`/device/plain?${day}&browser=-headless`)
  expect(Object.fromEntries(namesOf(data.browsers, 'name'))).toMatchObject({
    Chrome: 3,
    Edge: 1,
    Firefox: 1,
    Safari: 2,
  })
  expect(Object.fromEntries(namesOf(data.operating_systems, 'name'))).toMatchObject({
    Windows: 3,
    macOS: 1,
    Linux: 1,
    Android: 1,
    iOS: 1,
  })
  expect(Object.fromEntries(namesOf(data.device_types, 'type'))).toMatchObject({ desktop: 5, mobile: 2 })
})

it('country codes are in lower case, even if a filter has them in upper case', async () => {
  const { countries } = await read(`/location/plain?${day}&traffic=all`)
  expect(namesOf(countries, 'country_code')).toEqual([
    ['gb', 9],
    ['de', 1],
  ])
  expect((await read(`/location/plain?${day}&countryCode=DE`)).total_clicks).toBe(1)
})

it('scripted clients are counted, bots only on request', async () => {
  const clicks = async (traffic: string) => (await read(`/location/plain?${day}&traffic=${traffic}`)).total_clicks
  expect((await clicks('all')) - (await clicks('default'))).toBe(await clicks('bot'))
  expect(await clicks('bot')).toBeGreaterThan(0)
  expect((await read(`/device/plain?${day}&browser=unknown`)).data.browsers).toMatchObject([{ clicks: 1 }])
})

it('sources, languages and UTM parameters are returned', async () => {
  expect(await read(`/traffic-sources/plain?${day}&countryCode=de`)).toEqual([
    { source: 'Direct', clicks: 1, percentage: 100 },
  ])
  expect(namesOf(await read(`/languages/plain?${day}&countryCode=de`), 'language')).toEqual([['de', 1]])
  const { data } = await read(`/utm/plain?${day}`)
  expect(data).toMatchObject([{ utm_source: 'Mail', utm_medium: null, clicks: 1 }])
})
