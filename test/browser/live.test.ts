import { describe, expect, it } from 'vitest'
import { eventually } from '../stack/eventually.ts'
import { findChromium } from './find-chromium.ts'
import { visit } from './signed-in.ts'
import { loaded } from './stack.ts'
import { call, page, useOwner, web } from './web.fixture.ts'

const chromium = await findChromium()

/** Five times as long as on a quiet machine. */
const liveWithinMs = 5 * 3_000

describe.skipIf(chromium === undefined)('live figures, in Chromium', () => {
  useOwner(chromium)
  let id = ''
  const mark = () => page.getByRole('region', { name: 'Recent clicks' })
  const isLive = (text = 'Live') => mark().getByText(text, { exact: true }).waitFor()
  const open = async (path: string) => {
    await page.goto(`${web.origin}/app${path}`)
    await loaded(page)
    await isLive()
  }
  const region = (name: string) => page.getByRole('region', { name, exact: true })
  const figure = (name: string) =>
    page.getByRole('group', { name: 'Metrics' }).getByText(name, { exact: true }).locator('..').innerText()
  /** The page of a link has the total of the link instead of a list of links. */
  const totals = (path: string) => region(path.startsWith('/links') ? 'Activity' : 'Links and campaigns').innerText()
  const lastBar = async (name: string) => (await region(name).getByRole('row').last().innerText()).split('\t')[1]

  it('moves every figure on Home soon after the first click', async () => {
    const { data } = await call('POST', '/short-urls', { url: 'https://example.com/', custom_alias: 'live' })
    id = data.id
    await open('/')
    const start = performance.now()
    await visit(web, 'live', 1)
    const tile = (name: string) => page.locator('dl > div').filter({ hasText: name }).locator('dd').first().innerText()
    await eventually(async () => {
      expect([await tile('Clicks'), await tile('Visitors'), await lastBar('Clicks')]).toEqual(['1', '1', '1'])
      expect(await region('Top links').getByRole('listitem').count()).toBe(1)
      expect(await mark().getByRole('listitem').count()).toBe(1)
    })
    const tookMs = Math.round(performance.now() - start)
    expect(tookMs, 'ms from the click to the last figure').toBeLessThan(liveWithinMs)
  })

  it('moves the figures of Analytics and of a link, with one stream for all cards', async () => {
    const streams: string[] = []
    page.on('request', (request) => request.url().endsWith('/api/app/live') && streams.push(request.url()))
    for (const [index, path] of ['/analytics', `/links/${id}`, `/analytics?period=24h`].entries()) {
      streams.length = 0
      await open(path)
      await visit(web, 'live', 1, 10 + index)
      const clicks = String(index + 2)
      await eventually(async () => {
        expect(await figure('Clicks')).toContain(clicks)
        expect(await lastBar('Traffic over time')).toBe(clicks)
        expect(await mark().getByRole('listitem').count()).toBe(index + 2)
        expect(await totals(path)).toContain(clicks)
      })
      expect(streams).toHaveLength(1)
    }
  })

  it('says so while figures cannot be updated, and catches up', async () => {
    await open('/analytics')
    await page.route('**/api/v1/analytics/**', (route) => route.fulfill({ status: 500, body: '{}' }))
    await visit(web, 'live', 1, 20)
    await isLive('Reconnecting')
    await page.unrouteAll()
    await isLive()
    await eventually(async () => expect(await figure('Clicks')).toContain('5'))
  })

  it('stay live when the object of a page was deleted elsewhere', async () => {
    const { data: campaign } = await call('POST', '/campaigns', { name: 'Deleted elsewhere' })
    await page.goto(`${web.origin}/app/campaigns/${campaign.id}`)
    await page.getByRole('heading', { name: 'Deleted elsewhere', level: 1 }).waitFor()
    await loaded(page)
    await call('DELETE', `/campaigns/${campaign.id}`)
    const refused = page.waitForResponse((response) => response.status() === 404)
    await visit(web, 'live', 1, 30)
    await refused
    await page.getByRole('link', { name: 'Home', exact: true }).click()
    await isLive()
    expect(await page.getByText('Reconnecting').count()).toBe(0)
  })

  it.each([
    ['returns errors', { status: 503, body: '{}' }],
    ['does not respond', null],
    ['is down', 'connectionrefused'],
  ] as const)('is not live while the API %s', async (_, answer) => {
    await page.clock.install({ time: Date.now() })
    await page.route('**/api/app/live', async (route) => {
      if (typeof answer === 'string') await route.abort(answer)
      else if (answer !== null) await route.fulfill(answer)
    })
    await page.goto(`${web.origin}/app/analytics`)
    await mark().getByText('Connecting').or(mark().getByText('Reconnecting')).waitFor()
    await eventually(async () => {
      await page.clock.runFor(5_000)
      expect(await mark().getByText('Reconnecting').count()).toBe(1)
    })
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await eventually(async () => {
      await page.clock.runFor(10_000)
      expect(await mark().getByText('Live', { exact: true }).count()).toBe(1)
    })
  })
})
