import { describe, expect, it } from 'vitest'
import { findChromium } from './find-chromium.ts'
import { expectGoodLook } from './good-look.ts'
import { sizes } from './open-context.ts'
import { call, page, useOwner, web } from './web.fixture.ts'

const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1'

const chromium = await findChromium()

describe.skipIf(chromium === undefined)('domains, in Chromium on the real stack', () => {
  useOwner(chromium)

  const dialogIsGone = () => page.getByRole('dialog').waitFor({ state: 'detached' })

  it('reserves a subdomain, adds a branded domain, and shows its missing DNS records', async () => {
    await page.goto(`${web.origin}/app/domains`)
    await page.getByRole('button', { name: 'Add domain' }).first().click()
    await page.getByText('Subdomain', { exact: true }).click()
    await page.getByLabel('Subdomain', { exact: true }).fill('spring')
    await page.keyboard.press('Enter')
    await dialogIsGone()
    await page.getByRole('heading', { name: /^spring\.localhost/ }).waitFor()
    const { data: link } = await call('POST', '/short-urls', {
      url: 'https://example.com/',
      url_type: 'subdomain',
      subdomain: 'spring',
      custom_alias: 'hello',
    })
    expect(new URL(link.short_url).hostname).toBe('spring.localhost')
    await page.getByRole('button', { name: 'Add domain' }).first().focus()
    await page.keyboard.press('Enter')
    await page.getByLabel('Domain', { exact: true }).waitFor()
    await page.keyboard.type('go.brand.example')
    await page.keyboard.press('Enter')
    await dialogIsGone()
    await page.getByText('_waymark.go.brand.example', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Check now go.brand.example' }).click()
    await page.getByText(/^Checked/).waitFor()
    // Reload to remove the toasts, which fade out.
    await page.reload()
    await page.getByText(/^Checked/).waitFor()
    await expectGoodLook(page, 'domains')
    await page.getByRole('button', { name: 'Settings for go.brand.example' }).click()
    await page.getByLabel('Not found URL').fill('example.com/lost')
    const { data: domains } = await call('GET', '/domains')
    const { id } = domains.find(({ domain }: { domain: string }) => domain === 'go.brand.example')
    // Another user changes another setting while the form is open.
    await call('PUT', `/domains/${id}`, { expired_url: 'https://example.com/over' })
    await page.getByRole('button', { name: 'Save' }).click()
    await dialogIsGone()
    expect((await call('GET', `/domains/${id}`)).data).toMatchObject({
      not_found_url: 'https://example.com/lost',
      expired_url: 'https://example.com/over',
    })
    await page.getByRole('button', { name: 'Remove go.brand.example' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('heading', { name: 'go.brand.example' }).waitFor({ state: 'detached' })
    await call('POST', `/short-urls/${link.id}/trash`)
  })

  it('finds the links that keep a domain, also in the trash, and removes it without them', async () => {
    const { data: links } = await call('GET', '/short-urls?status=all&search=hello')
    const inTrash = page.getByRole('list', { name: 'Links' }).getByRole('link', { name: /\/hello$/ })
    await page.goto(`${web.origin}/app/domains`)
    await page.getByRole('link', { name: '1 link', exact: true }).click()
    await inTrash.waitFor()
    await page.goBack()
    await page.getByRole('button', { name: 'Remove spring.localhost' }).click()
    await page.getByText('1 link uses this domain. Archived links and links in the trash count too.').waitFor()
    await page.getByRole('dialog').getByRole('link', { name: 'View links' }).click()
    await inTrash.waitFor()
    await dialogIsGone()
    await call('DELETE', `/short-urls/${links[0].id}`)
    await page.goto(`${web.origin}/app/domains`)
    await page.getByRole('button', { name: 'Remove spring.localhost' }).click()
    await page.getByText('It stays reserved for your account for 90 days.').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByText('spring.localhost removed').waitFor()
    const { data: left } = await call('GET', '/domains')
    expect(left.map(({ domain }: { domain: string }) => domain)).not.toContain('spring.localhost')
  })

  it('designs the pages that visitors see, and shows each of them before it is saved', async () => {
    const host = new URL(web.shortOrigin).host
    await page.goto(`${web.origin}/app/domains`)
    await page.getByRole('button', { name: `Page design of ${host}` }).click()
    await page.getByLabel('Name', { exact: true }).fill('Fish & Chips')
    await page.getByLabel('Custom color').check()
    await page.getByLabel('Color', { exact: true }).fill('#FFDD00')
    const titles = {
      Expired: 'This link has expired',
      'Not found': 'Link not found',
      'Not active yet': 'This link is not active yet',
      Password: 'This link is password protected',
      Preview: 'Link preview',
      'QR code content': 'Wi-Fi Guests',
    }
    for (const [name, title] of Object.entries(titles)) {
      await page.getByText(name, { exact: true }).click()
      await page.locator('main h1', { hasText: title }).waitFor()
      await page.locator('header', { hasText: 'Fish & Chips' }).last().waitFor()
    }
    await expectGoodLook(page, 'the page design')
    await page.getByRole('button', { name: 'Save' }).click()
    await dialogIsGone()
    const visitor = await web.newPage()
    await call('POST', '/short-urls', { url: 'https://example.com/', custom_alias: 'menu' })
    await visitor.goto(`${web.shortOrigin}/menu+`)
    await visitor.getByText('Fish & Chips').waitFor()
    const button = visitor.getByRole('link', { name: 'Open link' })
    expect(await button.evaluate((one) => getComputedStyle(one).backgroundColor)).toBe('rgb(255, 221, 0)')
    expect(await button.evaluate((one) => getComputedStyle(one).color)).toBe('rgb(0, 0, 0)')
    await expectGoodLook(visitor, 'a page of the redirector')
    await visitor.close()
  })

  it('sets the apps of a domain, and shows what is wrong at its field', async () => {
    const { data: domain } = await call('POST', '/domains/subdomains', { subdomain: 'phones' })
    await page.goto(`${web.origin}/app/domains`)
    await page.getByRole('button', { name: /^Mobile apps of phones\.localhost/ }).click()
    await page.getByLabel('App IDs').fill('ABCDE12345.com.example.app\ncom.example.app')
    await page.getByLabel('App Store URL').fill('apps.apple.com/app/id1')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText(/^Item 2: Enter a team ID/).waitFor()
    await page.getByLabel('App IDs').fill('ABCDE12345.com.example.app')
    await page.getByLabel('Application ID').fill('com.example.app')
    await expectGoodLook(page, 'the apps of a domain')
    // Another user changes another field of the apps while the form is open.
    const android = { package_name: 'com.example.other', store_url: 'https://play.google.com/store/apps/details?id=1' }
    await call('PUT', `/domains/${domain.id}`, { app_links: { android } })
    await page.getByRole('button', { name: 'Save' }).click()
    await dialogIsGone()
    expect((await call('GET', `/domains/${domain.id}`)).data.app_links).toEqual({
      ios: { app_ids: ['ABCDE12345.com.example.app'], store_url: 'https://apps.apple.com/app/id1' },
      android: { ...android, package_name: 'com.example.app', sha256_fingerprints: [] },
    })
    await page.getByRole('button', { name: /^Mobile apps of phones\.localhost/ }).click()
    expect(await page.getByLabel('App IDs').inputValue()).toBe('ABCDE12345.com.example.app')
    await page.keyboard.press('Escape')
    await dialogIsGone()
  })

  it('opens an app on an iPhone, and goes to the destination if the app is not installed', async () => {
    const url = 'https://example.com/without-app'
    await call('POST', '/short-urls', { url, custom_alias: 'opens-app', ios_url: 'myapp://product/42' })
    const openContext = async (javaScriptEnabled: boolean) => {
      const options = { userAgent: iphone, viewport: sizes.narrow, javaScriptEnabled }
      const context = await page.context().browser()?.newContext(options)
      if (context === undefined) throw new Error('the browser is closed')
      return context
    }
    const still = await openContext(false)
    const reader = await still.newPage()
    await reader.goto(`${web.shortOrigin}/opens-app`)
    expect(await reader.getByRole('link', { name: 'Open app' }).getAttribute('href')).toBe('myapp://product/42')
    await still.close()
    const context = await openContext(true)
    await context.route(url, (route) => route.fulfill({ contentType: 'text/html', body: '<h1>Destination</h1>' }))
    const visitor = await context.newPage()
    const [complaints, tried]: [string[], string[]] = [[], []]
    visitor.on('console', (message) => complaints.push(message.text()))
    visitor.on('requestfailed', (request) => tried.push(request.url()))
    await visitor.goto(`${web.shortOrigin}/opens-app`, { waitUntil: 'commit' })
    await visitor.getByRole('heading', { name: 'Destination' }).waitFor()
    expect([visitor.url(), tried]).toEqual([url, ['myapp://product/42']])
    expect(complaints.filter((text) => text.includes('Content Security Policy'))).toEqual([])
    await context.close()
  })

  it('sends no request to another host, and logs no browser errors', () => {
    expect(web.strays).toEqual([])
    // The browser logs the error that a form shows.
    expect(web.complaints.filter((text) => !text.includes('status of 422'))).toEqual([])
  })
})
