import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../stack/eventually.ts'
import { type Receiver, startReceiver } from '../webhooks/receiver.ts'
import { findChromium } from './find-chromium.ts'
import { expectGoodLook, expectGoodPages } from './good-look.ts'
import { keepToasts } from './hold-timers.ts'
import { choose, expectAccessible } from './stack.ts'
import { call, page, useOwner, web } from './web.fixture.ts'

const chromium = await findChromium()

describe.skipIf(chromium === undefined)('webhooks, in Chromium on the real stack', () => {
  let receiver: Receiver
  let pageUrl: string
  beforeAll(async () => {
    receiver = await startReceiver()
  })
  afterAll(() => receiver.close())
  useOwner(chromium, { WEBHOOK_ALLOW_PRIVATE: 'true' })

  const dialog = () => page.getByRole('dialog')
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  const deliveries = (event: string) =>
    page.getByRole('list', { name: 'Deliveries' }).getByRole('listitem').filter({ hasText: event })
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  const makeLink = () => call('POST', '/short-urls', { url: 'https://example.com/told' })

  it('creates an endpoint, shows its secret once, and delivers a test event', async () => {
    await page.goto(`${web.origin}/app/webhooks`)
    await page.getByText('A webhook sends a signed POST request').waitFor()
    await button('Create webhook').first().click()
    await dialog().getByLabel('Endpoint URL').fill(receiver.url)
    await dialog().getByLabel('Name', { exact: true }).fill('CRM')
    await dialog().getByLabel('url.created').check()
    await dialog().getByText('1 selected').waitFor()
    await expectAccessible(page, 'the dialog')
    await dialog().getByRole('button', { name: 'Create webhook' }).click()
    await button('Copy secret').click()
    const secret = await copied()
    await expectAccessible(page, 'the secret')
    await button('Done').click()
    await page.getByRole('heading', { name: 'CRM', level: 1 }).waitFor()
    expect(await page.content(), 'the secret is shown once').not.toContain(secret)
    pageUrl = page.url()
    await button('Send test event').click()
    await deliveries('webhook.test').getByText('Succeeded').waitFor()
    const [got] = receiver.received
    expect(new Webhook(secret).verify(got?.body ?? '', got?.headers ?? {})).toMatchObject({ type: 'webhook.test' })
  })

  it('shows deliveries live with request and response, and redelivers one with the same ID', async () => {
    await makeLink()
    const row = deliveries('url.created')
    await row.getByText('Succeeded').waitFor()
    await row.getByRole('button', { name: /^url\.created/ }).click()
    await row.getByText('"original_url": "https://example.com/told"').waitFor()
    await row.getByText('thanks').waitFor()
    const before = receiver.received.filter(({ json }) => json.type === 'url.created')
    await row.getByRole('button', { name: 'Redeliver url.created' }).click()
    await row.getByText('2 attempts').waitFor()
    const after = receiver.received.filter(({ json }) => json.type === 'url.created')
    expect(after).toHaveLength(2)
    expect(after[1]?.headers['webhook-id']).toBe(before[0]?.headers['webhook-id'])
  })

  it('shows failures and retries, explains why a webhook was disabled, and enables it again', async () => {
    receiver.answer = (_received, response) => void response.writeHead(500).end('out of order')
    await makeLink()
    await page.getByText('Deliveries are failing').waitFor()
    await page.getByText('Pending', { exact: true }).last().waitFor()
    await choose(page, 'Pending')
    await page.waitForURL(/status=pending/)
    await deliveries('url.created').getByText('500', { exact: true }).waitFor()
    receiver.answer = (_received, response) => void response.writeHead(410).end()
    await button('Send test event').click()
    await page.getByText('This webhook was disabled automatically').waitFor()
    await page.getByText('The endpoint responded with 410').waitFor()
    await expectAccessible(page, 'a disabled webhook')
    receiver.answer = (_received, response) => void response.end('mended')
    await button('Enable webhook').click()
    await page.getByText('Active', { exact: true }).waitFor()
    await choose(page, 'All')
    await eventually(async () => expect(await page.getByText('Pending', { exact: true }).count()).toBe(1))
  })

  it('works with the keyboard alone: open a delivery, rotate the secret, edit, disable, and undo', async () => {
    await page.goto(pageUrl)
    const first = page.getByRole('list', { name: 'Deliveries' }).getByRole('button').first()
    await first.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Request' }).waitFor()
    expect(await first.getAttribute('aria-expanded')).toBe('true')
    await button('Rotate secret').focus()
    await page.keyboard.press('Enter')
    await dialog().getByRole('button', { name: 'Rotate secret' }).focus()
    await page.keyboard.press('Enter')
    await page.getByText(/also signed with the old secret/).waitFor()
    await button('I have copied it').focus()
    await page.keyboard.press('Enter')
    await button('Edit').focus()
    await page.keyboard.press('Enter')
    await dialog().getByLabel('QR codes', { exact: true }).first().focus()
    await page.keyboard.press('Space')
    await dialog().getByText('5 selected').or(dialog().getByText('6 selected')).waitFor()
    await button('Save').focus()
    await page.keyboard.press('Enter')
    await dialog().waitFor({ state: 'detached' })
    await page.getByRole('region', { name: 'Subscribed events' }).getByText('qr.created').waitFor()
    await keepToasts(page)
    await button('Disable').focus()
    await page.keyboard.press('Enter')
    await page.getByText('Disabled', { exact: true }).waitFor()
    // The page updates before the response arrives.
    await eventually(async () => expect((await call('GET', '/webhooks')).data).toMatchObject([{ is_active: false }]))
    await button('Undo').focus()
    await page.keyboard.press('Enter')
    await page.getByText('Active', { exact: true }).waitFor()
  })

  it('has no axe violations at both widths, in both themes', async () => {
    const other = await web.newPage()
    await expectGoodPages(other, ['/app/webhooks', new URL(pageUrl).pathname])
    await other.getByRole('list', { name: 'Deliveries' }).getByRole('button').first().click()
    await expectGoodLook(other, 'an open delivery')
    await other.close()
  })

  it('explains that the plan lacks webhooks, without calling the API', async () => {
    const other = await web.newPage()
    const asked: string[] = []
    other.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await other.route('**/api/app/session', async (route) => {
      const answer = await route.fetch()
      const { data } = (await answer.json()) as { data: object }
      await route.fulfill({ response: answer, json: { success: true, data: { ...data, plan: 'free' } } })
    })
    await other.goto(`${web.origin}/app/webhooks`)
    await other.getByText('Webhooks require the Business plan').waitFor()
    await expectAccessible(other, 'the plan')
    expect(asked.filter((path) => path.startsWith('/api/v1/webhooks'))).toEqual([])
    await other.close()
  })

  it('deletes a webhook', async () => {
    await page.goto(pageUrl)
    await button('Delete').click()
    await dialog().getByRole('button', { name: 'Delete' }).click()
    await page.getByText('CRM deleted').waitFor()
    expect((await call('GET', '/webhooks')).data).toEqual([])
  })

  it('sends no request to another host, and logs no browser errors', () => {
    expect(web.strays).toEqual([])
    expect(web.complaints).toEqual([])
  })
})
