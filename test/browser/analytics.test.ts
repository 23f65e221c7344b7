import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { eventually } from '../stack/eventually.ts'
import { findChromium } from './find-chromium.ts'
import { expectGoodPages } from './good-look.ts'
import { plantClicks, seedClicks } from './planted.fixture.ts'
import { choose, expectAccessible, loaded } from './stack.ts'
import { call, page, useOwner, web } from './web.fixture.ts'

const chromium = await findChromium()

describe.skipIf(chromium === undefined)('analytics, in Chromium on the real stack', () => {
  useOwner(chromium)

  const open = async (path: string) => {
    await page.goto(`${web.origin}/app${path}`)
    await loaded(page)
  }
  const card = (name: string) => page.getByRole('region', { name, exact: true })
  const rows = (name: string) => card(name).locator('li button[aria-pressed]')
  const figures = () => page.getByRole('group', { name: 'Metrics' }).innerText()
  /** The metrics and lists, once no stale data is shown. */
  /** Without the changes, which move every quarter of an hour with the start of the previous period. */
  const shown = async () => {
    await loaded(page)
    const told = (await figures()).replace(/[+-]\d+% vs\..*/g, '')
    return [told, ...(await Promise.all([card('Sources').innerText(), card('Devices').innerText()]))]
  }

  /** Filters by the first row of a card and waits until it is the only row. */
  async function narrow(name: string, url: RegExp) {
    await loaded(page)
    await rows(name).first().click()
    await page.waitForURL(url)
    await eventually(async () => expect(await rows(name).count()).toBe(1))
  }

  it('filters by clicked rows, and restores the filters from the URL', async () => {
    await seedClicks(web, 5_000)
    await open('/analytics')
    const all = await shown()
    await narrow('Sources', /referrer=/)
    await card('Locations').getByRole('tab', { name: 'Cities' }).click()
    await narrow('Locations', /city=/)
    await card('Devices').getByRole('tab', { name: 'OS' }).click()
    await narrow('Devices', /os=/)
    await choose(page, '90 days')
    await choose(page, 'Chart visitors')
    await page.waitForURL(/metric=visitors/)
    const filtered = await shown()
    expect(filtered[0]).not.toBe(all[0])
    await page.reload()
    await eventually(async () => expect(await shown()).toEqual(filtered))
    expect(await card('Locations').getByRole('tab', { name: 'Cities' }).getAttribute('aria-selected')).toBe('true')
    expect(await page.getByRole('radio', { name: 'Chart visitors' }).isChecked()).toBe(true)
    // Remove the filters: by the row, then by their chips.
    await rows('Devices').first().click()
    await eventually(() => expect(page.url()).not.toContain('os='))
    await page.getByRole('button', { name: /^Referrer: .* remove filter/ }).click()
    await page.getByRole('button', { name: /^City: .* remove filter/ }).click()
    await choose(page, '30 days')
    await card('Devices').getByRole('tab', { name: 'Devices' }).click()
    await eventually(async () => expect(await shown()).toEqual(all))
  })

  it('filters by map country, bots, scans, and a custom range, all stored in the URL', async () => {
    await open('/analytics')
    const map = card('Locations').getByRole('img', { name: /World map/ })
    await map.locator('[data-code="br"]').click()
    await page.waitForURL(/country=br/)
    await page.getByRole('button', { name: /^Country: Brazil.*remove filter/ }).waitFor()
    await page.getByRole('button', { name: /^Bots/ }).click()
    await page.waitForURL(/traffic=bot/)
    await page.getByRole('button', { name: /^QR scans/ }).click()
    await page.waitForURL(/trigger=qr/)
    await page.getByRole('combobox', { name: 'Compare to' }).selectOption('Previous year')
    await page.waitForURL(/compare=year/)
    const overTime = card('Traffic over time')
    await overTime.getByRole('columnheader', { name: 'Previous year' }).waitFor()
    await overTime.getByRole('table').locator('xpath=../preceding-sibling::div').hover()
    await eventually(async () => expect(await overTime.getByText('Previous year', { exact: true }).count()).toBe(3))
    expect(await overTime.getByText(/previous period/i).count()).toBe(0)
    await page.getByRole('button', { name: 'More periods' }).click()
    await page.getByLabel('Start date').fill('2026-01-05')
    await page.getByLabel('End date').fill('2026-01-06')
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.getByRole('button', { name: /Jan 5\s–\s6, 2026/ }).waitFor()
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
      country: 'br',
      traffic: 'bot',
      trigger: 'qr',
      compare: 'year',
      from: '2026-01-05',
      to: '2026-01-06',
    })
  })

  it('compares 24 hours with the previous 24 hours, for all links, one link, and a campaign', async () => {
    const campaign = (await call('POST', '/campaigns', { name: 'Compared' })).data.id
    const draft = { url: 'https://example.com/compared', campaign_id: campaign }
    const link = (await call('POST', '/short-urls', draft)).data.id
    await plantClicks(web, link, [1, 2, 3, 30, 31])
    for (const path of [`/analytics?link=${link}&`, `/links/${link}?`, `/campaigns/${campaign}?`]) {
      await open(`${path}period=24h`)
      await eventually(async () => expect(await figures(), path).toContain('+50% vs. previous period'))
      await eventually(async () => {
        const lines = await card('Traffic over time').locator('tbody tr').allInnerTexts()
        const sum = (column: number) => lines.reduce((all, line) => all + Number(line.split('\t')[column]), 0)
        expect([sum(1), sum(2)], path).toEqual([3, 2])
      })
      await open(`${path}period=24h&compare=year`)
      await eventually(async () => expect(await figures(), path).toContain('No data for the previous year'))
    }
  })

  it.each([
    { of: 'Devices', tab: 'Languages', title: 'Language', filter: 'language', value: 'de', name: 'German' },
    { of: 'Locations', tab: 'Continents', title: 'Continent', filter: 'continent', value: 'Europe', name: 'Europe' },
  ])(
    'filters by $filter from its card and from the menu, but not by an unknown value',
    async ({ of, tab, title, filter, value, name }) => {
      const draft = { url: `https://example.com/${filter}` }
      const link = (await call('POST', '/short-urls', draft)).data.id
      await plantClicks(web, link, [1, 2], { [filter]: value })
      await plantClicks(web, link, [3])
      await open(`/links/${link}`)
      await card(of).getByRole('tab', { name: tab }).click()
      await page.waitForURL(new RegExp(`=${tab.toLowerCase()}`))
      const items = card(of).getByRole('listitem')
      await eventually(async () => expect(await items.count()).toBe(2))
      expect(await items.first().innerText()).toContain(name)
      expect(await items.last().innerText()).toContain('Unknown')
      expect(await rows(of).count(), 'rows with a filter').toBe(1)
      await rows(of).first().click()
      await page.waitForURL(new RegExp(`${filter}=${value}`))
      await eventually(async () => expect(await items.count()).toBe(1))
      await page.getByRole('button', { name: new RegExp(`^${title}: ${name}.* remove filter`) }).click()
      await eventually(async () => expect(await items.count()).toBe(2))
      await page.getByRole('button', { name: 'Filter', exact: true }).click()
      await page.getByPlaceholder('Filter by…').fill(title)
      await page.keyboard.press('Enter')
      await page.getByPlaceholder(`${title}…`).waitFor()
      const options = page.locator('[cmdk-item]')
      await options.first().waitFor()
      expect(await options.allInnerTexts()).toEqual([expect.stringContaining(name)])
      await page.keyboard.press('Enter')
      await page.waitForURL(new RegExp(`${filter}=${value}`))
    },
  )

  it('shows the share of all clicks of a link, including links that are not shown', async () => {
    const read = async (path: string) => await (await page.request.get(`${web.origin}/api/v1/analytics/${path}`)).json()
    const { total_clicks: all } = (await read('url/all/overview?dateRange=all_time')).data
    const [{ click_count: most }] = (await read('top-performing-urls?dateRange=all_time')).data.urls
    const part = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 }).format(most / all)
    await open('/analytics?period=all')
    expect(await rows('Links and campaigns').first().innerText()).toContain(part)
    const viewAll = card('Links and campaigns').getByRole('button', { name: /View all/ })
    // The API does not count the links that have clicks.
    expect(await viewAll.innerText()).not.toMatch(/\d/)
    await viewAll.click()
    const first = page.getByRole('dialog').getByRole('list', { name: 'Links' }).getByRole('listitem').first()
    expect(await first.innerText()).toContain(part)
  })

  it('searches all rows, and exports filtered data', async () => {
    await open('/analytics?places=cities')
    await card('Locations')
      .getByRole('button', { name: /View all/ })
      .click()
    const dialog = page.getByRole('dialog')
    const first = (await dialog.getByRole('listitem').first().getByRole('button').innerText()).split('\n')[0] ?? ''
    await dialog.getByRole('searchbox').fill(first)
    await expectAccessible(page, 'all cities')
    await dialog.getByRole('listitem').first().getByRole('button').click()
    await dialog.waitFor({ state: 'detached' })
    await page.waitForURL(/city=/)
    await loaded(page)
    const save = async (open: () => Promise<void>, name: string) => {
      await open()
      const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name }).click()])
      return await readFile(await file.path(), 'utf8')
    }
    const cities = await save(() => card('Locations').getByRole('button', { name: 'Export cities' }).click(), 'JSON')
    expect(JSON.parse(cities)).toMatchObject([{ city: first }])
    const clicks = await save(() => page.getByRole('button', { name: 'Export clicks' }).click(), 'CSV')
    const [names = '', ...lines] = clicks.trim().split('\n')
    expect(names).toContain('clicked_at')
    expect(lines.length).toBe((JSON.parse(cities) as { clicks: number }[])[0]?.clicks)
  })

  it('works with the keyboard alone', async () => {
    await open('/analytics')
    await page.getByRole('button', { name: 'Filter', exact: true }).focus()
    await page.keyboard.press('Enter')
    await page.getByPlaceholder('Filter by…').waitFor()
    await page.keyboard.type('brow')
    await page.keyboard.press('Enter')
    await page.getByPlaceholder('Browser…').waitFor()
    await page.locator('[cmdk-item]').first().waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(/browser=/)
    await card('Locations').getByRole('tab', { name: 'Map' }).focus()
    await page.keyboard.press('ArrowRight')
    await page.waitForURL(/places=countries/)
    await rows('Locations').first().waitFor()
    await rows('Locations').first().focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(/country=/)
    await page.getByRole('button', { name: /^Country: .* remove filter/ }).focus()
    await page.keyboard.press('Enter')
    await eventually(() => expect(page.url()).not.toContain('country='))
    await page.goBack()
    await page.waitForURL(/country=/)
    await page.getByRole('button', { name: 'Export clicks' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'CSV' }).waitFor()
    await page.keyboard.press('Escape')
  })

  it('has no axe violations at both widths, in both themes', async () => {
    const other = await web.newPage()
    const choice = 'device=mobile&traffic=bot&places=cities&sources=utm_source&top=campaigns'
    await expectGoodPages(other, ['/app/analytics', `/app/analytics?${choice}`])
    await other.close()
  })

  it('sends no request to another host, and logs no browser errors', () => {
    expect(web.strays).toEqual([])
    expect(web.complaints).toEqual([])
  })
})
