import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { insertReset, resetUrl } from '#model/accounts/password-resets.ts'
import { connectPostgres } from '#runtime/postgres.ts'
import type { Role } from '#schemas/roles.ts'
import { onPostgres } from '../embedded/queries.ts'
import { eventually } from '../stack/eventually.ts'
import { findChromium } from './find-chromium.ts'
import { expectGoodLook, expectGoodPages } from './good-look.ts'
import { joinOtherAccount } from './join-other-account.ts'
import { enterCredentials } from './signed-in.ts'
import { expectAccessible, loaded, owner } from './stack.ts'
import { page, useOwner, web } from './web.fixture.ts'

const chromium = await findChromium()

describe.skipIf(chromium === undefined)('Members, in two browsers on the real stack', () => {
  useOwner(chromium)

  const guest = { email: 'guest@example.com', password: 'another long password' }
  /** The browser of the new member, which shares no cookies with the owner's. */
  let other: Page
  const roleOf = (email: string) => page.getByLabel(`Role of ${email}`)
  const storeRole = (email: string, role: Role) =>
    onPostgres(
      web.urls.database_url,
      (sql) => sql`update memberships set role = ${role} from users where users.id = user_id and email = ${email}`,
    )
  const changesOf = (path: string) => {
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'PUT' && request.url().includes(path)) sent.push(request.postData() ?? '')
    })
    return sent
  }

  it('shows an invitation that is accepted in another browser', async () => {
    await page.goto(`${web.origin}/app/members`)
    await page.getByRole('button', { name: 'Invite member' }).click()
    await page.getByLabel('Email').fill(guest.email)
    await expectAccessible(page, 'the invitation dialog')
    await page.getByRole('button', { name: 'Create invitation' }).click()
    await page.getByRole('button', { name: 'Copy link' }).click()
    const link = await page.evaluate(() => navigator.clipboard.readText())
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByText(`Editor, invited by ${owner.email}`).waitFor()
    const context = await page.context().browser()?.newContext()
    if (context === undefined) throw new Error('no browser')
    other = await context.newPage()
    await other.goto(link)
    await other.getByRole('heading', { name: 'Join My account' }).waitFor()
    await expectGoodLook(other, 'the invitation')
    await other.getByLabel('New password').fill(guest.password)
    await other.keyboard.press('Enter')
    await other.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
    expect(await other.getByRole('link', { name: 'API keys' }).count(), 'an editor has no API keys').toBe(0)
    await page.reload()
    await page.getByLabel(`Role of ${guest.email}`).waitFor()
    await page.getByText('No open invitations.').waitFor()
  })

  it('applies a changed role to the next request of the other browser', async () => {
    await other.goto(`${web.origin}/app/links`)
    await other.getByRole('button', { name: 'Create link' }).first().click()
    await other.getByLabel('Destination').first().fill('https://example.com/')
    await roleOf(guest.email).click()
    await page.getByRole('option', { name: 'Viewer' }).click()
    await page.getByText(`${guest.email} is now viewer`).waitFor()
    await other
      .getByRole('dialog')
      .getByRole('button', { name: /^Create and copy/ })
      .click()
    await other.getByText('Your role in this account (viewer) does not allow this.').first().waitFor()
    await other.reload()
    await other.getByRole('heading', { name: 'Links', level: 1 }).waitFor()
    expect(await other.getByRole('button', { name: 'Create link' }).count(), 'a viewer creates nothing').toBe(0)
  })

  it('changes a role with the keyboard when it is chosen, and undoes it', async () => {
    const sent = changesOf('/api/app/members/')
    await page.reload()
    await loaded(page)
    await roleOf(guest.email).focus()
    await page.keyboard.press('ArrowUp')
    await page.getByRole('option', { name: 'Viewer' }).waitFor()
    // Moves to Editor, to Admin, and back.
    for (const key of ['ArrowUp', 'ArrowUp', 'ArrowDown']) await page.keyboard.press(key)
    expect(sent).toEqual([])
    await page.keyboard.press('Enter')
    const toast = page.getByRole('listitem').filter({ hasText: `${guest.email} is now editor` })
    await toast.getByRole('button', { name: 'Undo' }).click()
    await page.getByText(`${guest.email} is now viewer`).waitFor()
    expect(sent.map((body) => JSON.parse(body))).toEqual([{ role: 'editor' }, { role: 'viewer' }])
    expect(await roleOf(guest.email).inputValue()).toBe('Viewer')
  })

  it('asks before users take rights away from themselves', async () => {
    await storeRole(guest.email, 'owner')
    await page.reload()
    const dialog = page.getByRole('dialog')
    const choose = async () => {
      await roleOf(owner.email).click()
      await page.getByRole('option', { name: 'Viewer' }).click()
      await dialog.getByText('Only an owner can give them back.', { exact: false }).waitFor()
    }
    await choose()
    await expectAccessible(page, 'the question', '[role="dialog"]')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await roleOf(owner.email).inputValue()).toBe('Owner')
    await choose()
    await dialog.getByRole('button', { name: 'Change role' }).click()
    await page.getByText('Your role is now viewer').waitFor()
    await roleOf(owner.email).waitFor({ state: 'detached' })
    await storeRole(owner.email, 'owner')
    await storeRole(guest.email, 'viewer')
    await page.reload()
    await roleOf(guest.email).waitFor()
  })

  it('has no axe violations at both widths, in both themes, for owners and viewers', async () => {
    await expectGoodPages(page, ['/app/members'])
    await other.goto(`${web.origin}/app/members`)
    await other.getByText('You', { exact: true }).waitFor()
    await expectGoodLook(other, 'members for a viewer')
    expect(await other.getByRole('button', { name: 'Invite member' }).count()).toBe(0)
  })

  it('signs a removed member out at once', async () => {
    await page.getByRole('button', { name: `Remove ${guest.email}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByText(`${guest.email} removed`).waitFor()
    // A request of the page may have led to the sign-in page already.
    await other.getByRole('link', { name: 'Links' }).or(other.getByLabel('Email')).click()
    // Not waitForURL: each request that gets 401 begins the navigation again.
    await eventually(() => expect(other.url()).toContain('/login?next='))
    await other.waitForLoadState('networkidle')
    await enterCredentials(other, guest)
    expect(await other.getByRole('alert').innerText()).toContain('You are not a member of any account.')
  })

  it('sets a new password with a link', async () => {
    const sql = connectPostgres(web.urls.database_url, { name: 'test', max: 1 })
    const created = await insertReset(sql, guest.email)
    await sql.end()
    await other.goto(resetUrl(web.origin, created?.token ?? ''))
    await expectGoodLook(other, 'the page of the link')
    await other.getByLabel('New password').fill('yet another password')
    await other.keyboard.press('Enter')
    await other.getByRole('heading', { name: 'Password changed' }).waitFor()
    await other.goto(`${web.origin}/login/forgot`)
    await expectGoodLook(other, 'reset password without a mail server')
    expect(await other.getByText('waymark members reset-link').count()).toBe(1)
  })

  it('shows the changes in the audit log', async () => {
    await page.goto(`${web.origin}/app/audit-log`)
    await page.getByText('Remove a member').waitFor()
    await expectGoodPages(page, ['/app/audit-log'])
    await page.goto(`${web.origin}/app/audit-log`)
    await page.getByLabel('Search the audit log').fill('role of a member')
    await page.getByText('editor → viewer').first().waitFor()
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'CSV' }).click()])
    expect(file.suggestedFilename()).toBe('audit-log.csv')
  })

  it('renames the account', async () => {
    await page.goto(`${web.origin}/app/settings`)
    await page.getByRole('button', { name: 'Rename account' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Marketing')
    await page.keyboard.press('Enter')
    await page.getByText('Account renamed').waitFor()
    expect(await page.getByRole('complementary').innerText()).toContain('Marketing')
  })

  it('opens another account when it is chosen, not while the keys move through the list', async () => {
    await onPostgres(web.urls.database_url, joinOtherAccount)
    const sent = changesOf('/api/app/session')
    await page.goto(`${web.origin}/app/members`)
    const field = page.getByLabel('Account', { exact: true })
    await field.focus()
    for (const key of ['ArrowDown', 'ArrowDown']) await page.keyboard.press(key)
    expect([sent, await field.inputValue()]).toEqual([[], 'Marketing'])
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/app\/?$/)
    await eventually(async () => expect(await field.inputValue()).toBe('Test account'))
    expect(sent).toHaveLength(1)
  })

  it('downloads nothing once another tab has opened another account', async () => {
    const fieldOn = (on: Page) => on.getByLabel('Account', { exact: true })
    const open = async (on: Page, name: string) => {
      await on.goto(`${web.origin}/app/members`)
      await fieldOn(on).click()
      await on.getByRole('option', { name }).click()
      await on.waitForURL(/\/app\/?$/)
      await eventually(async () => expect(await fieldOn(on).inputValue()).toBe(name))
    }
    await open(page, 'Marketing')
    await page.goto(`${web.origin}/app/audit-log`)
    await loaded(page)
    // A page follows the other tab with its next request. Here, that is the request before the download.
    const others = /\/api\/(?!app\/(session|audit-log\/export))/
    await page.route(others, () => undefined)
    const csv = page.getByRole('link', { name: 'CSV' })
    const url = (await csv.getAttribute('href')) ?? ''
    const tab = await web.newPage()
    await open(tab, 'Test account')
    await tab.close()
    const downloads: unknown[] = []
    page.on('download', (download) => downloads.push(download))
    await csv.click()
    await eventually(async () => expect(await fieldOn(page).inputValue()).toBe('Test account'))
    expect(downloads).toEqual([])
    await page.unroute(others)
    const response = await page.request.get(new URL(url, web.origin).href)
    expect([response.status(), (await response.json()).error.details]).toEqual([409, 'other_account'])
  })

  it('sends no request to another host', () => {
    expect(web.strays).toEqual([])
  })
})
