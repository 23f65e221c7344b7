import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type BrowserContext, type Browser as Chromium, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api, authorizePath, password, register, s256, useOAuth, user } from '../api/support/oauth.ts'
import { findChromium } from './find-chromium.ts'
import { expectAccessible } from './stack.ts'

const executablePath = await findChromium()

describe.skipIf(executablePath === undefined)('consent, in Chromium', () => {
  useOAuth()
  let program: Server
  let callback: string
  let chrome: Chromium
  beforeAll(async () => {
    program = createServer((_request, response) => response.end('back at the program')).listen(0, '127.0.0.1')
    await new Promise((resolve) => program.once('listening', resolve))
    callback = `http://127.0.0.1:${(program.address() as AddressInfo).port}/cb`
    chrome = await chromium.launch({ executablePath: executablePath ?? '', args: ['--no-sandbox'] })
  })
  afterAll(async () => {
    await chrome?.close()
    program?.close()
  })

  const press = async (page: Page, ...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  const focused = (page: Page) => page.locator(':focus').getAttribute('value')

  it('works with the keyboard alone, redirects to another origin, and passes axe', async () => {
    const client = await register({ redirect_uris: ['http://127.0.0.1/cb'], client_name: '<b>Hostile</b>' })
    const address = `${api.url}${authorizePath(client, { ...s256, redirect_uri: callback })}`
    const context = await chrome.newContext()
    const page = await context.newPage()
    await page.goto(address)
    await expectAccessible(page, 'consent')
    await press(page, 'Tab')
    await page.keyboard.type(user.email)
    await press(page, 'Tab')
    await page.keyboard.type(password)
    await press(page, 'Enter')
    await page.waitForURL(/consent/)
    await expectAccessible(page, 'consent')
    const [deny, allow] = await Promise.all(
      ['Deny', 'Allow'].map((name) => page.getByRole('button', { name }).boundingBox()),
    )
    expect([deny?.width, deny?.height]).toEqual([allow?.width, allow?.height])
    await press(page, 'Tab')
    expect(await focused(page)).toBe('deny')
    await press(page, 'Tab')
    expect(await focused(page)).toBe('allow')
    await press(page, 'Enter')
    await page.waitForURL(/\/cb\?code=/)
    expect(await page.textContent('body')).toBe('back at the program')
    await context.close()
  })

  it('redirects from sign-in straight to an app that is already allowed', async () => {
    const client = await register({ redirect_uris: ['http://127.0.0.1/cb'] })
    const address = `${api.url}${authorizePath(client, { redirect_uri: callback })}`
    for (const decides of [true, false]) {
      const context = await chrome.newContext({ javaScriptEnabled: false })
      const page = await context.newPage()
      await page.goto(address)
      await page.fill('#email', user.email)
      await page.fill('#password', password)
      await press(page, 'Enter')
      if (decides) await page.getByRole('button', { name: 'Allow' }).click()
      await page.waitForURL(/\/cb\?code=/)
      expect(await page.textContent('body')).toBe('back at the program')
      await context.close()
    }
  })

  describe('RFC 8252, 7: an app on the device', () => {
    let context: BrowserContext
    beforeAll(async () => {
      context = await chrome.newContext({ javaScriptEnabled: false })
      const page = await context.newPage()
      await page.goto(`${api.url}/login`)
      await page.fill('#email', user.email)
      await page.fill('#password', password)
      await press(page, 'Enter')
      await page.waitForURL(/\/app/)
    })
    afterAll(() => context?.close())

    it.each([
      ['com.example.app:/cb', 'com.example.app:/cb'],
      ['http://[::1]/cb', 'http://[::1]:49321/cb'],
      ['http://127.0.0.1/cb', 'http://127.0.0.1:49321/cb'],
      ['http://localhost:1234/cb', 'http://localhost:49321/cb'],
      ['https://a;sandbox.example/cb', 'https://a;sandbox.example/cb'],
    ])('registered as %s: the browser follows the form to %s', async (registered, uri) => {
      const client = await register({ redirect_uris: [registered], token_endpoint_auth_method: 'none' })
      const page = await context.newPage()
      const complaints: string[] = []
      page.on('console', (message) => void complaints.push(message.text()))
      await page.goto(`${api.url}${authorizePath(client, { ...s256, redirect_uri: uri })}`)
      // Nothing listens there: the policy of the page decides whether the browser goes there at all.
      const followed = page.waitForRequest((request) => request.url().startsWith(`${uri}?code=`))
      await page.getByRole('button', { name: 'Allow' }).click({ noWaitAfter: true })
      expect(new URL((await followed).url()).searchParams.get('state')).toBe('xyz')
      expect(complaints.filter((text) => text.includes('Content Security Policy'))).toEqual([])
      await page.close()
    })
  })
})
