import type { BrowserContext, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Receiver, startReceiver } from '../webhooks/receiver.ts'
import { findChromium } from './find-chromium.ts'
import { sizes } from './open-context.ts'
import { expectNoSidewaysScroll, loaded } from './stack.ts'
import { call, page, useOwner, web } from './web.fixture.ts'

const chromium = await findChromium()

describe.skipIf(chromium === undefined)('the dashboard on a phone', () => {
  let receiver: Receiver
  beforeAll(async () => {
    receiver = await startReceiver()
    receiver.answer = (_received, response) => void response.writeHead(500).end('out of order')
  })
  afterAll(() => receiver.close())
  useOwner(chromium, { WEBHOOK_ALLOW_PRIVATE: 'true' })

  let context: BrowserContext | undefined
  let phone: Page
  beforeAll(async () => {
    const storageState = await page.context().storageState()
    context = await page.context().browser()?.newContext({
      viewport: sizes.narrow,
      hasTouch: true,
      isMobile: true,
      reducedMotion: 'reduce',
      storageState,
    })
  })
  afterAll(() => context?.close())
  beforeEach(async () => {
    if (context === undefined) throw new Error('the browser is closed')
    phone = await context.newPage()
    // A page whose renderer stands still must not fail the tests after it.
    return () => phone.close()
  })

  const url = 'https://example.com/'
  const longest = 'the-longest-slug-that-fits-on-a-poster-in-a-window'
  const createLink = async (custom_alias: string): Promise<string> =>
    (await call('POST', '/short-urls', { url, custom_alias })).data.id
  async function open(path: string): Promise<void> {
    await phone.goto(`${web.origin}/app${path}`)
    await loaded(phone)
  }

  it('shows the whole slug of each link in lists, and its whole name on its page', async () => {
    await call('PUT', `/short-urls/${await createLink('autumn-sale')}`, { is_active: false })
    await call('POST', `/short-urls/${await createLink('winter-sale-2025')}/trash`)
    const id = await createLink(longest)
    await open('/links')
    await expectWhole(phone.getByRole('link', { name: 'autumn-sale' }), 'autumn-sale')
    await open('/links?status=trashed')
    await expectWhole(phone.getByRole('link', { name: 'winter-sale-2025' }), 'winter-sale-2025')
    await open(`/links/${id}`)
    const heading = phone.getByRole('heading', { level: 1, name: longest })
    expect(await heading.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0)
    await expectNoSidewaysScroll(phone, 'the page of a link')
  })

  it('has targets of 44 px in rows and menus', async () => {
    await open('/links')
    const copy = phone.getByRole('button', { name: /^Copy .*autumn-sale/ })
    expect(await copy.evaluate(reachableHeight)).toBeGreaterThanOrEqual(42)
    await phone.getByRole('link', { name: 'autumn-sale' }).click()
    await phone.getByRole('button', { name: 'More actions' }).click()
    const items = phone.getByRole('menuitem')
    await items.first().waitFor()
    for (const item of await items.all()) expect((await item.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  })

  it('shows when a delivery was sent and will be sent again', async () => {
    const { id } = (await call('POST', '/webhooks', { url: receiver.url, events: ['url.created'] })).data
    await call('POST', '/short-urls', { url })
    await open(`/webhooks/${id}`)
    const delivery = phone.getByRole('list', { name: 'Deliveries' }).getByRole('listitem').first()
    await delivery.getByText(/attempts?, (next retry|retry due)/).waitFor()
    await delivery.locator('time').last().waitFor()
    await expectNoSidewaysScroll(phone, 'the page of a webhook')
  })

  it('moves little while a page loads on a slow line', async () => {
    const code = { content_type: 'url', content_data: { url }, is_dynamic: true, tracking_enabled: true }
    const { id: codeId } = (await call('POST', '/qr-codes/generate', { ...code, name: 'Menu', tags: ['print'] })).data
      .qrCode
    const { id: campaignId } = (await call('POST', '/campaigns', { name: 'Spring' })).data
    const slow = await context?.newPage()
    if (slow === undefined) throw new Error('the browser is closed')
    await slow.addInitScript(watchShifts)
    const network = await slow.context().newCDPSession(slow)
    await network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 300,
      downloadThroughput: -1,
      uploadThroughput: -1,
    })
    for (const path of ['/campaigns', `/campaigns/${campaignId}`, `/qr-codes/${codeId}`, '/apps', '/webhooks']) {
      await slow.goto(`${web.origin}/app${path}`)
      await loaded(slow)
      expect(await slow.evaluate(() => window.shifted), `layout shift of ${path}`).toBeLessThanOrEqual(0.05)
    }
    await slow.close()
  })

  it.each([
    ['/campaigns', 'This campaign does not exist', 'Campaigns'],
    ['/qr-codes', 'This QR code does not exist', 'QR codes'],
    ['/ab-tests', 'This A/B test does not exist', 'A/B tests'],
    ['/webhooks', 'This webhook does not exist', 'Webhooks'],
  ])('says that a page under %s does not exist, with a way back', async (list, title, name) => {
    await open(`${list}/00000000-0000-4000-8000-000000000000`)
    await phone.getByRole('heading', { level: 1, name: title }).waitFor()
    await phone.getByRole('main').getByRole('link', { name }).click()
    await phone.getByRole('heading', { level: 1, name }).waitFor()
    expect(new URL(phone.url()).pathname).toBe(`/app${list}`)
  })
})

declare global {
  interface Window {
    /** Cumulative layout shift of the document. */
    shifted: number
  }
}

function watchShifts(): void {
  window.shifted = 0
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) window.shifted += entry.value
  })
  observer.observe({ type: 'layout-shift', buffered: true })
}

/** The text is not cut off in its element. */
async function expectWhole(place: Locator, text: string): Promise<void> {
  await place.waitFor()
  const cut = await place.evaluate((element, wanted) => {
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      const start = node.textContent?.indexOf(wanted) ?? -1
      if (start === -1) continue
      const range = document.createRange()
      range.setStart(node, start)
      range.setEnd(node, start + wanted.length)
      return range.getBoundingClientRect().right - element.getBoundingClientRect().right
    }
    return Number.NaN
  }, text)
  expect(cut, `pixels of ${text} that are cut off`).toBeLessThanOrEqual(0)
}

/** Pixels above and below its center where a finger reaches the element. */
function reachableHeight(element: Element): number {
  element.scrollIntoView({ block: 'center' })
  const { left, top, width, height } = element.getBoundingClientRect()
  const [x, middle] = [left + width / 2, top + height / 2]
  const reaches = (y: number) => element.contains(document.elementFromPoint(x, y))
  let [above, below] = [0, 0]
  while (above < 22 && reaches(middle - above - 1)) above += 1
  while (below < 22 && reaches(middle + below + 1)) below += 1
  return above + below
}
