import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { onPostgres } from '../embedded/queries.ts'
import { eventually } from '../stack/eventually.ts'
import { findChromium } from './find-chromium.ts'
import { expectGoodLook, expectGoodPages } from './good-look.ts'
import { keepToasts } from './hold-timers.ts'
import { readPicture } from './read-picture.ts'
import { warmUpDrawing } from './signed-in.ts'
import { expectAccessible } from './stack.ts'
import { call, page, useOwner, web } from './web.fixture.ts'

const chromium = await findChromium()

describe.skipIf(chromium === undefined)('QR codes, in Chromium on the real stack', () => {
  useOwner(chromium)
  beforeAll(() => warmUpDrawing(call))

  const preview = () => page.getByRole('img', { name: 'QR code preview' })
  const previewed = async () => {
    const address = (await preview().getAttribute('src')) ?? ''
    return decodeURIComponent(address.slice(address.indexOf(',') + 1))
  }
  /** The server's image of the code on the page. */
  const stored = async () => {
    const drawn = await page.request.get(`${web.origin}/api/v1/qr-codes/${codeId()}/image?format=svg`)
    return await drawn.text()
  }
  const focused = () =>
    page.evaluate(() => (document.activeElement as HTMLInputElement | null)?.labels?.[0]?.textContent)
  const codeId = () => new URL(page.url()).pathname.split('/').at(-1)
  const follow = (path: string) => fetch(`${web.shortOrigin}/${path}`, { redirect: 'manual', headers: visitor })
  const create = async () => {
    await page.getByRole('button', { name: 'Create QR code' }).click()
    await page.getByText(/ created$/).waitFor()
  }

  it('designs a code with the mouse: the server draws the preview, and every file scans to the same content', async () => {
    await page.goto(`${web.origin}/app/qr-codes`)
    await page.getByText('With the API').click()
    await page.getByText('/api/v1/qr-codes/generate').waitFor()
    await expectAccessible(page, 'no QR codes')
    await page.getByRole('link', { name: 'Create QR code' }).first().click()
    await page.getByRole('textbox', { name: 'URL', exact: true }).fill('example.com/menu')
    await page.getByLabel('Short link').fill('menu')
    await page.getByLabel('Name').fill('Menu')
    await page.getByText('Sunset', { exact: true }).click()
    await page.getByText('Label below').click()
    await page.getByLabel('Frame text').fill('MENU')
    const logo = { name: 'logo.png', mimeType: 'image/png', buffer: await bluePicture() }
    await page.getByLabel('Logo file').setInputFiles(logo)
    await page.getByRole('radio', { name: 'logo.png' }).waitFor()
    await page.getByText(/scan.*: \d+ of 100/i).waitFor()
    const drawn = await eventually(async () => {
      const svg = await previewed()
      expect(svg, 'the logo').toContain('data:image/png')
      return svg
    })
    await create()
    expect(await stored()).toBe(drawn)
    for (const format of ['SVG', 'PNG', 'JPEG', 'WebP']) {
      const file = await download(page, format)
      expect(file.name).toMatch(/^Menu\.(svg|png|jpg|webp)$/)
      expect(await readPicture(file.bytes), format).toBe(`${web.shortOrigin}/menu`)
    }
    expect((await download(page, 'PDF')).bytes.subarray(0, 5).toString()).toBe('%PDF-')
  })

  it('counts scans, and changes the destination without a new image', async () => {
    expect((await follow('menu')).headers.get('location')).toBe('https://example.com/menu')
    await eventually(async () => {
      const report = await page.request.get(`${web.origin}/api/v1/qranalytics/qr/${codeId()}`)
      expect(await report.json()).toHaveProperty('data.totalScans', 1)
    })
    await page.reload()
    await page
      .getByRole('region', { name: 'Devices' })
      .getByRole('button', { name: /Mobile/ })
      .waitFor()
    expect(await page.locator('dl').first().innerText()).toMatch(/Scans\s+1\s/)
    // From this machine, so the country is unknown and cannot be filtered by.
    const country = page.getByRole('region', { name: 'Countries' }).getByRole('listitem')
    expect(await country.innerText()).toContain('Unknown')
    expect(await country.getByRole('button').count()).toBe(0)
    const before = await stored()
    await page.getByText('Edit', { exact: true }).click()
    await page.getByRole('textbox', { name: 'URL', exact: true }).fill('https://example.com/autumn')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Printed codes now open the new content').waitFor()
    await eventually(async () =>
      expect((await follow('menu')).headers.get('location')).toBe('https://example.com/autumn'),
    )
    expect(await stored()).toBe(before)
    await page.getByRole('link', { name: 'Short link' }).click()
    await page.getByRole('heading', { name: /\/menu$/, level: 1 }).waitFor()
  })

  it('goes on in the form after saving, with the focus on the button and without the saved password', async () => {
    const content_data = { url: 'https://example.com/kept' }
    const code = { content_type: 'url', content_data, name: 'Kept', is_dynamic: true }
    const { data } = await call('POST', '/qr-codes/generate', code)
    await page.goto(`${web.origin}/app/qr-codes/${data.qrCode.id}?view=edit`)
    const save = page.getByRole('button', { name: 'Save', exact: true })
    const hasFocus = (button: typeof save) =>
      eventually(async () => expect(await button.evaluate((it) => it === document.activeElement)).toBe(true))
    await page.getByLabel('Password', { exact: true }).fill('open sesame')
    await save.click()
    await page.getByLabel('New password').waitFor()
    await hasFocus(save)
    expect(await page.getByLabel('New password').inputValue()).toBe('')
    await page.getByLabel('Remove password').check()
    await save.click()
    await page.getByLabel('Password', { exact: true }).waitFor()
    await hasFocus(save)
    await page.keyboard.press('Enter')
    await page.getByText('No changes to save').waitFor()
  })

  it('shows why the server would reject a design before it is saved', async () => {
    await page.goto(`${web.origin}/app/qr-codes/new`)
    // 4.48:1, which is less than the 4.5:1 of the warning.
    await page.getByLabel('Color', { exact: true }).fill('#777777')
    await page.getByText('Contrast 4.4:1', { exact: true }).waitFor()
    await page.getByLabel('Color', { exact: true }).fill('#DDDDDD')
    await page.getByText('Must have a contrast of at least 3:1 with the background, not 1.3:1.').first().waitFor()
    await page.getByRole('textbox', { name: 'URL', exact: true }).fill('example.com')
    await page.getByRole('button', { name: 'Create QR code' }).click()
    expect(await focused(), 'the color to change').toBe('Color')
    await expectAccessible(page, 'a design that would be rejected')
    await page.getByText('Classic', { exact: true }).click()
    await page.getByText('Wi-Fi', { exact: true }).click()
    await page.getByRole('button', { name: 'Create QR code' }).click()
    await eventually(async () => expect(await page.locator(':focus').getAttribute('name')).toBe('content.ssid'))
    await page.getByLabel('Network name').fill('Guests')
    await page.getByLabel('Network password').fill('short')
    await page.getByText('Must be at least 8 characters').waitFor()
    await page.getByText('Contact', { exact: true }).click()
    await page.getByLabel('First name').waitFor()
    expect(await page.locator('[id$="-error"]').count(), 'errors of another content type').toBe(0)
    await page.getByText('Sunset', { exact: true }).click()
    await page.getByText('The gradient replaces this color.').waitFor()
  })

  it('designs a code with the keyboard alone', async () => {
    const keys = async (...names: string[]) => {
      for (const name of names) await page.keyboard.press(name)
    }
    await page.goto(`${web.origin}/app/qr-codes`)
    await page.getByRole('list', { name: 'QR codes' }).waitFor()
    await page.getByRole('link', { name: 'Create QR code' }).focus()
    await keys('Enter')
    await page.getByRole('radio', { name: 'URL' }).focus()
    // URL, text, Wi-Fi.
    await keys('ArrowRight', 'ArrowRight', 'Tab')
    await page.keyboard.type('Guests')
    await keys('Tab', 'Tab')
    await page.keyboard.type('welcome; home')
    await keys('Tab', 'Tab')
    expect(await page.locator(':focus').getAttribute('type'), 'Dynamic').toBe('checkbox')
    expect(await page.locator(':focus').isChecked(), 'a printed code joins the network').toBe(false)
    await page.getByText('Scanning a static code joins the network.').waitFor()
    await keys('Tab', 'Tab')
    await page.keyboard.type('For guests')
    const scansRight = async () => {
      const picture = await previewed()
      expect(await readPicture(Buffer.from(picture))).toBe('WIFI:T:WPA;S:Guests;P:welcome\\; home;;')
      return picture
    }
    const classic = await eventually(scansRight)
    await page.getByRole('radio', { name: 'Classic' }).focus()
    await keys('ArrowRight')
    const drawn = await eventually(async () => {
      const picture = await scansRight()
      expect(picture, 'the next style').not.toBe(classic)
      return picture
    })
    await page.getByRole('button', { name: 'Create QR code' }).focus()
    await keys('Enter')
    await page.getByRole('heading', { name: 'For guests', level: 1 }).waitFor()
    expect(await stored()).toBe(drawn)
    await page.getByText('Scans of this code cannot be counted').waitFor()
  })

  it.each([
    ['Contact', 'First name', 'Ada', /^BEGIN:VCARD[^]*Ada/],
    ['Text', 'Text', 'Open from 9 to 5', /^Open from 9 to 5$/],
    ['Phone', 'Phone number', '+44 20 7946 0018', /^tel:\+442079460018$/],
  ])('%s: a new code contains the content itself', async (kind, label, text, content) => {
    await page.goto(`${web.origin}/app/qr-codes/new`)
    await page.getByRole('radio', { name: kind, exact: true }).focus()
    await page.keyboard.press('Space')
    await page.getByRole('textbox', { name: label, exact: true }).fill(text)
    expect(await page.getByLabel('Dynamic', { exact: true }).isChecked()).toBe(false)
    await eventually(async () => expect(await readPicture(Buffer.from(await previewed()))).toMatch(content))
  })

  it('does not read a logo again that was deleted', async () => {
    await page.goto(`${web.origin}/app/qr-codes/new`)
    const logo = { name: 'gone.png', mimeType: 'image/png', buffer: await bluePicture() }
    await page.getByLabel('Logo file').setInputFiles(logo)
    await page.getByRole('radio', { name: 'gone.png', checked: true }).waitFor({ state: 'attached' })
    await eventually(async () => expect(await previewed()).toContain('data:image/png'))
    const reads: string[] = []
    page.on('request', (request) => {
      if (request.resourceType() === 'fetch' && request.url().endsWith('/image')) reads.push(request.url())
    })
    await page.getByRole('button', { name: 'Delete logo' }).click()
    await page.getByText('Logo deleted').waitFor()
    expect(reads).toEqual([])
  })

  it('undoes a deletion, and finds codes by name and type', async () => {
    await page.goto(`${web.origin}/app/qr-codes?kind=wifi`)
    const cards = page.getByRole('list', { name: 'QR codes' }).getByRole('article')
    await cards.first().waitFor()
    const guests = page.getByRole('article').filter({ hasText: 'For guests' })
    expect(await cards.count(), 'Wi-Fi codes only').toBe(await guests.count())
    const left = (await cards.count()) - 1
    await keepToasts(page)
    await page.getByRole('button', { name: 'Delete For guests' }).first().click()
    await eventually(async () => expect(await cards.count()).toBe(left))
    await page.getByRole('button', { name: 'Undo' }).first().click()
    await cards.first().waitFor()
    await page.getByRole('searchbox', { name: 'Search QR codes' }).fill('menu')
    await page.waitForURL(/q=menu/)
    await page.getByText('No QR codes match your filters').waitFor()
  })

  it('does not promise that copies of a deleted code work if it had a short link', async () => {
    const code = { content_type: 'url', content_data: { url: 'https://example.com/' }, is_dynamic: true }
    const { data } = await call('POST', '/qr-codes/generate', { ...code, name: 'Over' })
    await onPostgres(
      web.urls.database_url,
      (sql) => sql`update qr_codes set expires_at = now() - interval '1 second' where id = ${data.qrCode.id}`,
    )
    await page.goto(`${web.origin}/app/qr-codes/${data.qrCode.id}`)
    await page.getByText('This QR code has expired.').waitFor()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    const toast = page
      .locator('[data-sonner-toast]')
      .filter({ hasText: 'If it has a short link, the link is deleted too' })
    await toast.getByRole('button', { name: 'Undo' }).click()
    await toast.waitFor({ state: 'detached' })
    const { data: kept } = await call('GET', '/qr-codes?search=Over')
    expect(kept.map(({ id }: { id: string }) => id)).toContain(data.qrCode.id)
  })

  it('has no axe violations at both widths, in both themes', async () => {
    const other = await web.newPage()
    await other.goto(`${web.origin}/app/qr-codes`)
    const code = (await other.getByRole('link', { name: 'Menu' }).getAttribute('href')) ?? ''
    await expectGoodPages(other, ['/app/qr-codes', '/app/qr-codes/new', code, `${code}?view=edit`])
    await other.goto(`${web.origin}/app/qr-codes`)
    await other.getByRole('button', { name: 'Download Menu' }).click()
    await other.getByRole('dialog').waitFor()
    await expectGoodLook(other, 'the download')
    await other.close()
  })

  it('makes no requests to other hosts, and logs no browser errors', () => {
    expect(web.strays).toEqual([])
    // The browser logs the expired code.
    expect(web.complaints.filter((text) => !text.includes('status of 410'))).toEqual([])
  })
})

const visitor = {
  'user-agent':
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
}

const bluePicture = () =>
  sharp({ create: { width: 64, height: 64, channels: 3, background: '#1D4ED8' } })
    .png()
    .toBuffer()

async function download(page: Page, format: string): Promise<{ name: string; bytes: Buffer }> {
  await page.getByText(format, { exact: true }).click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download' }).click(),
  ])
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
}
