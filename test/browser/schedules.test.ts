import { describe, expect, it } from 'vitest'
import { eventually } from '../stack/eventually.ts'
import { findChromium } from './find-chromium.ts'
import { expectGoodLook } from './good-look.ts'
import { chip, dialogIsGone, openList, readLink, useLinks } from './links.fixture.ts'
import { call, page } from './web.fixture.ts'

const chromium = await findChromium()

describe.skipIf(chromium === undefined)('scheduled changes, in Chromium on the real stack', () => {
  useLinks(chromium)

  const dialog = () => page.getByRole('dialog')
  const card = () => page.getByRole('region', { name: 'Scheduled changes' })
  const save = () => page.getByRole('button', { name: 'Save', exact: true }).click()
  const edit = () => page.getByRole('button', { name: 'Edit', exact: true }).click()
  /** The value of a time field after this many days, in the browser's time zone. */
  const inDays = (days: number) =>
    page.evaluate((ms) => {
      const at = new Date(Date.now() + ms)
      return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
    }, days * 86_400_000)

  it('are added to a link, with errors at their change, and shown on its page', async () => {
    await call('POST', '/short-urls', { url: 'https://example.com/now', custom_alias: 'sale' })
    await openList()
    await page.getByRole('link', { name: /\/sale$/ }).click()
    await edit()
    await chip('Scheduled changes').click()
    const add = page.getByRole('button', { name: 'Add change' })
    const time = (number: number) =>
      dialog()
        .getByLabel('Time', { exact: true })
        .nth(number - 1)
    await add.click()
    await time(1).fill(await inDays(2))
    await dialog().getByLabel('State').selectOption('Disabled')
    await add.click()
    await time(2).fill(await inDays(-1))
    await dialog().getByLabel('New destination').nth(1).fill('example.com/later')
    await dialog().getByLabel('New targeting rules').nth(1).selectOption('Replace the rules')
    await page.getByRole('button', { name: 'Add rule' }).click()
    await page.getByLabel('Rule name').fill('German shop')
    await page.getByLabel('condition 1 of rule 1: values').selectOption({ label: 'Germany' })
    await page.getByLabel('Rule destination').fill('example.com/de')
    await save()
    await dialog().getByText('Must be in the future.').waitFor()
    expect(await time(2).getAttribute('aria-invalid')).toBe('true')
    expect(await time(1).getAttribute('aria-invalid')).toBeNull()
    await expectGoodLook(page, 'the form of scheduled changes', '[role="dialog"]')
    await time(2).fill(await inDays(1))
    await save()
    await dialogIsGone()
    expect((await readLink('sale')).schedules).toMatchObject([
      {
        changes: {
          url: 'https://example.com/later',
          targeting_rules: [{ name: 'German shop', destination_url: 'https://example.com/de' }],
        },
      },
      { changes: { is_active: false } },
    ])
    const items = card().locator('ol > li')
    await eventually(async () => expect(await items.count()).toBe(2))
    expect(await items.first().innerText()).toMatch(/Destination: example\.com\/later\s+Targeting rules: German shop/)
    await expectGoodLook(page, 'a link with scheduled changes')
  })

  it('are changed and removed by keyboard, and shown in the history', async () => {
    await edit()
    const remove = page.getByRole('button', { name: 'Delete change 2' })
    await remove.focus()
    await page.keyboard.press('Enter')
    await save()
    await dialogIsGone()
    expect((await readLink('sale')).schedules).toHaveLength(1)
    await page.getByRole('region', { name: 'Activity' }).getByRole('button', { name: 'View history' }).click()
    const history = page.getByRole('dialog', { name: 'History' })
    await history.getByText('Scheduled changes', { exact: true }).first().waitFor()
    await history
      .getByText(/Destination: example\.com\/later/)
      .first()
      .waitFor()
    await page.keyboard.press('Escape')
  })

  it('are applied by the workers, with an entry in the history by the schedule', async () => {
    const at = new Date(Date.now() + 3_000).toISOString()
    await call('PUT', '/short-urls/sale', { schedules: [{ at, changes: { url: 'https://example.com/applied' } }] })
    await eventually(async () =>
      expect((await call('GET', '/short-urls/sale/history')).data[0].actor).toMatchObject({ type: 'schedule' }),
    )
    await page.reload()
    await page.getByRole('region', { name: 'Activity' }).getByRole('button', { name: 'View history' }).click()
    const newest = page.getByRole('dialog', { name: 'History' }).getByRole('listitem').first()
    await newest.getByText('Schedule', { exact: true }).waitFor()
    await newest.getByText('https://example.com/applied').waitFor()
    await page.keyboard.press('Escape')
    expect(await card().count()).toBe(0)
  })
})
