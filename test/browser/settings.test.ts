import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { eventually } from '../stack/eventually.ts'
import { findChromium } from './find-chromium.ts'
import { expectGoodLook } from './good-look.ts'
import { enterCredentials } from './signed-in.ts'
import { expectAccessible, loaded, owner } from './stack.ts'
import { call, page, useOwner, web } from './web.fixture.ts'

const chromium = await findChromium()

describe.skipIf(chromium === undefined)('settings, in Chromium on the real stack', () => {
  useOwner(chromium)

  /** Updated by the tests. */
  const me = { ...owner }
  const open = async (on = page) => {
    await on.goto(`${web.origin}/app/settings`)
    await on.getByRole('heading', { name: 'Settings', level: 1 }).waitFor()
  }
  const zone = () => page.getByLabel('Show dates and times in')

  it('changes the email and password with the keyboard alone, and shows errors', async () => {
    const wanted = { email: 'new@example.com', password: 'another long password' }
    await open()
    const fill = async (button: string, first: string, password: string) => {
      await page.getByRole('button', { name: button }).focus()
      await page.keyboard.press('Enter')
      await page.getByRole('dialog').waitFor()
      await page.keyboard.type(first)
      await page.keyboard.press('Tab')
      await page.keyboard.type(password)
      await page.keyboard.press('Enter')
    }
    await fill('Change email', wanted.email, 'wrong')
    await page.locator('[id$="-error"]').getByText('Wrong current password.').waitFor()
    await expectAccessible(page, 'a rejected change')
    await page.getByLabel('Current password').fill(owner.password)
    await page.keyboard.press('Enter')
    await page.getByText('Email changed').waitFor()
    await page.getByRole('region', { name: 'Account' }).getByText(wanted.email).waitFor()
    await fill('Change password', wanted.password, owner.password)
    await page.getByText('Password changed').waitFor()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    // The session and its CSRF token stay valid.
    await zone().fill('auck')
    await page.keyboard.press('Enter')
    await page.getByText('Time zone set to Pacific/Auckland').waitFor()
    await page.reload()
    await eventually(async () => expect(await zone().inputValue()).toBe('Pacific/Auckland'))
    Object.assign(me, wanted)
  })

  it('signs out another browser', async () => {
    const other = await page.context().browser()?.newContext()
    if (other === undefined) throw new Error('there is no second browser')
    const there = await other.newPage()
    await there.goto(`${web.origin}/login`)
    await enterCredentials(there, me)
    await there.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
    await open()
    const sessions = page.getByRole('list', { name: 'Sessions' })
    await eventually(async () => expect(await sessions.getByRole('listitem').count()).toBe(2))
    await sessions.getByRole('button', { name: /^Sign out of/ }).click()
    await eventually(async () => expect(await sessions.getByRole('listitem').count()).toBe(1))
    await page.getByText(/^Signed out of Chrome/).waitFor()
    // A new page, because the signed-in page leaves automatically on its next request.
    const anew = await other.newPage()
    await anew.goto(`${web.origin}/app`)
    await anew.getByRole('heading', { name: 'Sign in' }).waitFor()
    await other.close()
  })

  describe('the bookmarklet', () => {
    const readCode = async () =>
      (await page.getByRole('link', { name: 'Shorten with Waymark' }).getAttribute('href')) ?? ''
    it('can be dragged, and copied with the keyboard', async () => {
      await open()
      await page.getByRole('button', { name: 'Copy code' }).press('Enter')
      await page.getByText('Copied', { exact: true }).first().waitFor()
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await readCode())
      await page.getByRole('link', { name: 'Shorten with Waymark' }).press('Enter')
      await page.getByText('Drag this link to your bookmarks bar', { exact: true }).waitFor()
      expect(new URL(page.url()).pathname).toBe('/app/settings')
    })

    it('opens the form with the URL of any page, also after signing in, and creates nothing until it is sent', async () => {
      await open()
      const code = await readCode()
      const other = await page.context().browser()?.newContext()
      if (other === undefined) throw new Error('there is no second browser')
      await other.route('https://shop.example/**', (route) => route.fulfill({ body: 'A page' }))
      const visited = await other.newPage()
      /** Runs the code on a page, as the bookmarks bar does. */
      const shorten = async (url: string) => {
        await visited.goto(url)
        const popup = visited.waitForEvent('popup')
        await visited.evaluate(decodeURIComponent(code.replace(/^javascript:/, '')))
        return await popup
      }
      const shows = (on: Page) =>
        eventually(async () => expect(await on.getByLabel('Destination').inputValue()).toBe(visited.url()))
      const first = await shorten('https://shop.example/a?b=1&c=%2F#d')
      await enterCredentials(first, me)
      await shows(first)

      const second = await shorten(`https://shop.example/über/100%25?q=a+b&x=%26%23&y='"<b>#part?c&d`)
      await shows(second)
      await eventually(() => expect(new URL(second.url()).search).toBe(''))
      expect((await call('GET', '/short-urls')).data).toEqual([])
      await second.getByRole('button', { name: 'Create and copy' }).click()
      await second.getByText(/Link created/).waitFor()
      expect((await call('GET', '/short-urls')).data).toMatchObject([{ original_url: visited.url() }])
      await second.reload()
      await second.getByRole('heading', { name: 'Links', level: 1 }).waitFor()
      await loaded(second)
      expect(await second.getByRole('dialog').count()).toBe(0)
      await other.close()
    })

    it.each(['javascript:alert(1)', 'nonsense', '["https://example.com/"]'])('ignores %s', async (create) => {
      await page.goto(`${web.origin}/app/links?${new URLSearchParams({ create })}`)
      await loaded(page)
      await eventually(() => expect(new URL(page.url()).search).toBe(''))
      expect(await page.getByRole('dialog').count()).toBe(0)
    })
  })

  /** The cookies change at once: a late request of the open tab that has none would end its session. */
  const signInAgain = async () => {
    const other = await page.context().browser()?.newContext()
    if (other === undefined) throw new Error('there is no second browser')
    const form = await other.newPage()
    await form.goto(`${web.origin}/login`)
    await enterCredentials(form, me)
    await form.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
    await page.context().addCookies(await other.cookies())
    await other.close()
  }

  it('goes on in a tab that was open before the user signed in again', async () => {
    await page.goto(`${web.origin}/app/campaigns`)
    await page.getByRole('heading', { name: 'Campaigns', level: 1 }).waitFor()
    await signInAgain()
    await page
      .getByRole('button', { name: /^Create campaign/ })
      .first()
      .click()
    await page.getByRole('dialog').getByLabel('Name').fill('From the old tab')
    await page.getByRole('dialog').getByRole('button', { name: 'Create campaign' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'From the old tab' }).waitFor()
    const tokens = web.complaints.filter((text) => /status of 403 .*\/campaigns$/.test(text))
    expect(tokens, 'sent again with a new token').toHaveLength(1)
  })

  it('signs out in a tab that was open before the user signed in again, or says why not', async () => {
    await open()
    await signInAgain()
    await page.keyboard.press('c')
    await page.getByRole('dialog').getByLabel('Destination').fill('example.com/kept')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    const drafts = () => page.evaluate(() => sessionStorage.getItem('drafts') ?? '')
    const signOut = page.getByRole('button', { name: 'Sign out', exact: true })
    await page.route('**/api/app/session', (route) => route.abort())
    await signOut.click()
    await page.getByText('Could not sign out').waitFor()
    expect(await drafts()).toContain('example.com/kept')
    await page.unroute('**/api/app/session')
    await signOut.click()
    await page.waitForURL(/\/login/)
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(await drafts()).toBe('')
    const other = await web.newPage()
    await other.goto(`${web.origin}/app/settings`)
    await enterCredentials(other, me)
    await other.getByRole('heading', { name: 'Settings', level: 1 }).waitFor()
    await other.close()
  })

  it('has no axe violations at both widths, in both themes', async () => {
    const other = await web.newPage()
    await open(other)
    await loaded(other)
    await expectGoodLook(other, 'settings')
    await other.getByRole('button', { name: 'Change password' }).click()
    await other.getByRole('dialog').waitFor()
    await expectGoodLook(other, 'the password dialog')
    await other.close()
  })

  it('sends no request to another host, and logs no other browser errors', () => {
    expect(web.strays).toEqual([])
    // The browser also logs the rejected change, the one that was sent again with a new token, and the failed sign-out.
    const expected = /status of (422 .*\/email|403 .*\/campaigns)$|net::ERR_FAILED .*\/session$/
    expect(web.complaints.filter((text) => !expected.test(text))).toEqual([])
  })
})
