import { describe, expect, it } from 'vitest'
import { connectPostgres } from '#runtime/postgres.ts'
import { eventually } from '../stack/eventually.ts'
import { findChromium } from './find-chromium.ts'
import { expectGoodPages } from './good-look.ts'
import { expectAccessible, owner } from './stack.ts'
import { call, page, useOwner, web } from './web.fixture.ts'

const chromium = await findChromium()

describe.skipIf(chromium === undefined)('API keys, in Chromium on the real stack', () => {
  useOwner(chromium)

  it('creates a working key, and revokes it', async () => {
    await page.goto(`${web.origin}/app/keys`)
    await page.getByRole('button', { name: 'Create API key' }).first().click()
    await page.getByLabel('Name').fill('Build server')
    await page.getByText('Full access', { exact: true }).click()
    await expectAccessible(page, 'the key dialog')
    await page.getByRole('dialog').getByRole('button', { name: 'Create API key' }).click()
    await page.getByRole('button', { name: 'Copy key' }).click()
    const key = await page.evaluate(() => navigator.clipboard.readText())
    expect(key).toMatch(/^wm_\w{36}$/)
    expect(await page.getByText('curl').innerText()).toContain(key)
    await expectAccessible(page, 'the new key')
    const ask = async () =>
      (await fetch(`${web.origin}/api/v1/me`, { headers: { authorization: `Bearer ${key}` } })).status
    expect(await ask()).toBe(200)
    await page.getByRole('button', { name: 'Done' }).click()
    expect(await page.content(), 'the key is shown once').not.toContain(key)
    await page.getByRole('button', { name: 'Revoke Build server' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('Build server revoked').waitFor()
    expect(await ask()).toBe(401)
  })

  it('asks for the password when it was not entered for 10 minutes, and keeps the form', async () => {
    const sql = connectPostgres(web.urls.database_url, { name: 'test', max: 1 })
    await sql`update sessions set confirmed_at = now() - interval '11 minutes'`
    await sql.end()
    await page.goto(`${web.origin}/app/keys`)
    await page.getByRole('button', { name: 'Create API key' }).first().click()
    await page.getByLabel('Name').fill('Asked for')
    await page.getByRole('dialog').getByRole('button', { name: 'Create API key' }).click()
    const prompt = page.getByRole('dialog', { name: 'Confirm your password' })
    await prompt.getByLabel('Current password').fill('wrong')
    await page.keyboard.press('Enter')
    await prompt.getByText('Wrong current password.').first().waitFor()
    await expectAccessible(page, 'the password prompt')
    await page.keyboard.press('Escape')
    await prompt.waitFor({ state: 'detached' })
    expect(await page.getByLabel('Name').inputValue(), 'nothing typed is lost').toBe('Asked for')
    await page.getByRole('dialog').getByRole('button', { name: 'Create API key' }).click()
    await prompt.getByLabel('Current password').fill(owner.password)
    await page.keyboard.press('Enter')
    await page.getByText('API key created').waitFor()
    await page.getByRole('button', { name: 'I have copied it' }).click()
    await page.getByRole('button', { name: 'Revoke Asked for' }).waitFor()
  })

  it('creates and revokes a key with the keyboard alone', async () => {
    const press = async (name: string) => {
      await page.getByRole('button', { name }).first().focus()
      await page.keyboard.press('Enter')
    }
    await page.goto(`${web.origin}/app/keys`)
    await press('Create API key')
    await page.getByLabel('Name').waitFor()
    await page.keyboard.type('By keys')
    await page.keyboard.press('Tab')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await press('I have copied it')
    await press('Revoke By keys')
    await page.getByRole('dialog').waitFor()
    // Skip the close and cancel buttons.
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByText('By keys revoked').waitFor()
    await eventually(async () =>
      expect(await page.getByRole('button', { name: 'Revoke By keys' }).count(), 'its row is gone').toBe(0),
    )
  })

  it('has no axe violations at both widths, in both themes', async () => {
    const other = await web.newPage()
    await expectGoodPages(other, ['/app/keys'])
    const name = 'A long name without an end '.repeat(3).trim()
    const { data } = await call('POST', '/api-keys', { name, permissions: ['read'] })
    await expectGoodPages(other, ['/app/keys'])
    await call('DELETE', `/api-keys/${data.id}`)
    await other.close()
  })

  it('sends no request to another host, and logs no browser errors', () => {
    expect(web.strays).toEqual([])
    // The browser also logs the requests that were refused without the password.
    const expected = /status of (403 .*\/api-keys|422 .*\/confirm-password)$/
    expect(web.complaints.filter((text) => !expected.test(text))).toEqual([])
  })
})
