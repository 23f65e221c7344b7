import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright-core'
import sharp from 'sharp'

/**
 * Pictures of the web pages of a Waymark that runs and has clicks (`waymark seed`):
 * `node --import tsx test/browser/screenshots.ts http://localhost:3000 owner@example.com <password> docs/screenshots`
 */
const [origin = 'http://localhost:3000', email = '', password = '', folder = 'docs/screenshots'] = process.argv.slice(2)

const sizes = { wide: { width: 1280, height: 800 }, narrow: { width: 390, height: 844 } } as const
const themes = ['light', 'dark'] as const

const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', '--disable-background-networking'],
})
mkdirSync(folder, { recursive: true })
const context = await browser.newContext()
await signIn(await context.newPage())
for (const theme of themes) {
  for (const [size, viewport] of Object.entries(sizes)) await take(theme, size, viewport)
}
await browser.close()

async function signIn(page: Page): Promise<void> {
  await page.goto(`${origin}/login`)
  await page.fill('input[name=email]', email)
  await page.fill('input[name=password]', password)
  await page.click('button')
  await page.waitForURL(/\/app/)
  await page.close()
}

async function take(theme: (typeof themes)[number], size: string, viewport: { width: number; height: number }) {
  const page = await context.newPage()
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
  await page.setViewportSize(viewport)
  const snap = async (name: string) => {
    await page.waitForLoadState('networkidle')
    await page.waitForFunction(() => document.querySelector('.skeleton') === null)
    const picture = await page.screenshot({ fullPage: !['create', 'links', 'palette'].includes(name) })
    // With a palette they take a third of the room, and look the same.
    await sharp(picture)
      .png({ palette: true })
      .toFile(join(folder, `${name}-${theme}-${size}.png`))
  }
  await page.goto(`${origin}/app`)
  await page.getByRole('heading', { name: 'Top links' }).waitFor()
  await snap('home')
  await page.goto(`${origin}/app/links`)
  await page.getByRole('list', { name: 'Links' }).waitFor()
  await snap('links')
  await page.keyboard.press('c')
  await page.getByRole('dialog').waitFor()
  await page.getByLabel('Destination').fill('https://example.com/a-long-address')
  await page.getByLabel('Short link').fill('spring-sale')
  await page.getByText('is free').waitFor()
  await snap('create')
  await page.keyboard.press('Escape')
  await page.goto(`${origin}/app`)
  await page.getByRole('region', { name: 'Top links' }).getByRole('listitem').first().getByRole('link').click()
  await page.getByRole('tab', { name: 'Browsers' }).waitFor()
  await snap('link')
  await page.goto(`${origin}/app/analytics`)
  await page.getByRole('img', { name: 'World map' }).waitFor()
  await snap('analytics')
  await page.goto(`${origin}/app/qr-codes`)
  await page.getByRole('list', { name: 'QR codes' }).waitFor()
  await snap('qr-codes')
  await page.getByRole('article').first().getByRole('link').click()
  await page.getByRole('region', { name: 'Image' }).waitFor()
  await snap('qr-code')
  await page.goto(`${origin}/app/qr-codes/new`)
  await page.getByText('Sunset', { exact: true }).click()
  await page.getByText('Band below').click()
  await page.getByText(/Reads .*: \d+ of 100/).waitFor()
  await snap('qr-designer')
  await page.goto(`${origin}/app/campaigns?period=all`)
  await page.getByRole('list', { name: 'Campaigns' }).waitFor()
  await snap('campaigns')
  await page.getByRole('list', { name: 'Campaigns' }).getByRole('link').first().click()
  await page.getByRole('img', { name: 'World map' }).waitFor()
  await snap('campaign')
  await page.goto(`${origin}/app/domains`)
  await page.getByRole('heading', { name: 'Domains' }).waitFor()
  await snap('domains')
  await page.goto(`${origin}/app/keys`)
  await page.getByRole('heading', { name: 'API keys' }).waitFor()
  await snap('keys')
  await page.goto(`${origin}/app/apps`)
  await page.getByRole('heading', { name: 'Connected apps' }).waitFor()
  await snap('apps')
  for (const [path, title] of [
    ['settings', 'Settings'],
    ['system', 'System'],
  ] as const) {
    await page.goto(`${origin}/app/${path}`)
    await page.getByRole('heading', { name: title, level: 1 }).waitFor()
    await snap(path)
  }
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').waitFor()
  await snap('palette')
  await page.keyboard.press('Escape')
  for (const [path, heading, one] of [
    ['ab-tests', 'A/B tests', 'ab-test'],
    ['webhooks', 'Webhooks', 'webhook'],
  ] as const) {
    await page.goto(`${origin}/app/${path}`)
    await page.getByRole('heading', { name: heading, level: 1 }).waitFor()
    await snap(path)
    const first = page.getByRole('list', { name: heading }).getByRole('link').first()
    if ((await first.count()) === 0) continue
    await first.click()
    await page.waitForURL(new RegExp(`/${path}/`))
    await snap(one)
  }
  await page.close()
}
