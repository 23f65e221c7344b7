import { describe, expect, it } from 'vitest'
import { eventually } from '../stack/eventually.ts'
import { findChromium } from './find-chromium.ts'
import { expectGoodLook } from './good-look.ts'
import { chip, dialogIsGone, openList, readLink, useLinks } from './links.fixture.ts'
import { measureScroll } from './longest-task.ts'
import { plantLinks } from './planted.fixture.ts'
import { page, web } from './web.fixture.ts'

const chromium = await findChromium()

describe.skipIf(chromium === undefined)('links, in Chromium on the real stack', () => {
  useLinks(chromium)

  it('creates a link with every option', async () => {
    await page.goto(`${web.origin}/app/links`)
    await page.getByRole('heading', { name: 'Links', level: 1 }).waitFor()
    // The page may be visible a moment before it listens to keys.
    await eventually(async () => {
      await page.keyboard.press('c')
      await page.getByLabel('Destination').waitFor({ timeout: 2_000 })
    })
    await page.getByLabel('Destination').fill('example.com/all')
    await page.getByLabel('Short link').fill('everything')
    await page.getByText('everything is available').waitFor()
    for (const name of ['Name', 'Tags', 'Campaign', 'UTM', 'Dates', 'Password', 'Device', 'Social', 'Redirect']) {
      await chip(name).click()
    }
    const texts = {
      name: 'All of it',
      description: 'A note',
      external_id: 'crm-1',
      tags: 'one, two',
      utm_source: 'news',
      max_clicks: '5',
      expired_url: 'https://example.com/over',
      password: 'open sesame',
      ios_url: 'https://example.com/ios',
      og_title: 'A card',
      expires_at: '2031-01-02T03:04',
    }
    for (const [field, value] of Object.entries(texts)) await page.locator(`[name="${field}"]`).fill(value)
    await page.locator('[name="campaign_id"]').fill('spri')
    await page.getByRole('option', { name: 'Spring' }).click()
    await page.getByLabel('Redirect type').selectOption('307')
    await page.getByLabel('Forward query parameters').uncheck()
    await page.getByRole('img', { name: /^QR code of .*everything$/ }).waitFor()
    await page.getByRole('button', { name: 'Create and copy' }).click()
    await page.getByText('Link created and copied').waitFor()
    expect(await readLink('everything')).toMatchObject({
      name: 'All of it',
      description: 'A note',
      external_id: 'crm-1',
      tags: ['one', 'two'],
      utm: { utm_source: 'news' },
      max_clicks: 5,
      expires_at: new Date('2031-01-02T03:04').toISOString(),
      expired_url: 'https://example.com/over',
      is_password_protected: true,
      ios_url: 'https://example.com/ios',
      og: { title: 'A card', description: null, image_url: null },
      campaign_id: expect.any(String),
      redirect_type: 307,
      forward_query: false,
    })
  })

  it('edits targeting rules: conditions, their order, and values that are rejected', async () => {
    await openList()
    await page.getByRole('link', { name: /\/everything$/ }).click()
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await chip('Targeting rules').click()
    const add = page.getByRole('button', { name: 'Add rule' })
    await add.click()
    await page.getByLabel('Rule name').fill('German shop')
    const width = async (part: string) =>
      (await page.getByLabel(`condition 1 of rule 1: ${part}`).boundingBox())?.width ?? 0
    expect(await width('type')).toBeGreaterThan(await width('comparison'))
    await page.getByLabel('condition 1 of rule 1: values').selectOption({ label: 'Germany' })
    await page.getByLabel('condition 1 of rule 1: values').selectOption({ label: 'Austria' })
    await page.getByRole('button', { name: 'Add condition' }).click()
    await page.getByLabel('condition 2 of rule 1: type').selectOption({ label: 'Time of day' })
    await page.getByLabel('condition 2 of rule 1: comparison').selectOption({ label: 'between' })
    await page.getByLabel('condition 2 of rule 1: from').fill('22:00')
    await page.getByLabel('condition 2 of rule 1: to').fill('06:00')
    await page.getByLabel('Rule destination').fill('example.com/de')
    await add.click()
    await page.getByLabel('condition 1 of rule 2: type').selectOption({ label: 'Share of visitors' })
    const refuse = async (label: string, value: string, message: string) => {
      await page.getByLabel(label).fill(value)
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByRole('dialog').getByText(message, { exact: true }).waitFor()
      const wrong = page.locator('[aria-invalid="true"]')
      expect(await wrong.getAttribute('aria-label')).toBe(label)
      await eventually(async () => expect(await wrong.evaluate((field) => field === document.activeElement)).toBe(true))
    }
    await page.getByRole('button', { name: 'Add condition' }).nth(1).click()
    await page.getByLabel('condition 2 of rule 2: type').selectOption({ label: 'Date' })
    await refuse('condition 2 of rule 2: value', '20266-01-01T00:00', 'Enter a year with four digits.')
    await page.getByRole('button', { name: 'Remove condition 2 of rule 2' }).click()
    await refuse('condition 1 of rule 2: value', '101', 'Must be at most 100.')
    await page.getByLabel('condition 1 of rule 2: value').fill('25')
    const second = page.getByLabel('Rule destination').nth(1)
    await second.fill('javascript:alert(1)')
    await page.getByLabel('Fallback URL', { exact: true }).fill('example.com/others')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.locator('[aria-invalid="true"]').waitFor()
    expect(await second.getAttribute('aria-invalid')).toBe('true')
    await expectGoodLook(page, 'targeting rules', '[role="dialog"]')
    await second.fill('example.com/quarter')
    await page.getByRole('button', { name: 'Move rule 2 up' }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await dialogIsGone()
    expect(await readLink('everything')).toMatchObject({
      fallback_url: 'https://example.com/others',
      targeting_rules: [
        {
          name: 'Rule 1',
          conditions: [{ type: 'percentage', operator: 'lt', value: 25 }],
          destination_url: 'https://example.com/quarter',
        },
        {
          name: 'German shop',
          conditions: [
            { type: 'country', operator: 'in', value: ['de', 'at'] },
            { type: 'time_of_day', operator: 'between', value: ['22:00', '06:00'], tz: expect.any(String) },
          ],
          destination_url: 'https://example.com/de',
        },
      ],
    })
  })

  it('edits a link in the same form, opens rejected fields, and passes axe', async () => {
    // Reloads to remove the toast of the created link, which is fading.
    await openList()
    await page.getByRole('link', { name: /\/everything$/ }).click()
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await page.getByLabel('Short link').fill('')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    expect(await page.locator('[name="custom_alias"]:invalid').count(), 'a link needs a slug').toBe(1)
    await page.getByLabel('Short link').fill('everything')
    await page.locator('[name="max_clicks"]').fill('')
    await chip('Password').click()
    await page.getByLabel('Remove password').check()
    await page.locator('[name="ios_url"]').fill('javascript:alert(1)')
    await chip('Device targeting').click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.locator('[name="ios_url"][aria-invalid]').waitFor()
    await expectGoodLook(page, 'the form', '[role="dialog"]')
    await page.locator('[name="ios_url"]').fill('')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await dialogIsGone()
    expect(await readLink('everything')).toMatchObject({
      max_clicks: null,
      is_password_protected: false,
      ios_url: null,
      name: 'All of it',
    })
  })

  it('scrolls through 20,000 links with no task more than twice as long as with 100', async () => {
    await plantLinks(web, 20_000)
    const longest = { few: [] as number[], all: [] as number[] }
    for (let round = 0; round < rounds; round++) {
      await openList('?tag=few')
      longest.few.push(await measureScroll(page))
      await openList()
      longest.all.push(await measureScroll(page))
    }
    console.log('longest tasks of the rounds, in ms of CPU time', longest)
    expect(middle(longest.all)).toBeLessThanOrEqual(2 * middle(longest.few))
    await eventually(async () => expect(await page.getByText(/^20,0\d\d links$/).count(), 'all links').toBe(1))
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    await page
      .getByRole('link', { name: /\/planted-\d+$/ })
      .last()
      .waitFor()
  })

  it('makes no requests to other hosts, and logs no browser errors', () => {
    expect(web.strays).toEqual([])
    // The browser logs the rejected link, too.
    expect(web.complaints.filter((text) => !/status of 422 .*\/short-urls\/[^/]+$/.test(text))).toEqual([])
  })
})

const rounds = 3

const middle = (values: number[]) => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0
