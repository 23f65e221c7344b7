import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../stack/eventually.ts'
import { findChromium } from './find-chromium.ts'
import { expectGoodLook } from './good-look.ts'
import { keepToasts } from './hold-timers.ts'
import { warmUpDrawing } from './signed-in.ts'
import { loaded } from './stack.ts'
import { call, page, useOwner, web } from './web.fixture.ts'

const chromium = await findChromium()

describe.skipIf(chromium === undefined)('the page of a link, in Chromium on the real stack', () => {
  useOwner(chromium, { DESTINATION_CARDS: 'all' })
  beforeAll(() => warmUpDrawing(call))

  let site: Server
  let origin: string
  beforeAll(async () => {
    const picture = await sharp({ create: { width: 1200, height: 630, channels: 3, background: '#2563eb' } })
      .png()
      .toBuffer()
    const html =
      '<title>Plain</title><meta property="og:title" content="Spring sale"><meta property="og:description" content="Half price."><meta property="og:image" content="/card.png"><link rel="icon" href="/card.png">'
    site = createServer((request, response) => {
      if (request.url === '/page') return response.writeHead(200, { 'content-type': 'text/html' }).end(html)
      if (request.url === '/card.png') return response.writeHead(200, { 'content-type': 'image/png' }).end(picture)
      return response.writeHead(404).end()
    })
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
    origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
    await call('POST', '/campaigns', { name: 'Spring' })
    await call('POST', '/webhooks', { name: 'CRM', url: 'https://hooks.example.com/', events: ['url.clicked'] })
  })
  afterAll(() => {
    site?.close()
  })

  const readLink = async (code: string) => (await call('GET', `/short-urls/${code}`)).data
  const shows = async (code: string, expected: Record<string, unknown>) =>
    await eventually(async () => expect(await readLink(code)).toMatchObject(expected))
  const card = (name: string) => page.getByRole('region', { name, exact: true })
  const toastIsGone = (text: string) => page.getByText(text, { exact: true }).waitFor({ state: 'detached' })

  it('shows the destination in the form, in the list and on the page of the link', async () => {
    await page.goto(`${web.origin}/app/links`)
    await loaded(page)
    await page.keyboard.press('c')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Destination').fill(`${origin}/page`)
    await dialog.getByLabel('Short link').fill('sale')
    const preview = dialog.getByRole('complementary', { name: 'Preview' })
    await preview.getByText('Spring sale').waitFor()
    await preview.getByText('Half price.').waitFor()
    await preview.locator('img[src^="data:image/webp"].object-cover').waitFor()
    await page.getByText('sale is available').waitFor()
    await dialog.getByRole('button', { name: 'Create and copy' }).click()
    await dialog.waitFor({ state: 'detached' })
    const list = page.getByRole('list', { name: 'Links' })
    await list.locator('img[src^="data:image/webp"]').waitFor()
    await list.getByRole('link', { name: /\/sale$/ }).click()
    await card('Destination').getByText('Spring sale').waitFor()
    await card('Destination').locator('img.object-cover').waitFor()
    expect(await card('Destination').getByText('Half price.').count()).toBe(1)
  })

  it('creates, downloads and opens the QR code of the link', async () => {
    await card('QR code').getByRole('button', { name: 'Create QR code' }).click()
    await card('QR code').getByText('Scan test: 100 of 100').waitFor()
    await card('QR code').getByRole('button', { name: 'Download' }).click()
    for (const format of ['SVG', 'PNG', 'JPEG', 'WebP', 'PDF'])
      await page.getByRole('dialog').getByRole('radio', { name: format }).waitFor({ state: 'attached' })
    const download = page.waitForEvent('download')
    await page.getByRole('dialog').getByRole('button', { name: 'Download' }).click()
    expect((await download).suggestedFilename()).toMatch(/\.png$/)
    await page.keyboard.press('Escape')
    expect(await card('QR code').getByRole('link', { name: 'Design' }).getAttribute('href')).toMatch(/view=edit$/)
  })

  it('changes settings where they are, and undoes a change', async () => {
    const settings = card('Settings')
    /** Closes the suggestions, which could appear over the button below. */
    const typeTags = async (text: string) => {
      await settings.getByLabel('Tags').fill(text)
      await page.getByRole('option').first().waitFor()
      await page.keyboard.press('Escape')
    }
    const letToastsEnd = await keepToasts(page)
    await settings.getByRole('switch', { name: 'Enabled' }).click()
    await page.getByText('Link disabled', { exact: true }).waitFor()
    await shows('sale', { is_active: false, status: 'disabled' })
    await page.getByRole('listitem').filter({ hasText: 'Link disabled' }).getByRole('button', { name: 'Undo' }).click()
    await shows('sale', { is_active: true })
    await eventually(async () => expect(await settings.getByRole('switch', { name: 'Enabled' }).isChecked()).toBe(true))
    await toastIsGone('Link disabled')
    await settings.getByRole('button', { name: 'Edit tags' }).click()
    await typeTags('email, -bad')
    await settings.getByRole('button', { name: 'Save' }).click()
    await settings.getByText('must not begin with a hyphen').first().waitFor()
    await typeTags('spring')
    await settings.getByRole('button', { name: 'Save' }).click()
    const saved = page.getByRole('listitem').filter({ hasText: 'Tags saved' })
    await shows('sale', { tags: ['email', 'spring'] })
    const hasFocus = (name: string) =>
      eventually(async () => {
        const button = settings.getByRole('button', { name })
        expect(await button.evaluate((it) => it === document.activeElement)).toBe(true)
      })
    await call('PUT', '/short-urls/sale', { tags: ['email', 'spring', 'from-others'] })
    await saved.getByRole('button', { name: 'Undo' }).click()
    await letToastsEnd()
    await shows('sale', { tags: ['from-others'] })
    await call('PUT', '/short-urls/sale', { tags: ['email', 'spring'] })
    await settings.getByRole('button', { name: 'Edit expires' }).click()
    await settings.getByRole('button', { name: 'Cancel' }).click()
    await hasFocus('Edit expires')
    await page.keyboard.press('Enter')
    await settings.getByLabel('Expiration date').fill('2041-02-03T04:05')
    await settings.getByRole('button', { name: 'Save' }).click()
    await settings.getByText(/Feb 3, 2041/).waitFor()
    await shows('sale', { expires_at: new Date('2041-02-03T04:05').toISOString() })
    await hasFocus('Edit expires')
    await settings.getByRole('switch', { name: 'Archived' }).click()
    await shows('sale', { archived: true })
    await settings.getByRole('switch', { name: 'Archived' }).click()
    await shows('sale', { archived: false })
  })

  it('finds, creates and removes the campaign of the link', async () => {
    const campaign = card('Settings').getByRole('combobox', { name: 'Campaign' })
    const option = (name: string) => page.getByRole('option', { name: new RegExp(`^${name}`) })
    const find = async (name: string) => (await call('GET', `/campaigns/${encodeURIComponent(name)}`)).data.id as string
    await campaign.fill('spr')
    await option('Spring').waitFor()
    await page.keyboard.press('Enter')
    await shows('sale', { campaign_id: await find('Spring') })
    await eventually(async () => expect(await campaign.inputValue()).toBe('Spring'))
    await campaign.fill('Autumn')
    await option('Create “Autumn”').click()
    await page.getByText('Campaign Autumn created').waitFor()
    await shows('sale', { campaign_id: await find('Autumn') })
    await eventually(async () => expect(await campaign.inputValue()).toBe('Autumn'))
    // The toasts of these changes offer to undo them.
    await page.reload()
    await loaded(page)
    const letToastsEnd = await keepToasts(page)
    await campaign.click()
    await option('None').click()
    await shows('sale', { campaign_id: null })
    await page.getByRole('button', { name: 'Undo' }).click()
    await letToastsEnd()
    await shows('sale', { campaign_id: await find('Autumn') })
  })

  it('lists changes, and restores the state before one', async () => {
    await card('Activity').getByRole('button', { name: 'View history' }).click()
    const history = page.getByRole('dialog', { name: 'History' })
    const changes = history.getByRole('list', { name: 'Changes' }).getByRole('listitem')
    const newest = (await call('GET', '/short-urls/sale/history')).data[0]
    expect(newest.changes.map(({ field }: { field: string }) => field)).toEqual(['campaign_id'])
    await changes.first().getByText('Autumn').waitFor()
    const before = await changes.count()
    await expectGoodLook(page, 'the history of a link')
    await changes.first().getByRole('button', { name: 'Roll back this and later changes' }).click()
    const confirmation = page.getByRole('dialog', { name: 'Roll back' })
    await confirmation.getByText('Campaign', { exact: true }).waitFor()
    await confirmation.getByRole('button', { name: 'Roll back' }).click()
    await page.getByText('Link rolled back').waitFor()
    await shows('sale', { campaign_id: newest.changes[0].before })
    await eventually(async () => expect(await changes.count()).toBe(before + 1))
    await page.keyboard.press('Escape')
    await history.waitFor({ state: 'detached' })
  })

  it('leads to clicks, tests and webhooks of the link, duplicates it, and looks good', async () => {
    const activity = card('Activity')
    await activity.getByRole('link', { name: 'CRM' }).waitFor()
    await activity.getByRole('button', { name: 'View all' }).click()
    await page.getByRole('dialog', { name: 'Clicks' }).waitFor()
    await page.keyboard.press('Escape')
    await activity.getByRole('button', { name: 'Start a test' }).click()
    await page
      .getByRole('dialog')
      .getByText(/\/sale/)
      .first()
      .waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expectGoodLook(page, 'the page of a link')
    const first = page.url()
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Duplicate' }).click()
    await page.getByText('Link duplicated').waitFor()
    expect(page.url()).not.toBe(first)
    await card('Settings').getByText('spring', { exact: true }).waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Links' }).click()
    await page.waitForURL(/\/app\/links$/)
  })

  it('closes the form of a link when the browser goes back to another link', async () => {
    const url = `${origin}/page`
    const { data: link } = await call('POST', '/short-urls', { url, custom_alias: 'original' })
    const edit = () => page.getByRole('button', { name: 'Edit', exact: true }).click()
    const destination = page.getByRole('dialog').locator('[name="url"]')
    await page.goto(`${web.origin}/app/links/${link.id}`)
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Duplicate' }).click()
    await page.getByText('Link duplicated').waitFor()
    await edit()
    await destination.fill(`${origin}/of-the-copy`)
    await page.goBack()
    await page.waitForURL(new RegExp(`/links/${link.id}`))
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await edit()
    expect(await destination.inputValue()).toBe(url)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })

  it('marks the links of QR codes and tests, and says when a link does not exist', async () => {
    const content = { content_type: 'wifi', content_data: { ssid: 'Guests', password: 'coffee please' } }
    const { data } = await call('POST', '/qr-codes/generate', { ...content, name: 'Guests', is_dynamic: true })
    await call('POST', '/url-ab-tests', {
      name: 'Headline',
      short_code: 'headline',
      variants: [{ destination_url: `${origin}/a` }, { destination_url: `${origin}/b` }],
    })
    await page.goto(`${web.origin}/app/links`)
    const list = page.getByRole('list', { name: 'Links' })
    await list.getByText('Content of a QR code').waitFor()
    expect(await list.getByText('Link of a QR code').count()).toBe(1)
    expect(await list.getByText('In an A/B test').count()).toBe(1)
    await page.getByRole('combobox', { name: 'Used by' }).selectOption({ label: 'Links in A/B tests' })
    await list.getByText('Content of a QR code').waitFor({ state: 'detached' })
    expect(await list.getByRole('listitem').count()).toBe(1)
    await page.goto(`${web.origin}/app/links/${data.qrCode.short_url_id}`)
    await card('Destination').getByText('Visitors see a page with the content of the QR code.').waitFor()
    await card('QR code').getByRole('img').waitFor()
    await page.goto(`${web.origin}/app/links/no-such-link`)
    await page.getByRole('heading', { name: 'This link does not exist', level: 1 }).waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Links' }).click()
    await list.waitFor()
  })

  it('shows who goes where, and why', async () => {
    const german = [
      { type: 'country', operator: 'in', value: ['de'] },
      { type: 'language', operator: 'in', value: ['de'] },
    ]
    const { data } = await call('POST', '/short-urls', {
      url: `${origin}/page`,
      ios_url: `${origin}/app`,
      targeting_rules: [{ name: 'German shop', match: 'all', conditions: german, destination_url: `${origin}/de` }],
    })
    await page.goto(`${web.origin}/app/links/${data.id}`)
    const table = card('Who goes where').getByRole('table')
    const cellsOf = (country: string) => table.getByRole('row', { name: country }).getByRole('button').allInnerTexts()
    const target = (path: string) => `${origin.replace('http://', '')}${path}`
    const usual = ['The link’s destination', target('/page')].join('\n')
    const app = ['Device destination', target('/app')].join('\n')
    await eventually(async () => expect(await cellsOf('Germany')).toEqual([usual, app, usual]))
    await card('Who goes where').getByLabel('Language').fill('de-AT, en')
    const shop = ['German shop', target('/de')].join('\n')
    await eventually(async () => expect(await cellsOf('Germany')).toEqual([shop, shop, shop]))
    await eventually(async () => expect(await cellsOf('Japan')).toEqual([usual, app, usual]))
    await card('Who goes where').getByLabel('Add a country').selectOption({ label: 'Austria' })
    await eventually(async () => expect(await cellsOf('Austria')).toEqual([usual, app, usual]))
    await table.getByRole('row', { name: 'Austria' }).getByRole('button').nth(1).click()
    const why = page.getByRole('region', { name: 'Why: Austria, iPhone' })
    await why.getByText('German shop: does not apply').waitFor()
    expect(await why.getByRole('listitem').allInnerTexts()).toEqual(
      expect.arrayContaining([expect.stringContaining('Country'), expect.stringContaining('Language')]),
    )
    await expectGoodLook(page, 'who goes where')
  })

  it('makes no requests to other hosts, and logs no errors but those of refused and missing links', () => {
    expect(web.strays).toEqual([])
    expect(
      web.complaints.filter((text) => !/status of (422 .*\/short-urls\/[^/]+$|404 .*no-such-link)/.test(text)),
    ).toEqual([])
  })
})
