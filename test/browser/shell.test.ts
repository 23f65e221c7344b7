import { describe, expect, it } from 'vitest'
import { eventually } from '../stack/eventually.ts'
import { findChromium } from './find-chromium.ts'
import { expectGoodLook } from './good-look.ts'
import { holdTimers } from './hold-timers.ts'
import { enterCredentials, signedInCaller } from './signed-in.ts'
import { expectAccessible, expectNoSidewaysScroll, loaded, sizes } from './stack.ts'
import { page, useWholeWeb, web } from './web.fixture.ts'

const chromium = await findChromium()

describe.skipIf(chromium === undefined)('the shell around all pages, and the system page, in Chromium', () => {
  useWholeWeb(chromium)
  const heading = (name: string, on = page) => on.getByRole('heading', { name, level: 1 })
  const open = async (path: string, name: string, on = page) => {
    await on.goto(`${web.origin}/app${path}`)
    await heading(name, on).waitFor()
  }
  const steps = (on = page) => on.getByRole('region', { name: 'First steps' })
  const palette = () => page.getByRole('dialog', { name: 'Search and commands' })

  it('guides from the printed link to the first link and its first click, live', async () => {
    await page.goto(web.setupLink)
    await enterCredentials(page)
    await steps().getByText('Connect your short link domain, done').waitFor()
    await expectAccessible(page, 'first steps')
    await steps().getByRole('button', { name: 'Create link' }).click()
    await page.getByLabel('Destination').fill('https://example.com/first')
    await page.getByLabel('Short link').fill('first')
    await page.keyboard.press('Enter')
    const follow = steps().getByRole('link', { name: /\/first$/ })
    await follow.waitFor()
    expect(await follow.getAttribute('href')).toBe(`${web.shortOrigin}/first`)
    await fetch(`${web.shortOrigin}/first`, {
      redirect: 'manual',
      headers: { 'user-agent': 'Mozilla/5.0 Firefox/140.0' },
    })
    await steps().getByText('Get your first click, done').waitFor()
    await steps().getByRole('button', { name: 'Dismiss' }).click()
    expect(await steps().count()).toBe(0)
    const toast = page.getByRole('listitem').filter({ hasText: 'First steps dismissed' })
    await toast.getByRole('button', { name: 'Undo' }).click()
    await steps().waitFor()
    await steps().getByRole('button', { name: 'Dismiss' }).click()
    await open('/', 'Home')
    expect(await steps().count()).toBe(0)
  })

  it('finds and runs commands in the palette with the keyboard alone', async () => {
    await page.keyboard.press('Control+k')
    await palette().waitFor()
    await page.keyboard.type('settings')
    await page.keyboard.press('Enter')
    await heading('Settings').waitFor()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('https://example.com/from-the-palette')
    await palette()
      .getByRole('option', { name: /^Shorten example\.com\/from-the-palette/ })
      .waitFor()
    await page.keyboard.press('Enter')
    await page.getByText('Link created and copied').waitFor()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied.startsWith(`${web.shortOrigin}/`)).toBe(true)
    const visit = await fetch(copied, { redirect: 'manual' })
    expect(visit.headers.get('location')).toBe('https://example.com/from-the-palette')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('time zone')
    await page.keyboard.press('Enter')
    await heading('Settings').waitFor()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('reserve a subdomain')
    await palette().getByRole('option', { name: 'Reserve a subdomain POST /domains/subdomains' }).waitFor()
    await page.keyboard.press('Escape')
    await palette().waitFor({ state: 'detached' })
    await page.keyboard.press('Control+k')
    await page.keyboard.type('first')
    await palette().getByRole('option', { name: /first/ }).first().waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/links\/[0-9a-f-]{36}/)
    await page.keyboard.press('Control+k')
    await page.keyboard.type('copy api url')
    await page.keyboard.press('Enter')
    await eventually(async () =>
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${web.origin}/api/v1`),
    )
    await page.keyboard.press('Control+k')
    await page.keyboard.type('nothing matches this')
    await palette().getByText('No results.').waitFor()
    await page.keyboard.press('Escape')
    await palette().waitFor({ state: 'detached' })
  })

  it('focuses a dialog as soon as it opens, whatever was closed before', async () => {
    const press = (key: string) => () => page.keyboard.press(key)
    const click = (name: string) => () => page.getByRole('button', { name, exact: true }).click()
    for (const [opens, before] of [
      [press('?'), page.getByRole('dialog', { name: 'Keyboard shortcuts' })],
      [press('Control+k'), palette()],
      [click('Export clicks'), page.getByRole('menu')],
      [click('Filter'), page.getByRole('dialog', { name: 'Add filter' })],
      [() => open('/links', 'Links').then(click('Columns')), page.getByRole('menu')],
    ] as const) {
      await opens()
      await before.waitFor()
      const letGo = await holdTimers(page)
      await page.keyboard.press('Escape')
      await page.keyboard.press('Control+k')
      await palette().waitFor()
      await letGo()
      await page.keyboard.type('all')
      expect(await palette().getByRole('combobox').inputValue(), `after ${before.toString()}`).toBe('all')
      await page.keyboard.press('Escape')
      await palette().waitFor({ state: 'detached' })
    }
  })

  it('always highlights a result, and runs only one that matches all typed letters', async () => {
    const call = await signedInCaller(web)
    const made = ['firm-one', 'firm-two'].map((custom_alias) =>
      call('POST', '/short-urls', { url: 'https://example.com/other', custom_alias }),
    )
    const links = (await Promise.all(made)) as { data: { id: string } }[]
    const search = async (letters: string) => {
      await page.keyboard.press('Control+k')
      await page.keyboard.type('fi')
      await palette().getByRole('option').nth(2).waitFor()
      await page.keyboard.type(letters)
    }
    // Enter is pressed before any response for all letters.
    await page.route(/search=first&/, () => undefined)
    await search('rst')
    await page.keyboard.press('Enter')
    await heading(`${web.shortOrigin.slice('http://'.length)}/first`).waitFor()
    // The highlighted result disappears with the response.
    await page.route(/short-urls\?.*search=fir&/, async (route) => {
      await Promise.all(links.map(({ data }) => call('DELETE', `/short-urls/${data.id}`)))
      await route.continue()
    })
    await search('r')
    await palette().getByRole('option', { name: /firm/ }).first().waitFor({ state: 'detached' })
    const highlighted = palette().locator('[role="option"][aria-selected="true"]')
    expect(await highlighted.allTextContents()).toEqual([expect.stringContaining('/first')])
    const told = await palette().getByRole('combobox').getAttribute('aria-activedescendant')
    expect(told, 'announced by screen readers').toBe(await highlighted.getAttribute('id'))
    await page.keyboard.press('Escape')
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })

  it('does the same with the mouse', async () => {
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await palette().getByRole('option', { name: 'Dark' }).click()
    const color = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    await eventually(async () => expect(await color()).toBe('rgb(15, 18, 21)'))
    const focused = () => page.evaluate(() => document.activeElement?.textContent)
    await eventually(async () => expect(await focused(), 'the focus is restored').toMatch(/^\s*Search/))
    await page.getByTitle('System theme').locator('visible=true').click()
    // The switch that was used last ignores letters.
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    await page.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    await page.getByRole('button', { name: 'Close' }).click()
  })

  it('handles shortcuts only while no field has the focus', async () => {
    await open('/links', 'Links')
    await page.keyboard.press('/')
    await page.keyboard.type('gs?')
    expect(await page.getByRole('searchbox').inputValue()).toBe('gs?')
    await page.getByRole('searchbox').fill('')
    await page.getByRole('searchbox').blur()
    await page.keyboard.press('?')
    const own = page.getByRole('region', { name: 'On this page: Links' })
    await own.waitFor()
    expect(await own.locator('kbd').allInnerTexts()).toEqual(['J', 'K', '↓', '↑', 'X', 'Shift', 'X', 'Esc', '/'])
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.keyboard.press('g')
    await page.keyboard.press('y')
    await heading('System').waitFor()
    await page.keyboard.press('/')
    await palette().waitFor()
    await page.keyboard.press('Escape')
  })

  it('keeps typed text in its field, and stops when the user leaves', async () => {
    await open('/links', 'Links')
    const search = page.getByRole('searchbox')
    // Same pace as the updates of the search in the URL.
    await search.pressSequentially('first', { delay: 205 })
    await page.waitForURL(/q=first$/)
    expect(await search.inputValue()).toBe('first')
    await search.pressSequentially('x')
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Campaigns' }).first().click()
    await heading('Campaigns').waitFor()
    await page.keyboard.press('c')
    await page.getByRole('dialog').getByRole('button', { name: 'Name and notes' }).click()
    await page.getByLabel('External ID').pressSequentially('crm-1')
    expect(await page.getByLabel('External ID').inputValue()).toBe('crm-1')
    await page.keyboard.press('Escape')
  })

  it('has large targets on a phone, and filters in one sheet with their number', async () => {
    const context = await page
      .context()
      .browser()
      ?.newContext({
        viewport: sizes.narrow,
        hasTouch: true,
        isMobile: true,
        reducedMotion: 'reduce',
        storageState: await page.context().storageState(),
      })
    if (context === undefined) throw new Error('the browser is closed')
    const phone = await context.newPage()
    for (const path of ['', '/links', '/campaigns', '/analytics', '/domains']) {
      await phone.goto(`${web.origin}/app${path}`)
      await loaded(phone)
      await expectNoSidewaysScroll(phone, `${path} on a phone`)
      expect(await phone.evaluate(findSmallTargets), path).toEqual([])
      if (path !== '/links' && path !== '/analytics') continue
      await phone.getByRole('button', { name: 'Filters' }).click()
      const sheet = phone.getByRole('dialog', { name: 'Filters' })
      await sheet.locator('select').first().selectOption({ index: 1 })
      expect(await phone.evaluate(findSmallTargets), `the filters of ${path}`).toEqual([])
      await sheet.getByRole('button', { name: 'Show results' }).click()
      await phone.getByRole('button', { name: 'Filters 1 active' }).waitFor()
    }
    await phone.getByRole('button', { name: 'More' }).click()
    await phone.getByRole('dialog').getByTitle('Dark').click()
    expect(await phone.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark')
    await context.close()
  })

  it('shows all pages in the sidebar of a small laptop', async () => {
    await page.setViewportSize({ width: 1280, height: 800 })
    const hidden = await page.locator('aside nav').evaluate((nav) => nav.scrollHeight - nav.clientHeight)
    expect(hidden).toBeLessThanOrEqual(0)
  })

  it('shows every running process and store', async () => {
    await open('/system', 'System')
    await page.getByText('All systems are working.').waitFor()
    const processes = page.getByRole('region', { name: 'Processes' })
    expect(await processes.getByRole('listitem').count()).toBe(3)
    expect(await page.getByRole('region', { name: 'Stores' }).getByText('healthy', { exact: true }).count()).toBe(3)
  })

  it('has no axe violations at both widths, in both themes', async () => {
    const other = await web.newPage()
    const openDialog = async (how: () => Promise<void>, check: () => Promise<void>) => {
      await how()
      await other.getByRole('dialog').waitFor()
      await check()
      await other.keyboard.press('Escape')
      await other.getByRole('dialog').waitFor({ state: 'detached' })
    }
    await open('/system', 'System', other)
    await loaded(other)
    await expectGoodLook(other, 'System')
    await openDialog(
      () => other.keyboard.press('Control+k'),
      () => expectGoodLook(other, 'the palette'),
    )
    await openDialog(
      () => other.keyboard.press('?'),
      () => expectGoodLook(other, 'the shortcuts'),
    )
    await other.setViewportSize(sizes.narrow)
    await openDialog(
      () => other.getByRole('button', { name: 'More' }).click(),
      async () => {
        await expectAccessible(other, 'all pages')
        await expectNoSidewaysScroll(other, 'all pages')
      },
    )
    await other.getByRole('button', { name: 'More' }).click()
    await other.getByRole('dialog').getByRole('link', { name: 'System' }).click()
    await heading('System', other).waitFor()
    await other.setViewportSize({ width: 320, height: 640 })
    await open('/', 'Home', other)
    await loaded(other)
    await expectNoSidewaysScroll(other, 'Home at 320 px')
    await other.close()
  })

  it('makes no requests to other hosts, and logs no browser errors', () => {
    expect(web.strays).toEqual([])
    expect(web.complaints).toEqual([])
  })
})

/** Buttons, lists and fields that are hard to hit with a finger: under 44 px. */
function findSmallTargets(): string[] {
  const targets = [...document.querySelectorAll('button, select, input[type="search"], input[type="text"], nav a')]
  return targets
    .map((target) => ({ target, box: target.getBoundingClientRect() }))
    .filter(({ box }) => box.width > 1 && box.height > 1 && box.height < 44)
    .map(({ target, box }) => `${target.outerHTML.slice(0, 120)}: ${box.height} px`)
}
