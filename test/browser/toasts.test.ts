import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { eventually } from '../stack/eventually.ts'
import { findChromium } from './find-chromium.ts'
import { keepToasts } from './hold-timers.ts'
import { call, page, useOwner, web } from './web.fixture.ts'

const chromium = await findChromium()

describe.skipIf(chromium === undefined)('toasts over a form and a list, in Chromium', () => {
  useOwner(chromium)

  const dialog = () => page.getByRole('dialog')
  const destination = () => page.locator('[name="url"]')
  const create = async () => {
    await dialog()
      .getByRole('button', { name: /Create and copy/ })
      .click()
    await dialog().waitFor({ state: 'detached' })
  }

  it('takes the Undo of a toast while a dialog is open, and covers none of its buttons', async () => {
    await page.goto(`${web.origin}/app/links`)
    await page.getByRole('heading', { name: 'Links', level: 1 }).waitFor()
    await keepToasts(page)
    await page.keyboard.press('c')
    await destination().fill('example.com/first')
    await create()
    await page.keyboard.press('c')
    await destination().fill('example.com/next')
    for (const name of ['UTM', 'Dates', 'Device', 'Social', 'Redirect', 'Slug']) {
      await dialog().getByRole('button', { name }).click()
    }
    await expectNothingCovered(page, '[role="dialog"] button')
    await destination().click()
    await page.keyboard.press('End')
    await page.keyboard.type('-li')
    await page.locator('[data-sonner-toast]').getByRole('button', { name: 'Undo' }).click()
    await page.keyboard.type('nk')
    await eventually(async () => expect((await call('GET', '/short-urls')).data).toEqual([]))
    expect(await destination().inputValue(), 'the dialog stays open').toBe('example.com/next-link')
    const escape = { key: 'Escape', bubbles: true, cancelable: true }
    // As Chromium and Safari mark a key of an input method.
    for (const mark of [{ isComposing: true }, { keyCode: 229 }]) {
      await destination().dispatchEvent('keydown', { ...escape, ...mark })
      expect(await dialog().count(), JSON.stringify(mark)).toBe(1)
    }
    await page.locator('[name="code_length"]').scrollIntoViewIfNeeded()
    for (const name of ['Close', 'Cancel', /Create and copy/])
      await expectVisible(dialog().getByRole('button', { name }))
    await expectVisible(dialog().getByRole('heading', { name: 'Create link' }))
  })

  it('covers no action for selected links with a toast', async () => {
    await create()
    await page.getByRole('checkbox', { name: 'Select all' }).click()
    await page.getByRole('toolbar').waitFor()
    expect(await page.locator('[data-sonner-toast]').count()).toBeGreaterThan(0)
    await expectNothingCovered(page, '[role="toolbar"] button')
    await page.setViewportSize({ width: 390, height: 844 })
    await expectNothingCovered(page, '[role="toolbar"] button')
  })

  it('shows text that the browser does not copy until the toast is closed', async () => {
    const { data: link } = await call('POST', '/short-urls', { url: 'https://example.com/by-hand' })
    const other = await web.newPage()
    await other.clock.install()
    await other.goto(`${web.origin}/app/links`)
    const copy = other.getByRole('button', { name: `Copy ${link.short_url.replace('http://', '')}` })
    await copy.waitFor()
    // As on plain HTTP.
    await other.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
    await copy.click()
    const toast = other.locator('[data-sonner-toast]').filter({ hasText: link.short_url })
    await toast.waitFor()
    await copy.click()
    for (const ms of [60_000, 1_000]) await other.clock.fastForward(ms)
    expect(await toast.count()).toBe(1)
    await toast.getByRole('button', { name: 'Close' }).click()
    await toast.waitFor({ state: 'detached' })
    await other.close()
    await call('DELETE', `/short-urls/${link.id}`)
  })

  it('offers no Undo for an existing link, whose clicks would be deleted with it', async () => {
    await page.setViewportSize({ width: 1280, height: 800 })
    const { data: link } = await call('POST', '/short-urls', { url: 'https://example.com/existing' })
    await page.goto(`${web.origin}/app/links`)
    await page.getByRole('heading', { name: 'Links', level: 1 }).waitFor()
    await page.keyboard.press('c')
    await destination().fill('https://example.com/existing')
    await dialog().getByRole('button', { name: 'Slug' }).click()
    await dialog().getByText('Reuse an existing link').click()
    await create()
    const toast = page.locator('[data-sonner-toast]').filter({ hasText: 'Existing link found' })
    await toast.getByText(`/${link.short_code}`).waitFor()
    expect(await toast.getByRole('button', { name: 'Undo' }).count()).toBe(0)
  })

  const undo = (done: string) =>
    page.locator('[data-sonner-toast]').filter({ hasText: done }).getByRole('button', { name: 'Undo' }).click()
  const heading = (name: string | RegExp) => page.getByRole('heading', { name, level: 1, exact: true }).waitFor()

  it('leaves the page of a link or campaign whose creation is undone', async () => {
    await page.goto(`${web.origin}/app/links`)
    await heading('Links')
    await keepToasts(page)
    await page.keyboard.press('c')
    await destination().fill('example.com/undone')
    await create()
    const [link] = (await call('GET', '/short-urls?search=undone')).data as { id: string; short_code: string }[]
    await page.getByRole('main').locator(`a[href$="/links/${link?.id}"]`).first().click()
    await heading(new RegExp(`/${link?.short_code}$`))
    await undo('Link created')
    await heading('Links')
    await eventually(async () => expect((await call('GET', '/short-urls?search=undone')).data).toEqual([]))

    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Campaigns' }).first().click()
    await page.getByRole('button', { name: 'Create campaign' }).first().click()
    await dialog().getByLabel('Name').fill('Undone')
    await dialog().getByRole('button', { name: 'Create campaign' }).click()
    await page.getByRole('list', { name: 'Campaigns' }).getByRole('link', { name: 'Undone' }).click()
    await heading('Undone')
    await undo('Campaign created')
    await heading('Campaigns')
    expect(web.complaints).toEqual([])
  })

  it('takes the focus from no field, and gives it back once after an Undo by keyboard', async () => {
    const { data: link } = await call('POST', '/short-urls', { url: 'https://example.com/focus' })
    await page.goto(`${web.origin}/app/links/${link.id}`)
    const settings = page.getByRole('region', { name: 'Settings', exact: true })
    const change = async (name: string) => {
      await settings.getByRole('switch', { name }).click()
      return page.locator('[data-sonner-toast]').filter({ hasText: name === 'Enabled' ? 'disabled' : 'archived' })
    }
    await settings.waitFor()
    await keepToasts(page)
    const archived = await change('Archived')
    const disabled = await change('Enabled')
    await disabled.getByRole('button', { name: 'Undo' }).press('Enter')
    await disabled.waitFor({ state: 'detached' })
    await settings.getByRole('button', { name: 'Edit tags' }).click()
    const tags = settings.getByLabel('Tags')
    await tags.pressSequentially('spr')
    // Without the mouse: the toast ends while somebody types.
    await archived.getByRole('button', { name: 'Undo' }).evaluate((button) => (button as HTMLElement).click())
    await archived.waitFor({ state: 'detached' })
    await nextFrames()
    await page.keyboard.type('ing')
    expect(await tags.inputValue()).toBe('spring')
    await page.keyboard.press('Escape')
    await settings.getByRole('button', { name: 'Cancel' }).click()

    const again = await change('Enabled')
    await again.getByRole('button', { name: 'Undo' }).press('Enter')
    await again.waitFor({ state: 'detached' })
    await eventually(async () => expect(await focusedName()).toBe('Enabled'))
    // Opening a dialog moves the toasts.
    await change('Archived')
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog', { name: 'Search and commands' }).waitFor()
    await page.keyboard.press('Escape')
    await eventually(async () => expect(await focusedName()).toBe('Archived'))
  })

  /** What follows the removal of an element has happened. */
  const nextFrames = () =>
    page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  const focusedName = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))

  it('does not read the campaign of a link that was deleted in the meantime', async () => {
    const { id } = (await call('POST', '/campaigns', { name: 'Brief' })).data as { id: string }
    const { data: link } = await call('POST', '/short-urls', { url: 'https://example.com/brief', campaign_id: id })
    await page.goto(`${web.origin}/app/links/${link.id}`)
    const field = page.getByRole('main').getByRole('combobox', { name: 'Campaign' })
    await eventually(async () => expect(await field.inputValue()).toBe('Brief'))
    await call('DELETE', `/campaigns/${id}`)
    const reads: string[] = []
    page.on('request', (request) => {
      if (request.url().includes(id)) reads.push(request.url())
    })
    await page.keyboard.press('c')
    await destination().fill('example.com/later')
    await create()
    await eventually(async () => expect(await field.inputValue()).not.toBe('Brief'))
    expect(reads).toEqual([])
  })
})

/** A toast is shown, and no button is below it. */
async function expectNothingCovered(on: Page, selector: string): Promise<void> {
  await eventually(async () => {
    const seen = await on.evaluate((buttons) => {
      const toasts = [...document.querySelectorAll('[data-sonner-toast]')].map((toast) => toast.getBoundingClientRect())
      const covered = [...document.querySelectorAll<HTMLElement>(buttons)].filter((button) => {
        const { left, top, right, bottom } = button.getBoundingClientRect()
        return toasts.some(
          (toast) => left < toast.right && toast.left < right && top < toast.bottom && toast.top < bottom,
        )
      })
      return { toasts: toasts.length, covered: covered.map(({ innerText }) => innerText) }
    }, selector)
    expect(seen).toEqual({ toasts: expect.any(Number), covered: [] })
    expect(seen.toasts, 'toasts').toBeGreaterThan(0)
  }, 2_000)
}

async function expectVisible(element: ReturnType<Page['locator']>): Promise<void> {
  const isOnTop = await element.evaluate((one) => {
    const { left, top, width, height } = one.getBoundingClientRect()
    return one.contains(document.elementFromPoint(left + width / 2, top + height / 2))
  })
  expect(isOnTop, String(element)).toBe(true)
}
