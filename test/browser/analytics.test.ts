import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../stack/eventually.ts'
import { findChromium } from './find-chromium.ts'
import { becomeOwner } from './signed-in.ts'
import { expectAccessible, expectNoSidewaysScroll, loaded, sizes, startWebStack, type WebStack } from './stack.ts'

const chromium = await findChromium()
const run = promisify(execFile)

describe.skipIf(chromium === undefined)('analytics and campaigns, in Chromium on the real stack', () => {
  let web: WebStack
  let page: Page
  beforeAll(async () => {
    web = await startWebStack(chromium ?? '')
    page = await web.newPage()
    await becomeOwner(page, web)
  })
  afterAll(() => web.close())

  const open = async (path: string) => {
    await page.goto(`${web.origin}/app${path}`)
    await loaded(page)
  }
  const card = (name: string) => page.getByRole('region', { name, exact: true })
  const rows = (name: string) => card(name).locator('li button[aria-pressed]')
  const figures = () => page.getByRole('group', { name: 'Figures' }).innerText()
  /** The figures and the lists, once nothing of what was before is shown any more. */
  const shown = async () => {
    await loaded(page)
    return await Promise.all([figures(), card('Sources').innerText(), card('Devices').innerText()])
  }

  /** By the first row of a card, which then is its only one. */
  async function narrow(name: string, address: RegExp) {
    await loaded(page)
    await rows(name).first().click()
    await page.waitForURL(address)
    await eventually(async () => expect(await rows(name).count()).toBe(1))
  }

  it('campaigns teach what they are for while there is none; one is made, edited, deleted and taken back', async () => {
    await open('/campaigns')
    await page.getByText('A campaign counts the clicks of several links').waitFor()
    await page.getByText('curl', { exact: true }).click()
    expect(await page.getByText('/api/v1/campaigns').innerText()).toContain('Spring sale')
    await expectAccessible(page, 'no campaigns')
    await page.getByRole('button', { name: 'Create a campaign' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('By hand')
    await dialog.getByLabel('First day').fill('2026-03-02')
    await dialog.getByLabel('Last day').fill('2026-03-01')
    await dialog.getByText('must not be before the first').waitFor()
    await dialog.getByLabel('Last day').fill('2026-03-31')
    await expectAccessible(page, 'the dialog of a campaign')
    await dialog.getByRole('button', { name: 'Create the campaign' }).click()
    await dialog.waitFor({ state: 'detached' })
    const list = page.getByRole('list', { name: 'Campaigns' })
    await list
      .getByText('Mar 1')
      .or(list.getByText(/Mar 2\s–\s31, 2026/))
      .waitFor()
    await page.getByRole('button', { name: 'Create a campaign' }).first().click()
    await dialog.getByLabel('Name').fill('By hand')
    await page.keyboard.press('Enter')
    await dialog.getByRole('alert').getByText('is the name of another campaign').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Delete By hand' }).click()
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
    await list.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo' }).first().click()
    await list.getByRole('link', { name: 'By hand' }).waitFor()
  })

  it('filters by the rows that are clicked, and shows the same when the address is opened anew', async () => {
    await run(process.execPath, ['--import', 'tsx', 'cli/main.ts', 'seed', '--clicks', '5000'], {
      env: { PATH: process.env['PATH'], DATA_DIR: web.dataDir },
    })
    await open('/analytics')
    const all = await shown()
    await narrow('Sources', /referrer=/)
    await card('Places').getByRole('tab', { name: 'Cities' }).click()
    await narrow('Places', /city=/)
    await card('Devices').getByRole('tab', { name: 'Systems' }).click()
    await narrow('Devices', /os=/)
    await page.getByRole('radio', { name: '90 days' }).check({ force: true })
    await page.getByRole('radio', { name: 'Chart of visitors' }).check({ force: true })
    await page.waitForURL(/metric=visitors/)
    const filtered = await shown()
    expect(filtered[0]).not.toBe(all[0])
    await page.reload()
    await eventually(async () => expect(await shown()).toEqual(filtered))
    expect(await card('Places').getByRole('tab', { name: 'Cities' }).getAttribute('aria-selected')).toBe('true')
    expect(await page.getByRole('radio', { name: 'Chart of visitors' }).isChecked()).toBe(true)
    // The row again, the chip, and all that is left at once.
    await rows('Devices').first().click()
    await eventually(() => expect(page.url()).not.toContain('os='))
    await page.getByRole('button', { name: /^Referrer: .* take the filter away/ }).click()
    await page.getByRole('button', { name: /^City: .* take the filter away/ }).click()
    await page.getByRole('radio', { name: '30 days' }).check({ force: true })
    await card('Devices').getByRole('tab', { name: 'Devices' }).click()
    await eventually(async () => expect(await shown()).toEqual(all))
  })

  it('shows a country of the map, bots, scans and days of one’s own, all of them in the address', async () => {
    await open('/analytics')
    const map = card('Places').getByRole('img', { name: /World map/ })
    await map.locator('[data-code="br"]').click()
    await page.waitForURL(/country=br/)
    await page.getByRole('button', { name: /^Country: Brazil.*take the filter away/ }).waitFor()
    await page.getByRole('button', { name: /^Bots/ }).click()
    await page.waitForURL(/traffic=bot/)
    await page.getByRole('button', { name: /^QR scans/ }).click()
    await page.waitForURL(/trigger=qr/)
    await page.getByRole('combobox', { name: 'Compared with' }).selectOption('Year before')
    await page.waitForURL(/compare=year/)
    await page.getByRole('button', { name: 'Days of your own' }).click()
    await page.getByLabel('First day').fill('2026-01-05')
    await page.getByLabel('Last day').fill('2026-01-06')
    await page.getByRole('button', { name: 'Show these days' }).click()
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

  it('views all rows with a search, and exports what is filtered', async () => {
    await open('/analytics?places=cities')
    await card('Places')
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
    const cities = await save(() => card('Places').getByRole('button', { name: 'Export cities' }).click(), 'JSON')
    expect(JSON.parse(cities)).toMatchObject([{ city: first }])
    const clicks = await save(() => page.getByRole('button', { name: 'Export clicks' }).click(), 'CSV')
    const [names = '', ...lines] = clicks.trim().split('\n')
    expect(names).toContain('clicked_at')
    expect(lines.length).toBe((JSON.parse(cities) as { clicks: number }[])[0]?.clicks)
  })

  it('compares campaigns, and shows one with its links', async () => {
    await open('/campaigns?period=all')
    await page.getByRole('checkbox', { name: 'Compare Newsletter' }).check()
    await page.getByRole('checkbox', { name: 'Compare Spring sale' }).check()
    await card('Comparison').getByRole('rowheader', { name: 'Spring sale' }).waitFor()
    await page.reload()
    await card('Comparison').getByRole('rowheader', { name: 'Newsletter' }).waitFor()
    await page.getByRole('list', { name: 'Campaigns' }).getByRole('link', { name: 'Newsletter' }).click()
    await page.getByRole('heading', { name: 'Newsletter', level: 1 }).waitFor()
    await page.getByRole('radio', { name: 'Links' }).check({ force: true })
    const links = page.getByRole('list', { name: 'Links of the campaign' })
    await links.getByRole('listitem').first().waitFor()
    const before = await links.getByRole('listitem').count()
    await page
      .getByRole('button', { name: /^Take .* out of the campaign/ })
      .first()
      .click()
    await page.getByRole('button', { name: 'Undo' }).waitFor()
    await eventually(async () => expect(await links.getByRole('listitem').count()).toBe(before - 1))
    await page.getByRole('button', { name: 'Undo' }).click()
    await eventually(async () => expect(await links.getByRole('listitem').count()).toBe(before))
    await page.getByRole('button', { name: 'Add links' }).first().click()
    await page.getByRole('dialog').getByRole('checkbox').first().check()
    await page.getByRole('button', { name: 'Add to the campaign' }).click()
    await eventually(async () => expect(await links.getByRole('listitem').count()).toBe(before + 1))
    // Out and in again is in.
    const name = await links.getByRole('link').first().innerText()
    await page
      .getByRole('button', { name: /^Take .* out of the campaign/ })
      .first()
      .click()
    await eventually(async () => expect(await links.getByRole('link', { name, exact: true }).count()).toBe(0))
    await page.getByRole('button', { name: 'Add links' }).first().click()
    await page.getByRole('dialog').getByRole('checkbox', { name }).check()
    await page.getByRole('button', { name: 'Add to the campaign' }).click()
    await links.getByRole('link', { name, exact: true }).waitFor()
  })

  it('is driven by the keyboard alone', async () => {
    await open('/analytics')
    await page.getByRole('button', { name: 'Filter', exact: true }).focus()
    await page.keyboard.press('Enter')
    await page.getByPlaceholder('Filter by …').waitFor()
    await page.keyboard.type('brow')
    await page.keyboard.press('Enter')
    await page.getByPlaceholder('Browser …').waitFor()
    await page.locator('[cmdk-item]').first().waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(/browser=/)
    await card('Places').getByRole('tab', { name: 'Map' }).focus()
    await page.keyboard.press('ArrowRight')
    await page.waitForURL(/places=countries/)
    await rows('Places').first().waitFor()
    await rows('Places').first().focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(/country=/)
    await page.getByRole('button', { name: /^Country: .* take the filter away/ }).focus()
    await page.keyboard.press('Enter')
    await eventually(() => expect(page.url()).not.toContain('country='))
    await page.goBack()
    await page.waitForURL(/country=/)
    await page.getByRole('button', { name: 'Export clicks' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'CSV' }).waitFor()
    await page.keyboard.press('Escape')
  })

  it.each(Object.keys(sizes) as (keyof typeof sizes)[])('is clean for axe, %s, in both themes', async (size) => {
    const other = await web.newPage(size)
    await other.goto(`${web.origin}/app/campaigns`)
    const newsletter = other.getByRole('list', { name: 'Campaigns' }).getByRole('link', { name: 'Newsletter' })
    const campaign = (await newsletter.getAttribute('href')) ?? ''
    const choice = 'device=mobile&traffic=bot&places=cities&sources=utm_source&top=campaigns'
    const paths = ['/app/analytics', `/app/analytics?${choice}`, '/app/campaigns', campaign]
    for (const path of [...paths, `${campaign}?view=links`, `${campaign}?view=settings`]) {
      await other.goto(`${web.origin}${path}`)
      await loaded(other)
      await expectAccessible(other, `${path} ${size}`)
      await expectNoSidewaysScroll(other, `${path} ${size}`)
    }
    await other.close()
  })

  it('has asked no other host, and the browser had nothing to complain about', () => {
    expect(web.strays).toEqual([])
    // A refused campaign is told by the browser too.
    expect(web.complaints.filter((text) => !/status of 4\d\d/.test(text))).toEqual([])
  })
})
