import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { eventually } from '../stack/eventually.ts'
import { findChromium } from './find-chromium.ts'
import { expectGoodPages } from './good-look.ts'
import { seedClicks } from './planted.fixture.ts'
import { enterCredentials } from './signed-in.ts'
import { expectAccessible, expectNoSidewaysScroll, loaded } from './stack.ts'
import { page, useWholeWeb, web } from './web.fixture.ts'

const chromium = await findChromium()

describe.skipIf(chromium === undefined)('the dashboard, in Chromium on the real stack', () => {
  useWholeWeb(chromium)

  const home = () => page.getByRole('heading', { name: 'Home', level: 1 })
  const follow = (path: string) => fetch(`${web.shortOrigin}/${path}`, { redirect: 'manual', headers: visitor })

  it('goes from the printed link to the signed-in app, and signs in again after signing out', async () => {
    await page.goto(web.setupLink)
    await expectAccessible(page, 'set-up')
    await enterCredentials(page)
    await home().waitFor()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await page.goto(`${web.origin}/app/links?q=spring`)
    await enterCredentials(page)
    await page.getByRole('heading', { name: 'Links', level: 1 }).waitFor()
    expect(new URL(page.url()).search).toBe('?q=spring')
    await page.getByText('No links match your filters').waitFor()
  })

  it('creates a link in two actions, and shows its click automatically', async () => {
    await page.goto(`${web.origin}/app`)
    await home().waitFor()
    await paste(page, 'https://example.com/spring')
    await page.getByRole('dialog').waitFor()
    expect(await page.getByLabel('Destination').inputValue()).toBe('https://example.com/spring')
    await page.keyboard.press('Enter')
    await page.getByText('Link created and copied').waitFor()
    const shortUrl = await page.evaluate(() => navigator.clipboard.readText())
    expect(shortUrl.startsWith(`${web.shortOrigin}/`)).toBe(true)
    const answer = await follow(shortUrl.slice(web.shortOrigin.length + 1))
    expect([answer.status, answer.headers.get('location')]).toEqual([302, 'https://example.com/spring'])
    const recent = page.getByRole('region', { name: 'Recent clicks' })
    // The click appears before the name of its link.
    await eventually(async () =>
      expect(await recent.getByRole('link').first().innerText()).toBe(shortUrl.slice(web.shortOrigin.length + 1)),
    )
  })

  it('shows whether a slug is available, and what is wrong with it', async () => {
    await page.goto(`${web.origin}/app/links`)
    await page.getByRole('list', { name: 'Links' }).waitFor()
    await page.keyboard.press('c')
    await page.getByLabel('Destination').fill('example.com/taken')
    await page.getByLabel('Short link').fill('spring')
    await page.getByText('spring is available').waitFor()
    await page.keyboard.press('Enter')
    await page.getByText('Link created and copied').last().waitFor()
    await page.getByRole('link', { name: /\/spring$/ }).waitFor()
    await page.keyboard.press('c')
    await page.getByLabel('Destination').fill('example.com/again')
    await page.getByLabel('Short link').fill('spring')
    await page.getByLabel('Short link').and(page.locator('[aria-invalid]')).waitFor()
    await Promise.all([page.waitForResponse((response) => response.status() === 409), page.keyboard.press('Enter')])
    const refused = page.locator('[id$="-error"]')
    await refused.getByText('This slug is taken. Choose another one.').waitFor()
    expect(await page.getByRole('alert').count(), 'the field says it').toBe(0)
    // The field knew it before the answer came, and a form that is being sent ignores Enter.
    await page.getByRole('button', { name: 'Create and copy', disabled: false }).waitFor()
    await page.route('**/api/v1/short-urls', (route) => route.fulfill({ status: 500, body: '', headers: outage }), {
      times: 1,
    })
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText('Details').click()
    await page
      .getByRole('alert')
      .getByText(/Request ID: [0-9a-f-]{36}/)
      .waitFor()
    await expectAccessible(page, 'a rejected link')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })

  it('edits a link, undoes a deletion, and deletes, without calls for many links, which have a low limit', async () => {
    const calls: string[] = []
    page.on('request', (request) => calls.push(request.url()))
    await page.getByRole('link', { name: /\/spring$/ }).click()
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await page.getByLabel('Name').fill('Spring sale')
    await page.getByLabel('Tags').fill('email, spring')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByText('Spring sale').waitFor()
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByText('spring moved to the trash').waitFor()
    expect(await page.getByRole('link', { name: /\/spring$/ }).count()).toBe(0)
    await page.getByRole('button', { name: 'Undo' }).first().click()
    await page.getByRole('link', { name: /\/spring$/ }).waitFor()
    await page.getByRole('button', { name: 'Delete spring' }).click()
    await eventually(async () => expect((await follow('spring')).status).toBe(410))
    expect(calls.filter((url) => url.endsWith('/trash'))).toHaveLength(2)
    expect(calls.filter((url) => url.includes('/bulk'))).toEqual([])
  })

  it('works with the keyboard alone', async () => {
    await page.goto(`${web.origin}/app`)
    await home().waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    expect(await page.evaluate(() => document.activeElement?.id), 'the skip link').toBe('main')
    await page.keyboard.press('c')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.type('https://example.com/keys')
    await page.keyboard.press('Tab')
    await page.keyboard.type('by-keys')
    await page.keyboard.press('Enter')
    await page.getByText('Link created and copied').waitFor()
    await page.getByRole('link', { name: 'Links', exact: true }).first().focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Links', level: 1 }).waitFor()
    await page.getByRole('link', { name: /\/by-keys$/ }).waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('by-ke')
    await page.waitForURL(/q=by-ke/)
    await page.getByRole('link', { name: /\/by-keys$/ }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('radio', { name: '30 days' }).focus()
    await page.keyboard.press('ArrowRight')
    await page.waitForURL(/period=90d/)
    await page.getByRole('button', { name: 'Edit', exact: true }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await eventually(async () =>
      expect(await page.evaluate(() => document.activeElement?.textContent?.trim())).toBe('Edit'),
    )
  })

  it('filters a link by a clicked row, and shows the same when the URL is opened again', async () => {
    await seedClicks(web, 5_000)
    await page.goto(`${web.origin}/app`)
    await page.getByRole('region', { name: 'Top links' }).getByRole('link').nth(1).click()
    await page.getByRole('tab', { name: 'Countries' }).click()
    const countries = page.getByRole('region', { name: 'Locations' })
    await countries.getByRole('button').first().click()
    await page.waitForURL(/country=/)
    const figures = async () => await page.getByRole('group', { name: 'Metrics' }).innerText()
    const filtered = await eventually(async () => {
      await loaded(page)
      expect(await countries.getByRole('listitem').count()).toBe(1)
      // The comparison is loaded separately.
      expect(await figures()).toContain('vs. previous period')
      return await figures()
    })
    await page.goto(page.url())
    await loaded(page)
    await eventually(async () => expect(await figures()).toBe(filtered))
    await page.getByRole('button', { name: /remove filter/ }).click()
    await eventually(async () => expect(await countries.getByRole('listitem').count()).toBeGreaterThan(1))
  })

  it('has no axe violations at both widths, in both themes', async () => {
    const other = await web.newPage()
    await other.goto(`${web.origin}/app`)
    const top = other.getByRole('region', { name: 'Top links' })
    await top.getByRole('listitem').first().waitFor()
    const detail = (await top.getByRole('link').nth(1).getAttribute('href')) ?? ''
    const paths = ['/app', '/app/links', detail]
    await expectGoodPages(other, [...paths, '/app/nowhere'])
    await other.setViewportSize({ width: 320, height: 640 })
    for (const path of paths) {
      await other.goto(`${web.origin}${path}`)
      await loaded(other)
      await expectNoSidewaysScroll(other, `${path} opened at 320 px`)
    }
    await other.close()
  })

  it('remembers the selected theme', async () => {
    await page.goto(`${web.origin}/app`)
    await page.getByTitle('Dark').locator('visible=true').click()
    await page.reload()
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe('rgb(15, 18, 21)')
  })

  it('makes no requests to other hosts, and logs no browser errors', () => {
    expect(web.strays).toEqual([])
    // The browser also logs requests in progress at sign-out, a rejected link and a deleted link.
    const provoked = [
      /status of 401 /,
      /status of 500 .*\/short-urls$/,
      /status of 409 .*\/short-urls$/,
      /status of 404 .*\/short-urls\/[0-9a-f-]{36}$/,
    ]
    expect(web.complaints.filter((text) => !provoked.some((answer) => answer.test(text)))).toEqual([])
  })
})

const outage = { 'x-request-id': '019ab0f3-0000-7000-8000-000000000000' }

const visitor = {
  'user-agent':
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
}

async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((value) => navigator.clipboard.writeText(value), text)
  await page.keyboard.press('Control+V')
}
