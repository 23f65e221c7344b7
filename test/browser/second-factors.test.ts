import { createHash } from 'node:crypto'
import type { CDPSession, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { codeOf, stepAt } from '#core/sign-in/totp.ts'
import { connectPostgres } from '#runtime/postgres.ts'
import { readBase32 } from '../api/support/authenticators.ts'
import { findChromium } from './find-chromium.ts'
import { expectGoodLook } from './good-look.ts'
import { enterCredentials } from './signed-in.ts'
import { expectAccessible } from './stack.ts'
import { page, useOwner, web } from './web.fixture.ts'

const chromium = await findChromium()

describe.skipIf(chromium === undefined)('second factors, in Chromium on the real stack', () => {
  useOwner(chromium)

  let secret: Buffer
  let recoveryCode = ''

  const open = async (on = page) => {
    await on.goto(`${web.origin}/app/settings`)
    await on.getByRole('heading', { name: 'Settings', level: 1 }).waitFor()
  }
  const inDatabase = async (statement: string) => {
    const sql = connectPostgres(web.urls.database_url, { name: 'test', max: 1 })
    await sql.unsafe(statement)
    await sql.end()
  }
  /** The code that the app shows. A code works once, so codes that were used before are forgotten. */
  const code = async () => {
    await inDatabase('update authenticators set last_step = 0')
    return codeOf(secret, stepAt(Date.now()))
  }
  const signOut = async (on: Page) => {
    // A late request of the open page would get 401 without the cookies, and that page would leave during the next line.
    await on.goto('about:blank')
    await on.context().clearCookies()
    await on.goto(`${web.origin}/app`)
    await on.getByRole('heading', { name: 'Sign in' }).waitFor()
  }
  const home = (on: Page) => on.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
  const card = (name: string, on = page) => on.getByRole('region', { name })
  const dialog = () => page.getByRole('dialog')

  it('turns on an authenticator app with the keyboard alone, and shows the recovery codes once', async () => {
    await open()
    await page.getByRole('button', { name: 'Turn on two-factor authentication' }).focus()
    await page.keyboard.press('Enter')
    await dialog()
      .getByRole('img', { name: /^QR code/ })
      .waitFor()
    secret = readBase32(await dialog().locator('code').innerText())
    await expectGoodLook(page, 'the setup of an authenticator app')
    await page.keyboard.type('000000')
    await page.keyboard.press('Enter')
    await dialog().getByText('Wrong code').waitFor()
    await page.getByLabel('Code', { exact: true }).fill(await code())
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Recovery codes' }).waitFor()
    await expectAccessible(page, 'recovery codes')
    const codes = (await dialog().locator('code').innerText()).split('\n')
    expect(codes).toHaveLength(10)
    recoveryCode = codes[0] ?? ''
    await page.getByRole('button', { name: 'Copy codes' }).click()
    await page.getByRole('button', { name: 'Done' }).click()
    await card('Two-factor authentication').getByText('Recovery codes left: 10').waitFor()
  })

  it('asks for a code at sign-in, and takes a recovery code', async () => {
    await signOut(page)
    await expectAccessible(page, 'sign-in')
    await enterCredentials(page)
    await page.getByRole('heading', { name: 'Enter your code' }).waitFor()
    await expectGoodLook(page, 'the code of a sign-in')
    await page.getByLabel('Code', { exact: true }).fill('000000')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText('Wrong code').waitFor()
    await page.getByLabel('Code', { exact: true }).fill(await code())
    await page.keyboard.press('Enter')
    await home(page)
    await signOut(page)
    await enterCredentials(page)
    await page.getByLabel('Code', { exact: true }).fill(recoveryCode)
    await page.keyboard.press('Enter')
    await home(page)
    await open()
    await card('Two-factor authentication').getByText('Recovery codes left: 9').waitFor()
  })

  describe('passkeys', () => {
    let cdp: CDPSession
    let authenticatorId: string
    const passkeys = () => page.getByRole('list', { name: 'Passkeys' }).getByRole('listitem')

    it('are added, also if the password is asked for first', async () => {
      cdp = await page.context().newCDPSession(page)
      await cdp.send('WebAuthn.enable')
      const { authenticatorId: id } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
        options: {
          protocol: 'ctap2',
          transport: 'internal',
          hasResidentKey: true,
          hasUserVerification: true,
          isUserVerified: true,
          automaticPresenceSimulation: true,
        },
      })
      authenticatorId = id
      await inDatabase("update sessions set confirmed_at = now() - interval '11 minutes'")
      await open()
      await page.getByRole('button', { name: 'Add passkey' }).click()
      await page.getByLabel('Name', { exact: true }).fill('Work laptop')
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'Confirm your password' }).waitFor()
      await page.getByRole('button', { name: 'Use your authenticator app' }).click()
      await expectAccessible(page, 'asking for a code')
      await page.getByLabel('Code', { exact: true }).fill(await code())
      await page.keyboard.press('Enter')
      await page.getByText('Passkey added').waitFor()
      await passkeys().getByRole('button', { name: 'Rename Work laptop' }).waitFor()
      expect((await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials).toHaveLength(1)
      await expectGoodLook(page, 'settings with a passkey')
    })

    it('are renamed', async () => {
      await page.getByRole('button', { name: 'Rename Work laptop' }).click()
      await page.getByLabel('Name', { exact: true }).fill('Laptop')
      await page.keyboard.press('Enter')
      await passkeys().getByRole('button', { name: 'Rename Laptop' }).waitFor()
      expect(await passkeys().count()).toBe(1)
    })

    it('sign in without a password or a code', async () => {
      await signOut(page)
      await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
      await home(page)
      await open()
      await passkeys()
        .getByText(/last used/)
        .waitFor()
      expect(await passkeys().count()).toBe(1)
    })

    it('sign in after the password, instead of a code', async () => {
      await signOut(page)
      await enterCredentials(page)
      await page.getByRole('heading', { name: 'Enter your code' }).waitFor()
      await expectGoodLook(page, 'the code of a user with a passkey')
      await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
      await home(page)
    })

    it('are accepted instead of the password', async () => {
      await inDatabase("update sessions set confirmed_at = now() - interval '11 minutes'")
      await page.goto(`${web.origin}/app/keys`)
      await page.getByRole('button', { name: 'Create API key' }).first().click()
      await page.getByLabel('Name', { exact: true }).fill('Robot')
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: 'Use a passkey' }).click()
      await page.getByRole('heading', { name: 'API key created' }).waitFor()
      expect(await dialog().locator('code').first().innerText()).toMatch(/^wm_/)
    })

    it('allow an app instead of the password', async () => {
      const callback = `${web.shortOrigin}/cb`
      const registered = await fetch(`${web.origin}/mcp/oauth/register`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ client_name: 'Robot', redirect_uris: [callback], token_endpoint_auth_method: 'none' }),
      })
      const { client_id } = (await registered.json()) as { client_id: string }
      const asked = new URLSearchParams({ client_id, redirect_uri: callback, response_type: 'code' })
      asked.set('code_challenge', createHash('sha256').update('v'.repeat(43)).digest('base64url'))
      asked.set('code_challenge_method', 'S256')
      await inDatabase("update sessions set confirmed_at = now() - interval '11 minutes'")
      await page.goto(`${web.origin}/mcp/oauth/authorize?${asked.toString()}`)
      await page.getByRole('button', { name: 'Allow with a passkey' }).waitFor()
      await expectAccessible(page, 'consent with a passkey')
      await page.getByRole('button', { name: 'Allow with a passkey' }).click()
      await page.waitForURL(/\/cb\?code=/)
      expect(new URL(page.url()).origin).toBe(web.shortOrigin)
    })

    it('no longer sign in once they are removed', async () => {
      await open()
      await page.getByRole('button', { name: 'Remove Laptop' }).click()
      await dialog().getByRole('button', { name: 'Remove' }).click()
      await page.getByText('Laptop removed').waitFor()
      await signOut(page)
      await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
      await page.getByText('The passkey was not accepted.').waitFor()
      await expectAccessible(page, 'a rejected passkey')
    })
  })

  it('turns the authenticator app off with the password and a code', async () => {
    await enterCredentials(page)
    await page.getByLabel('Code', { exact: true }).fill(await code())
    await page.keyboard.press('Enter')
    await home(page)
    await open()
    await page.getByRole('button', { name: 'Turn off two-factor authentication' }).click()
    await page.getByLabel('Current password').fill('correct horse battery')
    await page.getByLabel('Code', { exact: true }).fill(await code())
    await page.keyboard.press('Enter')
    await page.getByText('Two-factor authentication turned off').waitFor()
    await page.getByRole('button', { name: 'Turn on two-factor authentication' }).waitFor()
    await signOut(page)
    await enterCredentials(page)
    await home(page)
    expect(new URL(page.url()).pathname).toBe('/app')
  })

  it('shows no passkey anymore once all other access has ended', async () => {
    await open()
    await page.getByRole('button', { name: 'Add passkey' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Unknown')
    await page.keyboard.press('Enter')
    const passkey = page.getByRole('button', { name: 'Remove Unknown' })
    await passkey.waitFor()
    await page.getByRole('button', { name: 'Change password' }).click()
    await dialog().getByLabel('New password').fill('staple battery horse')
    await dialog().getByLabel('Current password').fill('correct horse battery')
    await dialog().getByLabel('End all other access').check()
    await dialog().getByRole('button', { name: 'Save' }).click()
    await page.getByText('All other access has ended.').waitFor()
    await passkey.waitFor({ state: 'detached' })
    expect(await card('Passkeys').getByRole('listitem').count()).toBe(0)
  })

  it('sends no request to another host, and logs no other browser errors', () => {
    expect(web.strays).toEqual([])
    expect(web.complaints.filter((text) => !/status of (401|403|404|422) /.test(text))).toEqual([])
  })
})
