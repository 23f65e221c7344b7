import { describe, expect, it } from 'vitest'
import { eventually } from '../stack/eventually.ts'
import { findChromium } from './find-chromium.ts'
import { loaded } from './stack.ts'
import { page, useOwner, web } from './web.fixture.ts'

const chromium = await findChromium()

describe.skipIf(chromium === undefined)('a slow API, in Chromium', () => {
  useOwner(chromium)
  const bar = () => page.getByRole('progressbar', { name: 'Loading' })
  const note = () => page.getByRole('status').filter({ hasText: 'taking longer than usual' })
  const heading = (name: string) => page.getByRole('heading', { name, level: 1, exact: true }).waitFor()
  /** The first request gets no response; later ones do. Resolves once it was sent. */
  async function hang(url: string): Promise<{ sent: Promise<void> }> {
    let letKnow = () => {}
    const sent = new Promise<void>((resolve) => {
      letKnow = resolve
    })
    let hasHung = false
    await page.route(url, async (route) => {
      if (hasHung) return await route.continue()
      hasHung = true
      letKnow()
    })
    return { sent }
  }
  const choose = (name: string) =>
    page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name }).first().click()

  it('shows the heading of the page and a bar, then says so, and tries again', async () => {
    await page.goto('about:blank')
    await page.clock.install({ time: Date.now() })
    await page.goto(`${web.origin}/app/links`)
    await loaded(page)
    const { sent } = await hang('**/api/v1/campaigns?*')
    await choose('Campaigns')
    await sent
    await heading('Campaigns')
    await page.clock.runFor(500)
    await bar().waitFor()
    expect(await note().count()).toBe(0)
    await page.clock.runFor(8_000)
    await note().waitFor()
    await note().getByRole('button', { name: 'Try again' }).click()
    await loaded(page)
    await note().waitFor({ state: 'detached' })
    await bar().waitFor({ state: 'detached' })
  })

  it('gives up after 30 s, with a button to try again', async () => {
    await page.goto(`${web.origin}/app/links`)
    await loaded(page)
    const { sent } = await hang('**/api/v1/campaigns?*')
    await choose('Campaigns')
    await sent
    await heading('Campaigns')
    await page.clock.runFor(31_000)
    await page.getByRole('alert').getByText('Waymark is not responding').waitFor()
    await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click()
    await loaded(page)
    await eventually(async () => expect(await page.getByRole('alert').count()).toBe(0))
  })

  it('gives up a change after two minutes', async () => {
    await page.goto(`${web.origin}/app/tags`)
    await loaded(page)
    await page.getByRole('button', { name: 'Create tag' }).first().click()
    await page.getByLabel('Name').fill('slow')
    const { sent } = await hang('**/api/v1/tags')
    await page.getByRole('dialog').getByRole('button', { name: 'Create tag' }).click()
    await sent
    await page.clock.runFor(121_000)
    await page.getByRole('alert').getByText('The change may still be running').waitFor()
    expect(await page.getByRole('dialog').getByLabel('Name').inputValue()).toBe('slow')
  })

  it('does the same while the code of a page or the session does not load', async () => {
    await page.goto(`${web.origin}/app/links`)
    await loaded(page)
    const { sent } = await hang('**/settings-page*')
    await choose('Settings')
    await sent
    await page.clock.runFor(1_000)
    await heading('Settings')
    await bar().waitFor()
    for (const url of ['**/api/app/session', '**/analytics-page*']) {
      const asked = await hang(url)
      await page.goto(`${web.origin}/app/analytics`, { waitUntil: 'commit' })
      await asked.sent
      await page.clock.runFor(1_000)
      // Hidden from screen readers while the session loads.
      await page.locator('h1', { hasText: 'Analytics' }).waitFor()
      await page.clock.runFor(9_000)
      await note().first().waitFor()
      await note().first().getByRole('button', { name: 'Try again' }).click()
      await loaded(page)
      await note().waitFor({ state: 'detached' })
    }
    expect(web.complaints).toEqual([])
  })
})
