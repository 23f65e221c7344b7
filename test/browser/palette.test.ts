import { beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../stack/eventually.ts'
import { findChromium } from './find-chromium.ts'
import { holdTimers } from './hold-timers.ts'
import { expectAccessible } from './stack.ts'
import { call, page, useOwner, web } from './web.fixture.ts'

const chromium = await findChromium()

describe.skipIf(chromium === undefined)('the palette, in Chromium', () => {
  useOwner(chromium)
  beforeAll(() => call('POST', '/short-urls', { url: 'https://example.com/first', custom_alias: 'first' }))
  const heading = (name: string) => page.getByRole('heading', { name, level: 1 })
  const palette = () => page.getByRole('dialog', { name: 'Search and commands' })
  const openLinks = async () => {
    await page.goto(`${web.origin}/app/links`)
    await heading('Links').waitFor()
  }

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
    await palette().getByText('No results for “nothing matches this”.').waitFor()
    await expectAccessible(page, 'no results', '[role="dialog"]')
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
      [() => openLinks().then(click('Columns')), page.getByRole('menu')],
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

  it('finds pages and settings by what they contain', async () => {
    for (const [word, name] of [
      ['utm', 'Analytics'],
      ['mcp', 'Apps'],
      ['dns', 'Domains'],
      ['retention', 'Privacy'],
      ['deleted', 'Trash'],
    ] as const) {
      await page.keyboard.press('Control+k')
      await page.keyboard.type(word)
      await palette().getByRole('option', { name }).first().waitFor()
      await page.keyboard.press('Escape')
      await palette().waitFor({ state: 'detached' })
    }
    await page.keyboard.press('Control+k')
    await page.keyboard.type('deleted')
    await page.keyboard.press('Enter')
    await heading('Trash').waitFor()
    expect(new URL(page.url()).search).toBe('?status=trashed')
  })

  it('makes no requests to other hosts, and logs no browser errors', () => {
    expect(web.strays).toEqual([])
    expect(web.complaints).toEqual([])
  })
})
