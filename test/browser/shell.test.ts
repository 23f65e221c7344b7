import { describe, expect, it } from 'vitest'
import { findChromium } from './find-chromium.ts'
import { expectGoodLook } from './good-look.ts'
import { sizes } from './open-context.ts'
import { enterCredentials } from './signed-in.ts'
import { expectAccessible, expectNoSidewaysScroll, loaded } from './stack.ts'
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
    await loaded(page)
    expect(await steps().count()).toBe(0)
  })

  it('handles shortcuts only while no field has the focus', async () => {
    await open('/links', 'Links')
    await page.getByRole('searchbox').waitFor()
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
