import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../stack/eventually.ts'
import { findChromium } from './find-chromium.ts'
import { warmUpDrawing } from './signed-in.ts'
import { loaded } from './stack.ts'
import { call, page, useOwner, web } from './web.fixture.ts'

const chromium = await findChromium()

/** A server whose responses never end. */
async function stallResponses(): Promise<{ url: string; close: () => void }> {
  const server = createServer((_, response) => {
    response.writeHead(201, { 'content-type': 'application/json' })
    response.write('{"data":')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close().closeAllConnections() }
}

describe.skipIf(chromium === undefined)('requests that fail, in Chromium on the real stack', () => {
  useOwner(chromium, { WEBHOOK_ALLOW_PRIVATE: 'true' })
  beforeAll(() => warmUpDrawing(call))

  const dialog = () => page.getByRole('dialog')
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  async function open(path: string): Promise<void> {
    await page.goto(`${web.origin}/app${path}`)
    await loaded(page)
  }
  async function openWebhook(): Promise<string> {
    const { id } = (await call('POST', '/webhooks', { url: web.origin, events: ['url.created'] })).data
    await open(`/webhooks/${id}`)
    return id
  }
  /** Until the returned function is called. */
  async function fail(method: string, path: string, status = 500): Promise<() => Promise<void>> {
    await page.route(path, async (route) => {
      if (route.request().method() === method) await route.fulfill({ status, body: '{}' })
      else await route.fallback()
    })
    return () => page.unroute(path)
  }

  it('creates a QR code on the default domain, even if the domains could not be loaded with the page', async () => {
    const added = (await call('POST', '/domains/subdomains', { subdomain: 'menu' })).data as { id: string }
    await call('PUT', `/domains/${added.id}`, { is_default: true })
    const mend = await fail('GET', '**/api/v1/domains?*')
    await page.goto(`${web.origin}/app/qr-codes/new`)
    await page.getByRole('textbox', { name: 'URL', exact: true }).fill('https://example.com/menu')
    const create = page.getByRole('main').getByRole('button', { name: 'Create QR code' })
    await create.click()
    await page.getByRole('alert').first().waitFor()
    expect((await call('GET', '/qr-codes')).data).toEqual([])
    await mend()
    await create.click()
    await page.waitForURL(/\/qr-codes\/[0-9a-f-]{36}$/)
    const { qrCode } = (await call('GET', `/qr-codes/${page.url().split('/').at(-1)}`)).data
    expect(new URL(qrCode.short_url).host).toMatch(/^menu\./)
    await call('PUT', `/domains/${added.id}`, { is_default: false })
  })

  it('creates one key when the response is lost and the form is sent again, also with an expiration date', async () => {
    await open('/keys')
    await button('Create API key').first().click()
    await page.getByLabel('Name').fill('Lost')
    await page.getByLabel('Expires').selectOption('30')
    await page.route('**/api/v1/api-keys', (route) => route.fetch().then(() => route.abort()), { times: 1 })
    await dialog().getByRole('button', { name: 'Create API key' }).click()
    await dialog().getByRole('alert').getByText('Waymark is not responding').waitFor()
    await dialog().getByRole('button', { name: 'Create API key' }).click()
    await button('Copy key').click()
    await button('Done').click()
    await button('Revoke Lost').first().waitFor()
    expect(await button('Revoke Lost').count()).toBe(1)
  })

  it('gives up a response that stops halfway, and says so', async () => {
    const stalled = await stallResponses()
    const other = await web.newPage()
    await other.clock.install({ time: Date.now() })
    await other.goto(`${web.origin}/app/keys`)
    await loaded(other)
    await other.route('**/api/v1/api-keys', (route) => route.continue({ url: stalled.url }))
    await other.getByRole('button', { name: 'Create API key' }).first().click()
    await other.getByLabel('Name').fill('Stalled')
    const begun = other.waitForResponse((response) => response.request().method() === 'POST')
    await other.getByRole('dialog').getByRole('button', { name: 'Create API key' }).click()
    await begun
    await other.clock.fastForward(130_000)
    const alert = other.getByRole('dialog').getByRole('alert')
    await alert.waitFor()
    expect(await alert.innerText()).toContain('Waymark has not responded for two minutes')
    await other.close()
    stalled.close()
  })

  it('shows a secret until it was seen, even if the session has ended in another tab', async () => {
    await openWebhook()
    await button('Rotate secret').click()
    await dialog().getByRole('button', { name: 'Rotate secret' }).click()
    await button('Copy secret').waitFor()
    const cookies = await web.context.cookies()
    await web.context.clearCookies()
    const refused = await page.waitForResponse((response) => response.status() === 401)
    await refused.finished()
    expect(await dialog().innerText()).toContain('whsec_')
    await button('I have copied it').click()
    await eventually(() => expect(page.url()).toContain('/login?next='))
    await web.context.addCookies(cookies)
  })

  it('says that something was deleted in another tab, and stops asking for it', async () => {
    const { id } = (await call('POST', '/webhooks', { url: web.origin, events: ['url.created'] })).data
    const other = await web.newPage()
    await other.clock.install({ time: Date.now() })
    await other.goto(`${web.origin}/app/webhooks/${id}`)
    await loaded(other)
    let requests = 0
    other.on('request', (request) => (requests += request.url().includes(id) ? 1 : 0))
    await other.clock.runFor(10_000)
    await eventually(() => expect(requests).toBeGreaterThan(0))
    await call('DELETE', `/webhooks/${id}`)
    await other.clock.runFor(10_000)
    await other.getByRole('heading', { name: 'This webhook does not exist' }).waitFor()
    await loaded(other)
    requests = 0
    await other.clock.runFor(60_000)
    expect(requests).toBe(0)
    await other.close()
  })

  it('explains why a dialog cannot open, and opens it once its values are loaded', async () => {
    const mend = await fail('GET', '**/api/app/link-defaults')
    await open('/domains')
    await button(/^Link defaults of localhost/).click()
    await dialog().getByText('This content could not be loaded').waitFor()
    await mend()
    await dialog().getByRole('button', { name: 'Try again' }).click()
    await dialog().getByRole('button', { name: 'Save' }).waitFor()
    expect(await dialog().getByRole('alert').count()).toBe(0)
    await page.keyboard.press('Escape')
  })

  it('explains why the next page of a list did not load', async () => {
    const name = (number: number) => `tag-${String(number).padStart(3, '0')}`
    for (let first = 0; first < 105; first += 15) {
      const tags = Array.from({ length: 15 }, (_, index) => name(first + index))
      await call('POST', '/short-urls', { url: 'https://example.com/', tags })
    }
    const mend = await fail('GET', '**/api/v1/tags?*page=2*')
    await open('/tags')
    await button('Load more').click()
    await page.getByRole('alert').getByText('This content could not be loaded').waitFor()
    await mend()
    await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('link', { name: name(104) }).waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
  })

  it('keeps what another tab saved in other fields of an A/B test', async () => {
    const variants = [{ destination_url: 'https://example.com/1' }, { destination_url: 'https://example.com/2' }]
    const { test } = await call('POST', '/url-ab-tests', { name: 'Both', variants })
    await open(`/ab-tests/${test.id}`)
    await button('Edit').click()
    await dialog().getByLabel('Name', { exact: true }).fill('Renamed')
    const other = [...test.variants, { destination_url: 'https://example.com/3' }]
    await call('PUT', `/url-ab-tests/${test.id}`, { hypothesis: 'Three win.', variants: other })
    await dialog().getByRole('button', { name: 'Save' }).click()
    await dialog().waitFor({ state: 'detached' })
    const saved = (await call('GET', `/url-ab-tests/${test.id}`)).data.test
    expect([saved.name, saved.hypothesis, saved.variants.length]).toEqual(['Renamed', 'Three win.', 3])
  })

  it('does not show a deleted campaign again if the list does not load', async () => {
    for (const name of ['Gone', 'Stays']) await call('POST', '/campaigns', { name })
    const { id } = ((await call('GET', '/campaigns?search=Gone')).data as { id: string }[])[0] ?? { id: '' }
    await open(`/campaigns/${id}?view=settings`)
    await button('Delete campaign').click()
    await dialog().getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('link', { name: 'Stays' }).waitFor()
    const deleted = page.waitForResponse((response) => response.request().method() === 'DELETE')
    const mend = await fail('GET', '**/api/v1/campaigns?*')
    const failed = page.waitForResponse((response) => response.url().includes('/campaigns?') && !response.ok())
    await deleted
    await failed
    await loaded(page)
    expect(await page.getByRole('link', { name: 'Gone' }).count()).toBe(0)
    await mend()
  })

  it('says so if the values of a filter cannot be loaded', async () => {
    const mend = await fail('GET', '**/analytics/**location**')
    await open('/analytics')
    await button('Filter').first().click()
    await page.getByPlaceholder('Filter by…').fill('Country')
    await page.keyboard.press('Enter')
    await page.getByText('Could not load the values. Try again later.').waitFor()
    await mend()
    expect(await page.getByText('No results in this period.').count()).toBe(0)
  })
})
