import type { Locator } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { onPostgres } from '../embedded/queries.ts'
import { eventually } from '../stack/eventually.ts'
import { findChromium } from './find-chromium.ts'
import { joinOtherAccount } from './join-other-account.ts'
import { enterCredentials } from './signed-in.ts'
import { expectAccessible } from './stack.ts'
import { call, page, useOwner, web } from './web.fixture.ts'

const chromium = await findChromium()

describe.skipIf(chromium === undefined)('forms keep what was typed, in Chromium on the real stack', () => {
  useOwner(chromium, { WEBHOOK_ALLOW_PRIVATE: 'true' })

  const dialog = () => page.getByRole('dialog')
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  const gone = () => dialog().waitFor({ state: 'detached' })
  const restored = (on = page) => on.getByText('Draft restored').waitFor()
  const open = async (path: string, name?: RegExp) => {
    await page.goto(`${web.origin}/app${path}`)
    if (name !== undefined) await page.getByRole('main').getByRole('button', { name }).first().click()
  }
  // Not waitForURL: it fails if a second request that gets 401 begins the same navigation again.
  const signedOut = () => eventually(() => expect(page.url()).toContain('/login'))
  /**
   * Any request of the page may notice first that the session has expired. Then this clicks on the page of the sign-in, since
   * a click that waits longer would find the button in a later test.
   */
  const untilSignedOut = async (press: Locator) => {
    await press.or(page.getByRole('textbox', { name: 'Email', exact: true })).click()
    await signedOut()
  }
  const destination = () => page.locator('[name="url"]')
  const valueOf = (name: string, on = page) => on.locator(`[name="${name}"]`).inputValue()
  const stored = () => page.evaluate(() => sessionStorage.getItem('drafts') ?? '')
  const focused = (on = page) => on.evaluate(() => document.activeElement?.getAttribute('name'))
  const fieldError = (text: string | RegExp) => page.locator('[id$="-error"]').getByText(text)

  it('keeps a link through Escape, a click outside and a reload, but no password, until it is discarded', async () => {
    await open('/links', /create/i)
    await dialog().getByRole('button', { name: 'UTM' }).click()
    await dialog().getByRole('button', { name: 'Password' }).click()
    await destination().fill('example.com/kept')
    await page.locator('[name="utm_source"]').fill('newsletter')
    await page.locator('[name="password"]').fill('open sesame')
    const closings = [
      () => page.keyboard.press('Escape'),
      () => page.mouse.click(5, 5),
      () => button('Cancel').click(),
      async () => void (await page.reload()),
    ]
    for (const close of closings) {
      await close()
      await gone()
      await page.getByRole('heading', { name: 'Links', level: 1 }).waitFor()
      await page.keyboard.press('c')
      await restored()
      expect([await valueOf('url'), await valueOf('utm_source'), await valueOf('password')]).toEqual([
        'example.com/kept',
        'newsletter',
        '',
      ])
    }
    await page.getByText('Enter the password again').waitFor()
    expect(await stored()).not.toContain('sesame')
    await expectAccessible(page, 'a restored draft', '[role="dialog"]')
    await button('Discard').click()
    expect([await valueOf('url'), await valueOf('utm_source')]).toEqual(['', ''])
    expect(await stored()).toBe('')
    await page.keyboard.press('Escape')
    await gone()
  })

  it('offers a draft instead of replacing a pasted URL, and forgets what was sent', async () => {
    await page.keyboard.press('c')
    await destination().fill('example.com/typed')
    await page.getByLabel('Short link').fill('typed-slug')
    await page.keyboard.press('Escape')
    await gone()
    await page.evaluate(() => navigator.clipboard.writeText('https://example.com/pasted'))
    await page.keyboard.press('Control+V')
    await page.getByText('You have an unsaved draft').waitFor()
    expect(await valueOf('url')).toBe('https://example.com/pasted')
    await button('Restore draft').click()
    expect([await valueOf('url'), await valueOf('custom_alias')]).toEqual(['example.com/typed', 'typed-slug'])
    await button(/Create and copy/).click()
    await gone()
    await page.keyboard.press('c')
    await dialog().waitFor()
    expect([await valueOf('url'), await page.getByText('Draft restored').count()]).toEqual(['', 0])
  })

  it('keeps no draft of a created link if the page is left while its lists are loading', async () => {
    await open('/links', /create/i)
    await destination().fill('example.com/created')
    const lists = '**/api/v1/short-urls?*'
    await page.route(lists, () => undefined)
    await button(/^Create and copy/).click()
    await page.getByText('Link created and copied').waitFor()
    await page.unroute(lists)
    await open('/links', /create/i)
    expect([await valueOf('url'), await page.getByText('Draft restored').count()]).toEqual(['', 0])
    await page.keyboard.press('Escape')
    await gone()
  })

  it('creates one link when the response is lost and the form is sent again', async () => {
    await open('/links', /create/i)
    await destination().fill('example.com/lost')
    const lose = { times: 1 }
    await page.route('**/api/v1/short-urls', (route) => route.fetch().then(() => route.abort()), lose)
    await button(/^Create and copy/).click()
    await page.getByText('Waymark is not responding.').waitFor()
    const find = async () => (await call('GET', '/short-urls?search=lost')).data
    expect(await find(), 'it was created').toHaveLength(1)
    await button(/^Create and copy/).click()
    await gone()
    expect(await find()).toHaveLength(1)
  })

  it('makes a change again whose first response was lost, and fails at once while it is offline', async () => {
    const variants = [{ destination_url: 'https://example.com/a' }, { destination_url: 'https://example.com/b' }]
    const { test } = await call('POST', '/url-ab-tests', { name: 'Again', variants })
    await call('POST', `/url-ab-tests/${test.id}/start`)
    const becomes = (status: string) =>
      eventually(async () => expect((await call('GET', `/url-ab-tests/${test.id}`)).data.test.status).toBe(status))
    await page.goto(`${web.origin}/app/ab-tests/${test.id}`)
    await page.route('**/pause', (route) => route.fetch().then(() => route.abort()), { times: 1 })
    await button('Pause').click()
    await page.getByText('Waymark is not responding.').waitFor()
    await button('Resume').click()
    await becomes('running')
    await button('Pause').click()
    await becomes('paused')

    await page.context().setOffline(true)
    await button('Resume').click()
    await page.getByRole('listitem').getByText('You are offline.').waitFor()
    await page.context().setOffline(false)
    await button('Resume').waitFor()
    await becomes('paused')
  })

  it('creates no link later from a URL that is shortened in the palette while offline', async () => {
    await page.goto(`${web.origin}/app/tags`)
    await page.getByRole('heading', { name: 'Tags', level: 1 }).waitFor()
    await page.keyboard.press('Control+k')
    const palette = page.getByRole('dialog', { name: 'Search and commands' })
    await palette.waitFor()
    await page.keyboard.type('https://example.com/offline')
    await palette.getByRole('option', { name: /^Shorten/ }).waitFor()
    await page.context().setOffline(true)
    await page.keyboard.press('Enter')
    await page.getByText('Could not create the link').waitFor()
    await page.context().setOffline(false)
    await page.getByText('You are offline. This page may be out of date.').waitFor({ state: 'detached' })
    expect((await call('GET', '/short-urls?search=example.com/offline')).data).toEqual([])
  })

  it('keeps an offered draft while another link is created, and the drafts of another account', async () => {
    await page.keyboard.press('Escape')
    await gone()
    await page.keyboard.press('c')
    await destination().fill('example.com/older')
    await page.keyboard.press('Escape')
    await gone()
    await page.evaluate(() => navigator.clipboard.writeText('https://example.com/newer'))
    await page.keyboard.press('Control+V')
    await page.getByText('You have an unsaved draft').waitFor()
    await page.getByLabel('Short link').fill('newer-slug')
    await page.keyboard.press('Escape')
    await gone()
    await page.keyboard.press('c')
    await restored()
    expect([await valueOf('url'), await valueOf('custom_alias')]).toEqual(['https://example.com/newer', 'newer-slug'])
    await button(/Create and copy/).click()
    await gone()
    await page.evaluate(() =>
      sessionStorage.setItem(
        'drafts',
        (sessionStorage.getItem('drafts') ?? '').replace(/"account":"[^"]+"/, '"account":"other"'),
      ),
    )
    await page.keyboard.press('c')
    await dialog().waitFor()
    expect(await valueOf('url'), 'the account has no draft').toBe('')
    expect(await stored()).toContain('example.com/older')
    await page.evaluate(() => sessionStorage.clear())
  })

  it('shows each error at its field until that field is mended', async () => {
    await dialog().getByRole('button', { name: 'Dates' }).click()
    await destination().fill('not a url')
    await page.locator('[name="starts_at"]').fill('2031-02-02T03:04')
    await page.locator('[name="expires_at"]').fill('2031-01-02T03:04')
    await button(/Create and copy/).click()
    await fieldError('Enter a full URL').waitFor()
    expect(await focused()).toBe('url')
    expect(await page.getByRole('alert').count(), 'the field says it').toBe(0)
    await destination().fill('example.com/mended')
    expect(await fieldError('Enter a full URL').count()).toBe(0)
    await button(/Create and copy/).click()
    await fieldError('Must be after the start date.').waitFor()
    await eventually(async () => expect(await focused()).toBe('expires_at'))
    await page.locator('[name="starts_at"]').fill('2030-02-02T03:04')
    expect(await fieldError('Must be after').count(), 'mended by the other field').toBe(0)
    await button(/Create and copy/).click()
    await gone()
  })

  it('leaves the focus at a wrong field when options load late', async () => {
    const other = await web.newPage()
    let load = () => undefined as void
    const isLoading = new Promise<void>((resolve) => {
      load = resolve
    })
    await other.route(/link-options/, async (route) => {
      await isLoading
      await route.continue()
    })
    await other.goto(`${web.origin}/app/links`)
    await other
      .getByRole('button', { name: /create link/i })
      .first()
      .click()
    await other.getByRole('dialog').getByRole('button', { name: 'Slug' }).click()
    await other.getByRole('button', { name: /Create and copy/ }).click()
    await other.getByText('Enter a full URL').waitFor()
    load()
    await other.locator('[name="code_length"]').waitFor()
    await other.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
    expect(await focused(other)).toBe('url')
    await other.close()
  })

  it('says what a webhook lacks, and keeps its secret until it is copied', async () => {
    await open('/webhooks', /^create/i)
    await dialog().getByRole('button', { name: 'Create webhook' }).click()
    await fieldError('Select at least one event.').waitFor()
    expect(await focused()).toBe('url')
    await page.getByLabel('Endpoint URL').fill('http://127.0.0.1:9/hook')
    await dialog().getByRole('button', { name: 'Create webhook' }).click()
    await dialog().getByLabel('url.created').check()
    expect(await fieldError('Select at least one event.').count()).toBe(0)
    await dialog().getByRole('button', { name: 'Create webhook' }).click()
    await page.getByText('Webhook created').waitFor()
    await page.mouse.click(5, 5)
    await page.keyboard.press('Escape')
    await page.getByText('You have not copied the signing secret').waitFor()
    await expectAccessible(page, 'a secret that was not copied', '[role="dialog"]')
    await page.keyboard.press('Escape')
    await gone()
    await page.getByRole('link', { name: '127.0.0.1:9' }).first().click()
    await button('Rotate secret').click()
    await dialog().getByRole('button', { name: 'Rotate secret' }).click()
    await button('Copy secret').click()
    await button('Done').waitFor()
    await page.keyboard.press('Escape')
    await gone()
  })

  it('keeps an edited record apart from others, in this tab only', async () => {
    const { data: one } = await call('POST', '/campaigns', { name: 'One' })
    const { data: two } = await call('POST', '/campaigns', { name: 'Two' })
    await open(`/campaigns/${one.id}?view=settings`)
    await page.getByLabel('Description').fill('About one')
    await call('PUT', `/campaigns/${one.id}`, { name: 'Renamed' })
    await open(`/campaigns/${two.id}?view=settings`)
    expect(await page.getByLabel('Description').inputValue()).toBe('')
    const other = await web.newPage()
    await other.goto(`${web.origin}/app/campaigns/${one.id}?view=settings`)
    expect(await other.getByLabel('Description').inputValue(), 'another tab').toBe('')
    await other.close()
    await open(`/campaigns/${one.id}?view=settings`)
    await restored()
    expect(await page.getByLabel('Name').inputValue(), 'changed elsewhere').toBe('Renamed')
    await button('Save').click()
    await page.getByText('Campaign saved').waitFor()
    expect((await call('GET', `/campaigns/${one.id}`)).data.description).toBe('About one')
    expect(await stored()).toBe('')
  })

  it('follows a record that changes elsewhere while its form is untouched, and keeps what is typed', async () => {
    const { data: campaign } = await call('POST', '/campaigns', { name: 'Followed' })
    await open(`/campaigns/${campaign.id}?view=settings`)
    const description = page.getByLabel('Description')
    await description.waitFor()
    const rename = async (name: string) => {
      await call('PUT', `/campaigns/${campaign.id}`, { name })
      // The page reads again when the user comes back after a minute.
      await page.evaluate(() => {
        const now = Date.now
        Date.now = () => now() + 60_000
        window.dispatchEvent(new Event('visibilitychange'))
      })
      await page.getByRole('heading', { name, level: 1 }).waitFor()
    }
    await rename('Renamed once')
    await eventually(async () => expect(await valueOf('name')).toBe('Renamed once'))
    await description.fill('Typed here')
    await rename('Renamed twice')
    expect([await focused(), await description.inputValue()]).toEqual(['description', 'Typed here'])
    expect(await page.getByText('Draft restored').count()).toBe(0)
    await button('Save').focus()
    await page.keyboard.press('Enter')
    await page.getByText('Campaign saved').waitFor()
    const saved = { name: 'Renamed twice', description: 'Typed here' }
    expect((await call('GET', `/campaigns/${campaign.id}`)).data).toMatchObject(saved)
    await eventually(async () => expect(await valueOf('name')).toBe('Renamed twice'))
    const isFocused = () => button('Save').evaluate((it) => it === document.activeElement)
    await eventually(async () => expect(await isFocused()).toBe(true))
    expect(await stored()).toBe('')
  })

  it('opens the form of a new link again after the session expired, and names other drafts', async () => {
    /** Not while the page is loading: any of its requests would then end the session. */
    const expire = async () => {
      await page.waitForLoadState('networkidle')
      await onPostgres(web.urls.database_url, (sql) => sql`delete from sessions`)
    }
    await open('/settings')
    await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor()
    await page.keyboard.press('c')
    await destination().fill('example.com/expired')
    await expire()
    await untilSignedOut(button(/Create and copy/))
    await enterCredentials(page)
    await restored()
    expect(await valueOf('url')).toBe('example.com/expired')
    expect(new URL(page.url()).pathname).toBe('/app/settings')
    await button('Discard').click()
    await page.reload()
    await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor()
    expect(await dialog().count(), 'opened once').toBe(0)
    await open('/campaigns', /^create/i)
    await dialog().getByLabel('Name').fill('Autumn')
    await expire()
    await untilSignedOut(dialog().getByRole('button', { name: 'Create campaign' }))
    await enterCredentials(page)
    await page.getByText('Your draft was kept').waitFor()
    await page
      .getByRole('main')
      .getByRole('button', { name: /^create/i })
      .first()
      .click()
    await restored()
    expect(await dialog().getByLabel('Name').inputValue()).toBe('Autumn')
    await button('Discard').click()
    await page.keyboard.press('Escape')
    await gone()
  })

  it('keeps a design while the session expires, and nothing for the next user', async () => {
    await open('/qr-codes/new')
    await page.getByRole('textbox', { name: 'URL', exact: true }).fill('example.com/menu')
    await page.getByText('Wi-Fi', { exact: true }).click()
    await page.getByLabel('Network name').fill('Guests')
    await page.getByLabel('Network password').fill('open sesame')
    await onPostgres(web.urls.database_url, (sql) => sql`delete from sessions`)
    await untilSignedOut(button('Create QR code'))
    await enterCredentials(page)
    await restored()
    expect([
      await page.getByLabel('Network name').inputValue(),
      await page.getByLabel('Network password').inputValue(),
    ]).toEqual(['Guests', ''])
    await page.getByText('URL', { exact: true }).first().click()
    expect(await page.getByRole('textbox', { name: 'URL', exact: true }).inputValue()).toBe('example.com/menu')
    const storage = await stored()
    expect(storage).not.toContain('sesame')
    await button('Sign out').click()
    await page.waitForURL(/\/login/)
    expect(await stored()).toBe('')
    // As if the session of another user had ended in this tab.
    await page.evaluate(
      (kept) => sessionStorage.setItem('drafts', JSON.stringify({ ...JSON.parse(kept), user: 'other' })),
      storage,
    )
    await page.goto(`${web.origin}/app/qr-codes/new`)
    await enterCredentials(page)
    await page.getByRole('textbox', { name: 'URL', exact: true }).waitFor()
    expect(await page.getByText('Draft restored').count()).toBe(0)
    expect(await stored()).toBe('')
  })

  it('names a draft that is in another account than the one that a sign-in opens', async () => {
    await open('/campaigns', /^create/i)
    await dialog().getByLabel('Name').fill('Elsewhere')
    await page.waitForLoadState('networkidle')
    await onPostgres(web.urls.database_url, async (sql) => {
      await joinOtherAccount(sql)
      await sql`
        update memberships set opened_at = now() + interval '1 hour'
        where account_id not in (select account_id from sessions)`
      await sql`delete from sessions`
    })
    await untilSignedOut(dialog().getByRole('button', { name: 'Create campaign' }))
    await enterCredentials(page)
    await page.getByText('Your draft is in another account').waitFor()
    expect(await dialog().count()).toBe(0)
    await page.getByLabel('Account', { exact: true }).click()
    await page.getByRole('option').filter({ hasNotText: 'Test account' }).click()
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
    await open('/campaigns', /^create/i)
    await restored()
    expect(await dialog().getByLabel('Name').inputValue()).toBe('Elsewhere')
  })
})
