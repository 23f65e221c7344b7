import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { onPostgres } from '../embedded/queries.ts'
import { eventually } from '../stack/eventually.ts'
import { findChromium } from './find-chromium.ts'
import { holdRequest, holdResponse } from './hold-request.ts'
import { joinOtherAccount } from './join-other-account.ts'
import { warmUpDrawing } from './signed-in.ts'
import { loaded } from './stack.ts'
import { call, page, useOwner, web } from './web.fixture.ts'

const chromium = await findChromium()

describe.skipIf(chromium === undefined)('requests that take long, in Chromium on the real stack', () => {
  useOwner(chromium, { WEBHOOK_ALLOW_PRIVATE: 'true', IMPORT_ALLOW_PRIVATE: 'true' })
  beforeAll(() => warmUpDrawing(call))

  const dialog = () => page.getByRole('dialog')
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  const toast = (text: string | RegExp) => page.getByText(text).first().waitFor()
  const settings = () => page.getByRole('region', { name: 'Settings', exact: true })
  const valueOf = (name: string) => page.locator(`[name="${name}"]`).inputValue()
  async function open(path: string): Promise<void> {
    await page.goto(`${web.origin}/app${path}`)
    await loaded(page)
  }
  async function openWebhook(): Promise<string> {
    const hook = { name: 'Slow', url: web.origin, events: ['url.created'] }
    const { id } = (await call('POST', '/webhooks', hook)).data as { id: string }
    await open('/webhooks')
    await page.getByRole('main').locator(`a[href$="${id}"]`).click()
    await page.getByRole('heading', { name: 'Slow', level: 1 }).waitFor()
    await loaded(page)
    return id
  }
  async function createLink(body: Record<string, unknown>) {
    const { id } = (await call('POST', '/short-urls', { url: 'https://example.com/', ...body })).data as { id: string }
    return { id, read: async () => (await call('GET', `/short-urls/${id}`)).data as Record<string, unknown> }
  }

  it('keeps the search field while the list without the search loads', async () => {
    await createLink({})
    await call('POST', '/campaigns', { name: 'Spring' })
    for (const [path, list] of [
      ['/links', '**/api/v1/short-urls?*'],
      ['/campaigns', '**/api/v1/campaigns?*'],
    ] as const) {
      await open(`${path}?q=nothing-has-this`)
      const field = page.getByRole('main').getByRole('searchbox')
      await page.getByText(/No .* match/).waitFor()
      const held = await holdRequest(page, 'GET', list)
      await field.fill('')
      await held.sent
      await page.waitForURL((url) => url.search === '')
      expect(await page.getByText(/will appear here/).count(), path).toBe(0)
      await field.pressSequentially('s')
      await held.release()
      await page.waitForURL(/q=s/)
      expect(await field.inputValue(), path).toBe('s')
      expect(await field.evaluate((element) => element === document.activeElement), path).toBe(true)
    }
  })

  it('shows a link that was created before the list arrived', async () => {
    const held = await holdResponse(page, '**/api/v1/short-urls?*')
    await page.goto(`${web.origin}/app/links`)
    await held.sent
    await page.keyboard.press('c')
    await dialog().locator('[name="url"]').fill('example.com/early')
    await page.keyboard.press('Enter')
    await toast('Link created and copied')
    await held.release()
    const links = page.getByRole('list', { name: 'Links', exact: true })
    await links.getByText('example.com/early').first().waitFor()
    expect(await links.getByText('example.com/early').count()).toBeGreaterThan(0)
  })

  it('shows an API key that was created before the list arrived', async () => {
    const held = await holdResponse(page, '**/api/v1/api-keys?*')
    await page.goto(`${web.origin}/app/keys`)
    await held.sent
    await button('Create API key').first().click()
    await page.getByLabel('Name').fill('Early')
    await dialog().getByRole('button', { name: 'Create API key' }).click()
    await button('I have copied it').click()
    await held.release()
    await page.getByRole('main').getByText('Early').first().waitFor()
    expect(await page.getByRole('main').getByText('Early').count()).toBeGreaterThan(0)
  })

  it('does not select links that match a new filter before they are shown', async () => {
    await open('/links')
    const all = page.getByRole('checkbox', { name: 'Select all' })
    expect(await all.isEnabled()).toBe(true)
    const held = await holdRequest(page, 'GET', '**/api/v1/short-urls?*')
    await page.getByRole('main').getByRole('searchbox').fill('example')
    await held.sent
    expect(await all.isEnabled()).toBe(false)
    await held.release()
    await eventually(async () => expect(await all.isEnabled()).toBe(true))
  })

  it('does not close a dialog while its secret is being created', async () => {
    await open('/keys')
    await button('Create API key').first().click()
    await page.getByLabel('Name').fill('Slow server')
    const held = await holdRequest(page, 'POST', '**/api/v1/api-keys')
    await dialog().getByRole('button', { name: 'Create API key' }).click()
    await held.sent
    await page.keyboard.press('Escape')
    await page.mouse.click(5, 5)
    for (const name of ['Close', 'Cancel']) {
      expect(await dialog().getByRole('button', { name }).isDisabled(), name).toBe(true)
    }
    await held.release()
    await button('Copy key').waitFor()
    await button('I have copied it').click()

    const id = await openWebhook()
    await button('Rotate secret').click()
    const rotation = await holdRequest(page, 'POST', '**/rotate-secret')
    await dialog().getByRole('button', { name: 'Rotate secret' }).click()
    await rotation.sent
    await page.keyboard.press('Escape')
    await rotation.release()
    await page.getByText('New signing secret').waitFor()
    await page.evaluate(() => history.back())
    await page.getByText('You have not copied the signing secret').waitFor()
    expect(new URL(page.url()).pathname).toBe(`/app/webhooks/${id}`)
    await button('I have copied it').click()
    await dialog().waitFor({ state: 'detached' })
  })

  it('shows a change of a switch while the state from before is read again', async () => {
    const id = await openWebhook()
    const path = `**/api/v1/webhooks/${id}`
    const held = await holdRequest(page, 'PUT', path)
    await button('Disable').click()
    await held.sent
    await button('Enable').waitFor()
    const read = await page.waitForResponse((response) => response.url().endsWith(`/api/v1/webhooks/${id}`))
    expect((await read.json()).data.is_active).toBe(true)
    await read.finished()
    expect(await button('Disable').count()).toBe(0)
    await held.release()
    await toast('Webhook disabled')
    expect((await call('GET', `/webhooks/${id}`)).data).toMatchObject({ is_active: false })
    expect(await button('Disable').count()).toBe(0)
  })

  it('keeps the text that was typed into a setting while it was saved', async () => {
    const link = await createLink({ tags: ['old'] })
    await open(`/links/${link.id}`)
    await button('Edit tags').click()
    const field = settings().getByRole('combobox', { name: 'Tags' })
    await field.fill('first')
    const held = await holdRequest(page, 'PUT', `**/api/v1/short-urls/${link.id}`)
    await settings().getByRole('button', { name: 'Save' }).click()
    await held.sent
    await field.fill('first, second')
    await held.release()
    await toast('Tags saved')
    expect(await field.inputValue()).toBe('second')
    await settings().getByRole('button', { name: 'Save' }).click()
    await button('Edit tags').waitFor()
    expect(await link.read()).toMatchObject({ tags: ['old', 'first', 'second'] })
  })

  it('sends quick changes of one switch in order', async () => {
    const link = await createLink({})
    await open(`/links/${link.id}`)
    const path = `**/api/v1/short-urls/${link.id}`
    const enabled = settings().getByRole('switch', { name: 'Enabled' })
    const archived = settings().getByRole('switch', { name: 'Archived' })
    const held = await holdRequest(page, 'PUT', path)
    await enabled.click()
    await held.sent
    await archived.click()
    await enabled.click()
    await eventually(async () => expect(await enabled.isChecked()).toBe(true))
    expect(await link.read(), 'nothing overtakes the first change').toMatchObject({ is_active: true, archived: false })
    await held.release()
    await toast('Link archived')
    await toast('Link enabled')
    expect(await link.read()).toMatchObject({ is_active: true, archived: true })
    await eventually(async () => expect([await enabled.isChecked(), await archived.isChecked()]).toEqual([true, true]))
  })

  const campaign = () => dialog().getByRole('combobox', { name: 'Campaign' })
  /** Opens the form of a new link, with the field of its campaign. */
  async function startLink(url: string): Promise<void> {
    await open('/links')
    await page.keyboard.press('c')
    await page.locator('[name="url"]').fill(url)
    await dialog().getByRole('button', { name: 'Campaign' }).click()
  }
  /** Creates a campaign in the form, and holds its request. */
  async function createCampaign(name: string) {
    await campaign().fill(name)
    const held = await holdRequest(page, 'POST', '**/api/v1/campaigns')
    await page.getByRole('option', { name: `Create “${name}”` }).click()
    await held.sent
    return held
  }

  it('waits for a campaign that is being created, and never replaces a newer choice with it', async () => {
    await startLink('example.com/in-campaign')
    const autumn = await createCampaign('Autumn')
    await campaign().click()
    await page.getByRole('option', { name: 'Spring' }).click()
    await autumn.release()
    await toast('Campaign Autumn created')
    expect(await campaign().inputValue()).toBe('Spring')
    const winter = await createCampaign('Winter')
    expect(await campaign().inputValue()).toBe('Winter')
    await button(/^Create and copy/).click()
    expect(await button(/^Create and copy/).isDisabled()).toBe(true)
    const found = async () => (await call('GET', '/short-urls?search=in-campaign')).data as unknown[]
    expect(await found()).toEqual([])
    await winter.release()
    await dialog().waitFor({ state: 'detached' })
    const campaigns = (await call('GET', '/campaigns?search=Winter')).data as { id: string }[]
    expect(await found()).toMatchObject([{ campaign_id: campaigns[0]?.id }])
  })

  it('does not wait for a campaign that was replaced by another choice', async () => {
    await startLink('example.com/other-campaign')
    const held = await createCampaign('Never')
    await campaign().click()
    await page.getByRole('option', { name: 'Spring' }).click()
    await button(/^Create and copy/).click()
    await dialog().waitFor({ state: 'detached' })
    const spring = (await call('GET', '/campaigns/Spring')).data as { id: string }
    expect((await call('GET', '/short-urls?search=other-campaign')).data).toMatchObject([{ campaign_id: spring.id }])
    await held.release()
    await toast('Campaign Never created')
  })

  it('does not send a form whose campaign could not be created', async () => {
    await startLink('example.com/no-campaign')
    const held = await createCampaign('Spring sale')
    await button(/^Create and copy/).click()
    await call('POST', '/campaigns', { name: 'Spring sale' })
    await held.release()
    await toast('Could not create Spring sale')
    await eventually(async () => expect(await button(/^Create and copy/).isEnabled()).toBe(true))
    expect((await call('GET', '/short-urls?search=no-campaign')).data).toEqual([])
    await button(/^Create and copy/).click()
    await dialog().waitFor({ state: 'detached' })
  })

  it('waits for a logo that is being uploaded', async () => {
    await open('/qr-codes/new')
    await page.getByRole('textbox', { name: 'URL', exact: true }).fill('https://example.com/with-logo')
    const held = await holdRequest(page, 'POST', '**/api/v1/qr-assets')
    const buffer = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#1d4ed8' } })
      .png()
      .toBuffer()
    await page.getByLabel('Logo file').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer })
    await held.sent
    await page.getByRole('main').getByRole('button', { name: 'Create QR code' }).click()
    await held.release()
    await page.waitForURL(/\/qr-codes\/[0-9a-f-]{36}$/)
    const { qrCode } = (await call('GET', `/qr-codes/${page.url().split('/').at(-1)}`)).data
    expect(qrCode.visual_settings.logo).toMatchObject({ asset_id: expect.any(String) })
  })

  it('does not close the dialog that was opened after the one that was sent', async () => {
    await open('/links')
    await page.keyboard.press('c')
    await page.locator('[name="url"]').fill('example.com/first')
    const held = await holdRequest(page, 'POST', '**/api/v1/short-urls')
    await button(/^Create and copy/).click()
    await held.sent
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'detached' })
    await page.keyboard.press('c')
    await page.locator('[name="url"]').fill('example.com/second')
    await held.release()
    await toast('Link created')
    expect(await valueOf('url')).toBe('example.com/second')
    await page.keyboard.press('Escape')
  })

  it('does not read a webhook or import that is being deleted', async () => {
    const stalled = createServer(() => undefined)
    await once(stalled.listen(0, '127.0.0.1'), 'listening')
    const base_url = `http://127.0.0.1:${(stalled.address() as AddressInfo).port}`
    const other = await web.newPage()
    await other.clock.install({ time: Date.now() })
    const heading = (name: string) => other.getByRole('heading', { name, level: 1, exact: true }).waitFor()
    for (const [path, body, list] of [
      ['/webhooks', { url: web.origin, events: ['url.created'] }, 'Webhooks'],
      ['/imports', { source: 'shlink', token: 'token', base_url }, 'Imports'],
    ] as const) {
      const { id } = (await call('POST', path, body)).data as { id: string }
      await other.goto(`${web.origin}/app${path}/${id}`)
      await loaded(other)
      const reads: string[] = []
      other.on('request', (request) => {
        if (request.method() === 'GET' && request.url().includes(id)) reads.push(request.url())
      })
      await other.clock.runFor(10_000)
      await eventually(() => expect(reads, path).not.toEqual([]))
      const held = await holdRequest(other, 'DELETE', `**/api/v1${path}/${id}`)
      await other.getByRole('button', { name: 'Delete', exact: true }).click()
      await other
        .getByRole('dialog')
        .getByRole('button', { name: /^Delete/ })
        .click()
      await held.sent
      reads.length = 0
      await other.clock.runFor(10_000)
      await held.release()
      await heading(list)
      await loaded(other)
      await other.clock.runFor(10_000)
      expect(reads, path).toEqual([])
    }
    await other.close()
    stalled.close().closeAllConnections()
  })

  it('does not take the user from the page that was opened in the meantime', async () => {
    await open('/qr-codes/new')
    await page.getByRole('textbox', { name: 'URL', exact: true }).fill('https://example.com/code')
    const held = await holdRequest(page, 'POST', '**/api/v1/qr-codes/generate')
    await page.getByRole('main').getByRole('button', { name: 'Create QR code' }).click()
    await held.sent
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Tags' }).click()
    await page.getByRole('heading', { name: 'Tags', level: 1 }).waitFor()
    await held.release()
    await toast(/ created$/)
    expect(new URL(page.url()).pathname).toBe('/app/tags')
    await open('/qr-codes/new')
    expect(await page.getByText('Draft restored').count()).toBe(0)
    // The browser logs the name that was taken.
    expect(web.complaints.filter((text) => !/status of 400 .*\/campaigns$/.test(text))).toEqual([])
  })

  it('opens another account, although requests of the page are refused before the account has loaded', async () => {
    await onPostgres(web.urls.database_url, joinOtherAccount)
    await open('/system')
    const held = await holdRequest(page, 'GET', '**/app/')
    const refused = page.waitForResponse((response) => response.status() === 409)
    await page.getByLabel('Account', { exact: true }).click()
    await page.getByRole('option', { name: 'Test account' }).click()
    await held.sent
    await (await refused).finished()
    // The page could reload now.
    await setTimeout(200)
    await held.release()
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/app/')
  })
})
