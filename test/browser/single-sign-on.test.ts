import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectPostgres } from '#runtime/postgres.ts'
import { uuidv7 } from '#runtime/uuid.ts'
import { openProvider, type TestProvider } from '../api/support/provider.ts'
import { findChromium } from './find-chromium.ts'
import { expectGoodLook } from './good-look.ts'
import { expectAccessible, owner } from './stack.ts'
import { page, useOwner, web } from './web.fixture.ts'

const chromium = await findChromium()

describe.skipIf(chromium === undefined)('Single sign-on, with a provider on loopback', () => {
  useOwner(chromium, { WEBHOOK_ALLOW_PRIVATE: 'true' })

  let provider: TestProvider
  beforeAll(async () => {
    provider = await openProvider(`${web.origin}/login/sso/callback`)
    provider.person = undefined
    const sql = connectPostgres(web.urls.database_url, { name: 'test', max: 1 })
    await sql`
      insert into domains (id, account_id, host, rev, type, status, verified_at)
      select ${uuidv7()}, id, 'corp.example', 1, 'branded', 'verified', now() from accounts`
    await sql.end()
  })
  afterAll(() => provider.close())

  /** The browser of a new member, which shares no cookies with the owner's. */
  let other: Page
  const dialog = () => page.getByRole('dialog')

  it('is set up by the owner, who tries the connection first', async () => {
    await page.goto(`${web.origin}/app/members`)
    await page.getByRole('button', { name: 'Set up' }).click()
    await dialog().getByLabel('Issuer URL').fill('http://127.0.0.1:1')
    await dialog().getByRole('button', { name: 'Test connection' }).click()
    await dialog().getByText('The provider refuses connections.').waitFor()
    await dialog().getByLabel('Issuer URL').fill(provider.issuer)
    await dialog().getByRole('button', { name: 'Test connection' }).click()
    await dialog().getByText('The provider is responding.').waitFor()
    await dialog().getByLabel('Client ID').fill(provider.client.client_id)
    await dialog().getByLabel('Client secret').fill(provider.client.client_secret)
    await dialog().getByLabel('corp.example').check()
    await dialog().getByLabel('Role of new members').selectOption('editor')
    await expectAccessible(page, 'the dialog')
    await dialog().getByRole('button', { name: 'Save' }).click()
    await page.getByText('Anyone with an email address at corp.example, as editor').waitFor()
    await expectGoodLook(page, 'the members page')
  })

  it('signs in a new member by their work email', async () => {
    const context = await page.context().browser()?.newContext()
    if (context === undefined) throw new Error('no browser')
    other = await context.newPage()
    await other.goto(`${web.origin}/app/settings`)
    await other.getByRole('link', { name: 'Sign in with single sign-on' }).click()
    await expectGoodLook(other, 'the sign-in page')
    await other.getByLabel('Work email').fill('ana@corp.example')
    await other.keyboard.press('Enter')
    await other.waitForURL(`${provider.issuer}/**`)
    await other.getByLabel('Email').fill('ana@corp.example')
    await other.getByRole('button', { name: 'Sign in' }).click()
    await other.waitForURL(`${web.origin}/app/settings`)
    await other.getByText('ana@corp.example').first().waitFor()
    await other.getByRole('button', { name: 'Disconnect' }).waitFor()
    expect(await other.getByRole('button', { name: 'Change password' }).count()).toBe(0)
    await expectGoodLook(other, 'the settings of the member')
  })

  it('asks the provider again for a sensitive action, in a new tab', async () => {
    const sql = connectPostgres(web.urls.database_url, { name: 'test', max: 1 })
    await sql`update memberships set role = 'admin' where role = 'editor'`
    await sql`update sessions set confirmed_at = now() - interval '1 hour' where provider_account_id is not null`
    await sql.end()
    await other.goto(`${web.origin}/app/members`)
    await other.getByRole('button', { name: 'Invite member' }).click()
    await other.getByRole('dialog').getByText('Admin', { exact: true }).click()
    await other.getByRole('button', { name: 'Create invitation' }).click()
    const [tab] = await Promise.all([
      other.context().waitForEvent('page'),
      other.getByRole('dialog', { name: 'Sign in again' }).getByRole('link', { name: 'Sign in' }).click(),
    ])
    await tab.getByLabel('Email').fill('ana@corp.example')
    await tab.getByRole('button', { name: 'Sign in' }).click()
    await tab.getByRole('heading', { name: 'Signed in again' }).waitFor()
    await tab.close()
    await other.getByRole('button', { name: 'Continue' }).click()
    await other.getByRole('button', { name: 'Copy link' }).waitFor()
    expect(await other.getByText(/login\/invitation/).count(), 'the form was sent again').toBe(1)
  })

  it('connects the owner, who asked for it', async () => {
    await page.goto(`${web.origin}/app/settings`)
    await page.getByRole('button', { name: 'Connect', exact: true }).click()
    await page.waitForURL(`${provider.issuer}/**`)
    await page.getByLabel('Email').fill('someone@elsewhere.example')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL(`${web.origin}/app/settings`)
    await page.getByRole('button', { name: 'Disconnect' }).waitFor()
    await page.getByText(owner.email).first().waitFor()
    await expectGoodLook(page, 'the settings of the owner')
  })
})
