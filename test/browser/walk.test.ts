import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { eventually } from '../stack/eventually.ts'
import { findChromium } from './find-chromium.ts'
import { visit } from './signed-in.ts'
import { choose, loaded } from './stack.ts'
import { call, page, useOwner, web } from './web.fixture.ts'

const chromium = await findChromium()

/** The steps of docs/dashboard.md, "A campaign from start to report". */
describe.skipIf(chromium === undefined)('a campaign, by somebody who has never used Waymark', () => {
  useOwner(chromium)

  const button = (name: string | RegExp) => page.getByRole('button', { name })
  const dialog = () => page.getByRole('dialog')
  const saved = async (save: () => Promise<void>): Promise<{ name: string; bytes: Buffer }> => {
    const [file] = await Promise.all([page.waitForEvent('download'), save()])
    return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
  }

  it('creates a link with a tag, a campaign and UTM parameters', async () => {
    await page.goto(`${web.origin}/app`)
    await loaded(page)
    await page.keyboard.press('c')
    await dialog().getByLabel('Destination').fill('example.com/summer')
    await dialog().getByLabel('Short link').fill('summer')
    await button('Tags').click()
    await dialog().getByRole('combobox', { name: 'Tags' }).fill('poster')
    await page.keyboard.press('Enter')
    await button('Campaign').click()
    await dialog().getByRole('combobox', { name: 'Campaign' }).fill('Summer sale')
    await page.getByRole('option', { name: /Create.*Summer sale/ }).click()
    await button('UTM').click()
    await dialog().getByLabel('Source', { exact: true }).fill('poster')
    await dialog().getByLabel('Medium', { exact: true }).fill('print')
    await dialog().getByText('summer is available').waitFor()
    await button(/Create and copy/).click()
    await page.getByText('Link created and copied').waitFor()
    const { data } = await call('GET', '/short-urls/summer')
    expect(data).toMatchObject({ tags: ['poster'], utm: { utm_source: 'poster', utm_medium: 'print' } })
  })

  it('finds the link in its campaign', async () => {
    await loaded(page)
    await page.keyboard.press('g')
    await page.keyboard.press('c')
    await page.getByRole('list', { name: 'Campaigns' }).getByRole('link', { name: 'Summer sale' }).click()
    await choose(page, 'Links')
    await page
      .getByRole('list', { name: 'Links in this campaign' })
      .getByRole('link', { name: /summer/ })
      .click()
    await page.getByRole('heading', { level: 1, name: /summer/ }).waitFor()
    expect((await call('GET', '/campaigns?search=Summer')).data).toMatchObject([{ name: 'Summer sale', url_count: 1 }])
  })

  it('makes a QR code of the link, and a PDF for a poster', async () => {
    const card = page.getByRole('region', { name: 'QR code', exact: true })
    await card.getByRole('button', { name: 'Create QR code' }).click()
    await card.getByText(/Scan test: \d+ of 100/).waitFor()
    await card.getByRole('link', { name: 'Design' }).click()
    await page.getByText('Sunset', { exact: true }).click()
    await page.getByText('Label below').click()
    await page.getByLabel('Frame text').fill('SUMMER SALE')
    await page.getByText(/scan.*: \d+ of 100/i).waitFor()
    await button('Save').click()
    await choose(page, 'Scans')
    await page.getByText('PDF', { exact: true }).click()
    const pdf = await saved(() => button('Download').click())
    expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-')
  })

  it('tests two pages against each other', async () => {
    await page.goto(`${web.origin}/app/ab-tests`)
    await button('Create A/B test').first().click()
    await dialog().getByLabel('Name', { exact: true }).fill('Which page sells')
    await dialog().getByLabel('Short link').fill('summer-ad')
    await dialog().getByLabel('Variant A destination').fill('example.com/summer')
    await dialog().getByLabel('Variant B destination').fill('example.com/summer-video')
    await button('Create and start').click()
    await page.getByText('Running', { exact: true }).waitFor()
    const [place] = await visit(web, 'summer-ad', 1)
    expect(place?.pathname).toMatch(/^\/summer(-video)?$/)
  })

  it('reads the report of the week, and takes it along as a picture and a table', async () => {
    await visit(web, 'summer', 5)
    await page.goto(`${web.origin}/app/analytics`)
    await loaded(page)
    await page.keyboard.press('w')
    await page.waitForURL(/period=week/)
    const chart = page.getByRole('region', { name: 'Traffic over time', exact: true })
    await eventually(async () => expect(await chart.innerText()).toMatch(/\b5\b/))
    const export_ = chart.getByRole('button', { name: /Export/ })
    await export_.click()
    expect((await saved(() => page.getByRole('menuitem', { name: 'PNG' }).click())).name).toMatch(/\.png$/)
    await export_.click()
    const table = await saved(() => page.getByRole('menuitem', { name: 'CSV' }).click())
    expect(table.bytes.toString()).toMatch(/,5\b/)
  })
})
