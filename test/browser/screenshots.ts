import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright-core'
import sharp from 'sharp'
import { root } from '../../tools/root.ts'
import { findChromium } from './find-chromium.ts'

/**
 * Takes the screenshots in README.md and docs/dashboard.md, named `page-theme-size`, and deletes all others. It needs a
 * running Waymark with clicks (`waymark seed`), an A/B test, and a webhook:
 * `node --import tsx test/browser/screenshots.ts http://localhost:3000 owner@example.com <password>`
 */
const [origin = 'http://localhost:3000', email = '', password = ''] = process.argv.slice(2)
const folder = join(root, 'docs', 'screenshots')

const sizes: Record<string, { width: number; height: number }> = {
  wide: { width: 1280, height: 900 },
  narrow: { width: 390, height: 844 },
}
/** Pages captured at viewport height, because they are behind a dialog or scroll endlessly. Others are captured in full. */
const cutPages = ['create', 'links']

type Open = (page: Page) => Promise<void>

const pages: Record<string, Open> = {
  home: openHome,
  async links(page) {
    await page.goto(`${origin}/app/links`)
    await page.getByRole('list', { name: 'Links' }).waitFor()
  },
  async create(page) {
    await page.goto(`${origin}/app/links`)
    await page.getByRole('list', { name: 'Links' }).waitFor()
    await page.keyboard.press('c')
    await page.getByRole('dialog').waitFor()
    await page.getByLabel('Destination').fill('https://example.com/a-long-url')
    await page.getByLabel('Short link').fill('spring-sale')
    await page.getByText('is available').waitFor()
  },
  async link(page) {
    await openHome(page)
    await page.getByRole('region', { name: 'Top links' }).getByRole('listitem').first().getByRole('link').click()
    await page.getByRole('tab', { name: 'Browsers' }).waitFor()
  },
  async analytics(page) {
    await page.goto(`${origin}/app/analytics`)
    await page.getByRole('img', { name: 'World map' }).waitFor()
  },
  async campaign(page) {
    await openFirst(page, 'campaigns?period=all', 'Campaigns')
    await page.getByRole('img', { name: 'World map' }).waitFor()
  },
  async 'qr-designer'(page) {
    await page.goto(`${origin}/app/qr-codes/new`)
    await page.getByText('Sunset', { exact: true }).click()
    await page.getByText('Label below').click()
    await page.getByText(/scan.*: \d+ of 100/i).waitFor()
  },
  'ab-test': (page) => openFirst(page, 'ab-tests', 'A/B tests'),
  webhook: (page) => openFirst(page, 'webhooks', 'Webhooks'),
}

async function openHome(page: Page): Promise<void> {
  await page.goto(`${origin}/app`)
  await page.getByRole('heading', { name: 'Top links' }).waitFor()
}

/** Opens the first item of a list. */
async function openFirst(page: Page, path: string, list: string): Promise<void> {
  await page.goto(`${origin}/app/${path}`)
  await page.getByRole('list', { name: list }).getByRole('link').first().click()
  await page.waitForURL(new RegExp(`/${path.replace(/\?.*/, '')}/`))
}

const browser = await chromium.launch({
  executablePath: (await findChromium()) ?? '',
  args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', '--disable-background-networking'],
})
mkdirSync(folder, { recursive: true })
const context = await browser.newContext()
await signIn(await context.newPage())
const shown = listShown()
for (const file of shown) await take(file)
for (const file of readdirSync(folder)) if (!shown.includes(file)) rmSync(join(folder, file))
await browser.close()

function listShown(): string[] {
  const text = ['README.md', 'docs/dashboard.md'].map((path) => readFileSync(join(root, path), 'utf8')).join('\n')
  return [...new Set([...text.matchAll(/screenshots\/([\w-]+\.png)/g)].map(([, file = '']) => file))]
}

async function signIn(page: Page): Promise<void> {
  await page.goto(`${origin}/login`)
  await page.fill('input[name=email]', email)
  await page.fill('input[name=password]', password)
  await page.click('button')
  await page.waitForURL(/\/app/)
  await page.close()
}

/** Pages with figures keep a stream open, so the network is never idle. */
const settled = (page: Page) =>
  page.waitForFunction(
    () => document.querySelector('h1') !== null && document.querySelector('.skeleton, [aria-busy="true"]') === null,
  )

async function take(file: string): Promise<void> {
  const [, name = '', theme, size = ''] = /^([\w-]+)-(light|dark)-(wide|narrow)\.png$/.exec(file) ?? []
  const [open, viewport] = [pages[name], sizes[size]]
  if (open === undefined || viewport === undefined) throw new Error(`no page matches the screenshot ${file}`)
  const page = await context.newPage()
  await page.emulateMedia({ colorScheme: theme === 'dark' ? 'dark' : 'light', reducedMotion: 'reduce' })
  await page.setViewportSize(viewport)
  await open(page)
  await settled(page)
  if (!cutPages.includes(name)) {
    const height = await page.evaluate(() => document.documentElement.scrollHeight)
    await page.setViewportSize({ ...viewport, height: Math.max(height, viewport.height) })
    await settled(page)
  }
  const picture = await page.screenshot()
  // A palette reduces the size to a third and looks the same.
  await sharp(picture).png({ palette: true }).toFile(join(folder, file))
  await page.close()
}
