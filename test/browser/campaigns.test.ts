import { describe, expect, it } from 'vitest'
import { onPostgres } from '../embedded/queries.ts'
import { eventually } from '../stack/eventually.ts'
import { findChromium } from './find-chromium.ts'
import { expectGoodPages } from './good-look.ts'
import { keepToasts } from './hold-timers.ts'
import { seedClicks } from './planted.fixture.ts'
import { choose, expectAccessible, loaded } from './stack.ts'
import { call, page, useOwner, web } from './web.fixture.ts'

const chromium = await findChromium()

describe.skipIf(chromium === undefined)('campaigns, in Chromium on the real stack', () => {
  useOwner(chromium)

  const open = async (path: string) => {
    await page.goto(`${web.origin}/app${path}`)
    await loaded(page)
  }

  it('explains campaigns when there are none, creates and deletes one, and undoes the deletion', async () => {
    await open('/campaigns')
    await page.getByText('A campaign groups links').waitFor()
    await page.getByText('With the API').click()
    expect(await page.getByText('/api/v1/campaigns').innerText()).toContain('Spring sale')
    await expectAccessible(page, 'no campaigns')
    await page.getByRole('button', { name: 'Create campaign' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('By hand')
    await dialog.getByLabel('Start date').fill('2026-03-02')
    await dialog.getByLabel('End date').fill('2026-03-01')
    await dialog.getByText('Must be on or after the start date.').waitFor()
    await dialog.getByLabel('End date').fill('2026-03-31')
    await expectAccessible(page, 'the campaign dialog')
    await dialog.getByRole('button', { name: 'Create campaign' }).click()
    await dialog.waitFor({ state: 'detached' })
    const list = page.getByRole('list', { name: 'Campaigns' })
    await list
      .getByText('Mar 1')
      .or(list.getByText(/Mar 2\s–\s31, 2026/))
      .waitFor()
    await page.getByRole('button', { name: 'Create campaign' }).first().click()
    await dialog.getByLabel('Name').fill('By hand')
    await page.keyboard.press('Enter')
    await dialog.locator('[id$="-error"]').getByText('Another campaign has this name').waitFor()
    await page.keyboard.press('Escape')
    await keepToasts(page)
    await page.getByRole('button', { name: 'Delete By hand' }).click()
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
    await list.waitFor({ state: 'detached' })
    // The creation can be undone, too.
    const deleted = page.locator('[data-sonner-toast]').filter({ hasText: 'By hand deleted' })
    await deleted.getByRole('button', { name: 'Undo' }).click()
    await list.getByRole('link', { name: 'By hand' }).waitFor()
  })

  it('withdraws Undo when the deletion is sent, also below the pointer', async () => {
    const find = () => onPostgres(web.urls.database_url, (sql) => sql`select from campaigns where name = 'Brief'`)
    await call('POST', '/campaigns', { name: 'Brief' })
    await open('/campaigns')
    await page.getByRole('button', { name: 'Delete Brief' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
    const undo = page.locator('[data-sonner-toast]').filter({ hasText: 'Brief' }).getByRole('button', { name: 'Undo' })
    await undo.hover()
    await undo.waitFor({ state: 'detached' })
    await eventually(async () => expect((await find()).count).toBe(0))
  })

  it('compares campaigns, and shows the links of one', async () => {
    await seedClicks(web, 5_000)
    await open('/campaigns?period=all')
    const comparison = page.getByRole('region', { name: 'Comparison', exact: true })
    await page.getByRole('checkbox', { name: 'Compare Newsletter' }).check()
    await page.getByRole('checkbox', { name: 'Compare Spring sale' }).check()
    await comparison.getByRole('rowheader', { name: 'Spring sale' }).waitFor()
    await page.reload()
    await comparison.getByRole('rowheader', { name: 'Newsletter' }).waitFor()
    await page.getByRole('list', { name: 'Campaigns' }).getByRole('link', { name: 'Newsletter' }).click()
    await page.getByRole('heading', { name: 'Newsletter', level: 1 }).waitFor()
    await choose(page, 'Links')
    const links = page.getByRole('list', { name: 'Links in this campaign' })
    await links.getByRole('listitem').first().waitFor()
    const before = await links.getByRole('listitem').count()
    const letToastsEnd = await keepToasts(page)
    await page
      .getByRole('button', { name: /^Remove .* from campaign/ })
      .first()
      .click()
    await page.getByRole('button', { name: 'Undo' }).waitFor()
    await eventually(async () => expect(await links.getByRole('listitem').count()).toBe(before - 1))
    await page.getByRole('button', { name: 'Undo' }).click()
    await letToastsEnd()
    await eventually(async () => expect(await links.getByRole('listitem').count()).toBe(before))
    const inside = await links.getByRole('link').first().innerText()
    await page.getByRole('button', { name: 'Add links' }).first().click()
    await page.getByRole('dialog').getByRole('checkbox').first().check()
    expect(await page.getByRole('dialog').getByRole('checkbox', { name: inside }).count()).toBe(0)
    await page.getByRole('button', { name: 'Add to campaign' }).click()
    await eventually(async () => expect(await links.getByRole('listitem').count()).toBe(before + 1))
    // Remove the link and add it again.
    const name = await links.getByRole('link').first().innerText()
    await page
      .getByRole('button', { name: /^Remove .* from campaign/ })
      .first()
      .click()
    await eventually(async () => expect(await links.getByRole('link', { name, exact: true }).count()).toBe(0))
    await page.getByRole('button', { name: 'Add links' }).first().click()
    await page.getByRole('dialog').getByRole('checkbox', { name }).check()
    await page.getByRole('button', { name: 'Add to campaign' }).click()
    await links.getByRole('link', { name, exact: true }).waitFor()
  })

  it('compares those that are left when one was deleted', async () => {
    const create = async (name: string) => (await call('POST', '/campaigns', { name })).data.id as string
    const [gone, ...left] = [await create('Gone'), await create('Left'), await create('Right')]
    await call('DELETE', `/campaigns/${gone}`)
    await open(`/campaigns?compared=${[gone, ...left].join()}`)
    const comparison = page.getByRole('region', { name: 'Comparison', exact: true })
    const rows = comparison.getByRole('rowheader', { name: /^(Gone|Left|Right)$/ })
    await rows.first().waitFor()
    expect(await rows.allInnerTexts()).toEqual(['Left', 'Right'])
  })

  it('lists a link below a page of links that are in the trash', async () => {
    const { data: campaign } = await call('POST', '/campaigns', { name: 'Mostly trash' })
    const link = { url: 'https://example.com/', campaign_id: campaign.id }
    await call('POST', '/short-urls', { ...link, custom_alias: 'kept' })
    const { data } = await call('POST', '/short-urls/bulk', { urls: Array.from({ length: 50 }, () => link) })
    for (const { id } of data.succeeded) await call('POST', `/short-urls/${id}/trash`)
    await open(`/campaigns/${campaign.id}?view=links`)
    const links = page.getByRole('list', { name: 'Links in this campaign' }).getByRole('listitem')
    await links.first().waitFor()
    expect(await links.count()).toBe(1)
  })

  it('has no axe violations at both widths, in both themes', async () => {
    const other = await web.newPage()
    await other.goto(`${web.origin}/app/campaigns`)
    const newsletter = other.getByRole('list', { name: 'Campaigns' }).getByRole('link', { name: 'Newsletter' })
    const campaign = (await newsletter.getAttribute('href')) ?? ''
    await expectGoodPages(other, ['/app/campaigns', campaign, `${campaign}?view=links`, `${campaign}?view=settings`])
    await other.close()
  })

  it('sends no request to another host, and logs no other browser errors', () => {
    expect(web.strays).toEqual([])
    // The browser also logs the rejected campaign, and the deleted one that is compared.
    const expected = /status of (400 .*\/campaigns$|404 .*\/campaigns\/)/
    expect(web.complaints.filter((text) => !expected.test(text))).toEqual([])
  })

  it('carries a deletion out at once when the user signs out', async () => {
    const other = await web.newPage()
    await other.goto(`${web.origin}/app/campaigns`)
    await other.getByRole('button', { name: 'Delete By hand' }).click()
    await other.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
    await other.getByText('By hand deleted').waitFor()
    await other.getByRole('button', { name: 'Sign out' }).click()
    await other.getByRole('heading', { name: 'Sign in' }).waitFor()
    const left = await onPostgres(web.urls.database_url, (sql) => sql`select from campaigns where name = 'By hand'`)
    expect(left.count).toBe(0)
    await other.close()
  })
})
