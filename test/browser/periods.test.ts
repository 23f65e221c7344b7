import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../stack/eventually.ts'
import { findChromium } from './find-chromium.ts'
import { seedClicks } from './planted.fixture.ts'
import { choose, loaded } from './stack.ts'
import { call, page, useOwner, web } from './web.fixture.ts'

const chromium = await findChromium()

const setHidden = (page: Page, isHidden: boolean) =>
  page.evaluate((value) => {
    Object.defineProperty(document, 'hidden', { configurable: true, value })
  }, isHidden)

describe.skipIf(chromium === undefined)('periods and the chart, in Chromium', () => {
  useOwner(chromium)
  beforeAll(() => seedClicks(web, 2_000))
  const open = async (path: string) => {
    await page.goto(`${web.origin}/app${path}`)
    await loaded(page)
  }
  const params = () => Object.fromEntries(new URL(page.url()).searchParams)
  const chart = () => page.getByRole('region', { name: 'Traffic over time' })
  const bars = async () => (await chart().getByRole('row').count()) - 1
  const metrics = () => page.getByRole('group', { name: 'Metrics' }).innerText()
  /** A page of the same user at another time, with the URLs that it requests. */
  async function openAt(time: string, path: string) {
    const storageState = await page.context().storageState()
    const context = await page.context().browser()?.newContext({ storageState, timezoneId: 'UTC' })
    const other = await context?.newPage()
    if (context === undefined || other === undefined) throw new Error('no browser')
    const asked: string[] = []
    other.on('request', (request) => asked.push(request.url()))
    await other.clock.install({ time })
    await other.goto(`${web.origin}/app${path}`)
    return { other, asked, close: () => context.close() }
  }

  it('chooses a period by key, lists the keys, and draws a year by week, or as chosen', async () => {
    await open('/analytics')
    await page.keyboard.press('m')
    await page.waitForURL(/period=month/)
    await page.getByRole('button', { name: 'This month' }).click()
    const periods = page.getByRole('dialog', { name: 'Period' }).getByRole('list', { name: 'Periods' })
    await periods.getByRole('button', { name: 'Last month' }).click()
    await page.waitForURL(/period=last-month/)
    await loaded(page)
    await page.keyboard.press('f')
    await page.waitForURL(/period=12m/)
    await loaded(page)
    expect(await bars()).toBeLessThan(60)
    await choose(chart(), 'Month')
    await page.waitForURL(/by=month/)
    await loaded(page)
    expect(await bars()).toBeLessThan(14)
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByText('Year to date').waitFor()
    await page.keyboard.press('Escape')
  })

  it('zooms into the chart by dragging, and with the keyboard', async () => {
    await open('/analytics')
    const frame = chart().getByRole('group', { name: /^Chart/ })
    const box = await frame.boundingBox()
    if (box === null) throw new Error('the chart has no box')
    await page.mouse.move(box.x + 0.4 * box.width, box.y + 100)
    await page.mouse.down()
    await page.mouse.move(box.x + 0.6 * box.width, box.y + 100, { steps: 4 })
    await page.mouse.up()
    await page.waitForURL(/from=/)
    await loaded(page)
    const { from = '', to = '' } = params()
    const days = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1
    expect(days).toBeGreaterThan(4)
    expect(days).toBeLessThan(9)
    await frame.focus()
    for (const key of ['ArrowLeft', 'Shift+ArrowLeft', 'Shift+ArrowLeft', 'Enter']) await page.keyboard.press(key)
    await eventually(() => expect(params()['to'] ?? '').not.toBe(to))
    expect((Date.parse(params()['to'] ?? '') - Date.parse(params()['from'] ?? '')) / 86_400_000).toBe(2)
  })

  it('shows the tooltip of the chart on one line per value', async () => {
    await open('/analytics')
    const box = await chart().locator('svg').first().boundingBox()
    await page.mouse.move((box?.x ?? 0) + 300, (box?.y ?? 0) + 100)
    const line = chart().getByText('Previous period', { exact: true }).first().locator('..')
    await eventually(async () => expect((await line.boundingBox())?.height).toBeLessThan(24))
  })

  it('keeps the period from page to page, until another one is chosen', async () => {
    await open('/campaigns?period=90d')
    await page.locator('main').getByRole('link').first().click()
    await page.waitForURL(/campaigns\/.*period=90d/)
    const nav = (name: string) =>
      page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name }).first().click()
    await nav('Analytics')
    await page.waitForURL(/analytics\?period=90d/)
    await loaded(page)
    await page.keyboard.press('t')
    await eventually(() => expect(params()).toEqual({}))
    await nav('Campaigns')
    await page.getByRole('heading', { name: 'Campaigns', level: 1 }).waitFor()
    expect(params()).toEqual({})
  })

  it('exports every card as CSV and PNG', async () => {
    await open('/analytics')
    for (const name of ['chart', 'links', 'referrers', 'map', 'devices']) {
      for (const [format, start] of [
        ['PNG', '\x89PNG'],
        ['CSV', ''],
      ] as const) {
        await page.getByRole('button', { name: `Export ${name}`, exact: true }).click()
        const [file] = await Promise.all([
          page.waitForEvent('download'),
          page.getByRole('menuitem', { name: format }).click(),
        ])
        const content = await readFile(await file.path(), 'latin1')
        expect(content.startsWith(start), `${name} as ${format}`).toBe(true)
        expect(content.length).toBeGreaterThan(30)
      }
    }
  })

  it('keeps the filters in one row of an opaque bar, with the chips below', async () => {
    await open('/analytics?device=mobile&traffic=all&country=de')
    const bar = page.getByRole('group', { name: 'Report filters' })
    const top = async (name: string) => (await bar.getByRole('combobox', { name }).boundingBox())?.y ?? 0
    const filter = (await bar.getByRole('button', { name: 'Filter', exact: true }).boundingBox())?.y ?? -1
    for (const name of ['Traffic', 'Type', 'Compare to'])
      expect(Math.abs((await top(name)) - filter), name).toBeLessThan(4)
    const color = await bar.evaluate((element) => getComputedStyle(element).backgroundColor)
    expect(color).toMatch(/^rgb\(/)
  })

  it.each([
    ['', ['overview', 'timeline', 'top-performing-urls']],
    ['/analytics', ['overview', 'timeline', 'clicks/all']],
    ['/campaigns', ['campaigns']],
  ])('moves on to the next day while a page stays open: %s', async (path, reports) => {
    const { other, asked, close } = await openAt('2031-05-05T12:00:00Z', path)
    const expectAsked = (day: string) =>
      eventually(() => {
        for (const report of reports) {
          expect(asked, report).toContainEqual(expect.stringMatching(new RegExp(`/${report}\\?.*endDate=${day}(&|$)`)))
        }
      })
    await expectAsked('2031-05-05')
    await other.clock.fastForward('13:00:00')
    await expectAsked('2031-05-06')
    await close()
  })

  it('draws only the hours of today that have begun: clicks, scans, and the clicks of compared campaigns', async () => {
    const [one, two] = (await call('GET', '/campaigns')).data
    const content = { content_type: 'url', content_data: { url: 'https://example.com/hours' }, tracking_enabled: true }
    const code = (await call('POST', '/qr-codes/generate', content)).data.qrCode.id
    for (const [path, name] of [
      ['/analytics?period=today', 'Clicks'],
      ['/analytics?from=2031-05-05&to=2031-05-06', 'Clicks'],
      [`/qr-codes/${code}?period=today`, 'Scans'],
      [`/campaigns?period=today&compared=${one.id},${two.id}`, 'Clicks per campaign'],
    ] as const) {
      const { other, close } = await openAt('2031-05-05T12:20:00Z', path)
      const hours = other.getByRole('table', { name, exact: true }).getByRole('rowheader')
      await eventually(async () => expect(await hours.count(), path).toBe(13))
      expect(await hours.last().innerText(), path).toContain('12:00')
      await close()
    }
  })

  it('compares the totals of a day up to the current minute, unless the page is hidden', async () => {
    const { other, asked, close } = await openAt('2031-05-05T12:17:00Z', '/analytics?period=today')
    const ends = () =>
      asked
        .filter((url) => url.includes('/overview?'))
        .map((url) => new URL(url).searchParams.get('endDate') ?? '')
        .filter((end) => end.startsWith('2031-05-04'))
    await eventually(() => expect(ends()).toEqual([expect.stringMatching(/T12:17:/)]))
    await other.clock.runFor(60_000)
    await eventually(() => expect(ends().at(-1)).toMatch(/T12:1[89]:00.000Z$/))
    await setHidden(other, true)
    const before = ends()
    await other.clock.runFor(5 * 60_000)
    expect(ends()).toEqual(before)
    await setHidden(other, false)
    await other.clock.runFor(20_000)
    await eventually(() => expect(ends().at(-1)).toMatch(/T12:2[3-9]:00.000Z$/))
    await close()
  })

  it('shows no figures of the old comparison while the new one loads', async () => {
    await open('/analytics?period=7d')
    const column = (name: string) => chart().getByRole('columnheader', { name })
    await column('Previous period').waitFor()
    await eventually(async () => expect(await metrics()).toMatch(/% vs\. previous period/))
    let letGo = () => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    const asked = new Set<string>()
    const isOfLastYear = ({ searchParams }: URL) =>
      Date.parse(searchParams.get('startDate') ?? '') < Date.now() - 300 * 86_400_000
    await page.route(isOfLastYear, async (route) => {
      asked.add(new URL(route.request().url()).pathname.split('/').at(-1) ?? '')
      await held
      await route.continue()
    })
    await page.getByRole('combobox', { name: 'Compare to' }).selectOption('Previous year')
    await eventually(() => expect([...asked].sort()).toEqual(['overview', 'timeline']))
    expect(await metrics()).not.toContain(' vs. ')
    expect(await column('Previous year').count()).toBe(0)
    letGo()
    await column('Previous year').waitFor()
    await eventually(async () => expect(await metrics()).toContain('No data for the previous year'))
    await page.unrouteAll({ behavior: 'wait' })
  })

  it('compares weeks with the same days of the previous period, each of which is counted once', async () => {
    const isByDay = (url: string) => /\/timeline\?.*granularity=day/.test(url)
    const [request] = await Promise.all([
      page.waitForRequest((sent) => isByDay(sent.url())),
      page.goto(`${web.origin}/app/analytics?by=week`),
    ])
    const { data } = await (await page.request.get(request.url())).json()
    const clicks = data.reduce((sum: number, day: { clicks: number }) => sum + day.clicks, 0)
    expect(clicks).toBeGreaterThan(0)
    await eventually(async () => {
      const lines = await chart().locator('tbody tr').allInnerTexts()
      const earlier = lines.map((line) => Number(line.split('\t')[2]?.replaceAll(',', '')))
      expect(earlier.reduce((sum, value) => sum + value, 0)).toBe(clicks)
    })
    await choose(page, 'Chart visitors')
    await page.getByText('Visitors are compared by day only.').waitFor()
  })

  it('logs no browser errors', () => {
    expect(web.complaints).toEqual([])
  })
})
