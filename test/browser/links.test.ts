import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../stack/eventually.ts'
import { findChromium } from './find-chromium.ts'
import { measureScroll } from './longest-task.ts'
import { plantLinks } from './planted.fixture.ts'
import { expectAccessible, expectNoSidewaysScroll, sizes } from './stack.ts'
import { call, page, useOwner, web } from './web.fixture.ts'

const chromium = await findChromium()

describe.skipIf(chromium === undefined)('links, in Chromium on the real stack', () => {
  useOwner(chromium)
  beforeAll(async () => {
    await call('POST', '/campaigns', { name: 'Spring' })
  })

  interface Link {
    id: string
    short_url: string
    tags: string[]
    [field: string]: unknown
  }
  const readLink = async (code: string) => (await call('GET', `/short-urls/${code}`)).data as Link
  const openList = async (query = '') => {
    await page.goto(`${web.origin}/app/links${query}`)
    await page.getByRole('list', { name: 'Links' }).waitFor()
  }
  const dialogIsGone = () => page.getByRole('dialog').waitFor({ state: 'detached' })
  const chip = (name: string) => page.getByRole('dialog').getByRole('button', { name })
  const act = (name: string) => page.getByRole('toolbar').getByRole('button', { name, exact: true }).click()
  const selectionOf = (size: string) => page.getByRole('status').filter({ hasText: `${size} selected` })

  it('makes a link with everything that one can have, by the chips', async () => {
    await page.goto(`${web.origin}/app/links`)
    await page.getByRole('heading', { name: 'Links', level: 1 }).waitFor()
    await page.keyboard.press('c')
    await page.getByLabel('Destination').fill('example.com/all')
    await page.getByLabel('Short link').fill('everything')
    await page.getByText('everything is free').waitFor()
    for (const name of ['Name', 'Tags', 'Campaign', 'UTM', 'Expiry', 'Password', 'Devices', 'Social', 'Redirect']) {
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
    await page.locator('[name="campaign_id"]').selectOption({ label: 'Spring' })
    await page.getByLabel('How browsers are told').selectOption('307')
    await page.getByLabel('Pass the query on').uncheck()
    await page.getByRole('img', { name: /^QR code of .*everything$/ }).waitFor()
    await page.getByRole('button', { name: 'Create and copy' }).click()
    await page.getByText('is copied').waitFor()
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

  it('changes a link by the same form, opens what was refused, and is clean for axe', async () => {
    // Without the toast of the link that was made, which fades.
    await openList()
    await page.getByRole('link', { name: /\/everything$/ }).click()
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByLabel('Short link').fill('')
    await page.getByRole('button', { name: 'Save' }).click()
    expect(await page.locator('[name="custom_alias"]:invalid').count(), 'a link keeps a slug').toBe(1)
    await page.getByLabel('Short link').fill('everything')
    await page.locator('[name="max_clicks"]').fill('')
    await chip('Password').click()
    await page.getByLabel('Ask for none any more').check()
    await page.locator('[name="ios_url"]').fill('javascript:alert(1)')
    await chip('Devices').click()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.locator('[name="ios_url"][aria-invalid]').waitFor()
    for (const [size, viewport] of Object.entries(sizes)) {
      await page.setViewportSize(viewport)
      await expectAccessible(page, `the form, ${size}`, '[role="dialog"]')
      await expectNoSidewaysScroll(page, `the form, ${size}`)
    }
    await page.setViewportSize(sizes.wide)
    await page.locator('[name="ios_url"]').fill('')
    await page.getByRole('button', { name: 'Save' }).click()
    await dialogIsGone()
    expect(await readLink('everything')).toMatchObject({
      max_clicks: null,
      is_password_protected: false,
      ios_url: null,
      name: 'All of it',
    })
  })

  it('tags, exports, draws and deletes many, and takes a deletion back', async () => {
    // One after the other: the newest is on top.
    for (const custom_alias of ['many-0', 'many-1', 'many-2', 'many-3']) {
      const body = { url: `https://example.com/${custom_alias}`, custom_alias, tags: ['many'] }
      await call('POST', '/short-urls', body)
    }
    await openList('?tag=many')
    await page.getByRole('checkbox', { name: /many-3$/ }).click()
    await page.getByRole('checkbox', { name: /many-1$/ }).click({ modifiers: ['Shift'] })
    await selectionOf('3').waitFor({ state: 'attached' })
    await act('Tag')
    await page.getByRole('textbox', { name: 'Tags' }).fill('three')
    await expectAccessible(page, 'tagging', '[role="dialog"]')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByText('3 links tagged').waitFor()
    expect((await readLink('many-2')).tags).toEqual(['many', 'three'])
    expect((await readLink('many-0')).tags).toEqual(['many'])
    await page.getByRole('checkbox', { name: 'Select all' }).click()
    await selectionOf('4').waitFor({ state: 'attached' })
    const saved = async (press: () => Promise<void>) => {
      const [download] = await Promise.all([page.waitForEvent('download'), press()])
      return readFileSync(await download.path())
    }
    const csv = (await saved(() => act('Export'))).toString().trim().split('\r\n')
    expect(csv).toHaveLength(5)
    await act('QR codes')
    const archive = await saved(() => page.getByRole('button', { name: 'Download' }).click())
    expect(archive.toString().match(/localhost-many-\d\.svg/g)).toHaveLength(8)
    await dialogIsGone()
    await act('Delete')
    await page.getByText('Deleted 4 links').waitFor()
    await page.getByRole('button', { name: /^Undo the deletion of .*many-0$/ }).click()
    await page.getByRole('checkbox', { name: /many-0$/ }).waitFor()
    expect((await readLink('many-0')).tags).toEqual(['many'])
  })

  it('selects, moves and deletes by the keyboard alone', async () => {
    await openList('?tag=many')
    await page.getByRole('link', { name: /\/many-3$/ }).waitFor()
    await page.keyboard.press('j')
    await eventually(async () => expect(await focusedText()).toContain('many-3'))
    await page.keyboard.press('x')
    await page.keyboard.press('j')
    await eventually(async () => expect(await focusedText()).toContain('many-2'))
    await page.keyboard.press('Shift+X')
    await selectionOf('2').waitFor({ state: 'attached' })
    await page.getByRole('toolbar').getByRole('button', { name: 'Move' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor()
    await page.getByRole('option', { name: 'Spring' }).waitFor({ state: 'attached' })
    await page.keyboard.type('Spring')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByText('2 links moved').waitFor()
    expect(await readLink('many-3')).toMatchObject({ campaign_id: expect.any(String) })
    expect(await readLink('many-1')).toMatchObject({ campaign_id: null })
    await page.getByRole('link', { name: /\/many-1$/ }).focus()
    await page.keyboard.press('x')
    await selectionOf('1').waitFor({ state: 'attached' })
    await page.keyboard.press('Escape')
    await page.getByRole('toolbar').waitFor({ state: 'detached' })
  })
  const focusedText = () => page.evaluate(() => document.activeElement?.textContent ?? '')

  it('keeps the selection when a dialog about it is canceled', async () => {
    await openList('?tag=many')
    await page.getByRole('checkbox', { name: 'Select all' }).click()
    for (const name of ['Tag', 'Move', 'QR codes']) {
      for (const cancel of [() => page.keyboard.press('Escape'), () => chip('Close').click()]) {
        await act(name)
        await page.getByRole('dialog').getByRole('heading').waitFor()
        await cancel()
        await dialogIsGone()
        expect(await page.getByRole('toolbar').innerText(), name).toContain('4 selected')
      }
    }
  })

  it('moves links only once it is told where to, and keeps what was refused selected', async () => {
    await openList('?tag=many')
    await page.getByRole('checkbox', { name: 'Select all' }).click()
    await act('Move')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'Campaign' }).waitFor()
    await page.keyboard.press('Enter')
    expect(await dialog.getByRole('button', { name: 'Move', exact: true }).isDisabled()).toBe(true)
    expect(await readLink('many-3')).toMatchObject({ campaign_id: expect.any(String) })
    await expectAccessible(page, 'moving', '[role="dialog"]')
    await dialog.getByRole('radio', { name: 'Remove from campaign' }).check({ force: true })
    await expectAccessible(page, 'removing from campaigns', '[role="dialog"]')
    await call('DELETE', '/short-urls/many-0')
    await dialog.getByRole('button', { name: 'Remove from campaign' }).click()
    await dialog.getByText('1 of 4 links stayed as they were').waitFor()
    await page.getByText('3 links removed from campaigns').waitFor()
    expect(await readLink('many-3')).toMatchObject({ campaign_id: null })
    await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
    await dialogIsGone()
    expect(await page.getByRole('toolbar').innerText()).toContain('1 selected')
  })

  it('archives many links, which leave the list but not the archive', async () => {
    await call('POST', '/short-urls', { url: 'https://example.com/', custom_alias: 'old-one', tags: ['old'] })
    await openList('?tag=old')
    await page.getByRole('checkbox', { name: 'Select all' }).click()
    await act('Archive')
    await page.getByRole('dialog').getByRole('button', { name: 'Archive', exact: true }).click()
    await page.getByText('1 link archived').waitFor()
    await page.getByRole('link', { name: 'old-one' }).waitFor({ state: 'detached' })
    await page.getByRole('combobox', { name: 'Status' }).selectOption({ label: 'Archived' })
    await page.getByText('old-one').first().waitFor()
    expect(await readLink('old-one')).toMatchObject({ archived: true, status: 'archived' })
  })

  it('disables many links, and enables them again', async () => {
    for (const code of ['off-1', 'off-2']) {
      await call('POST', '/short-urls', { url: 'https://example.com/', custom_alias: code, tags: ['off'] })
    }
    await openList('?tag=off')
    for (const [name, done, status] of [
      ['Disable', '2 links disabled', 'disabled'],
      ['Enable', '2 links enabled', 'active'],
    ] as const) {
      await page.getByRole('checkbox', { name: 'Select all' }).click()
      await act(name)
      await page.getByRole('dialog').getByRole('button', { name, exact: true }).click()
      await page.getByText(done).waitFor()
      await dialogIsGone()
      expect([(await readLink('off-1')).status, (await readLink('off-2')).status]).toEqual([status, status])
    }
  })

  it('scrolls through 100,000 links with no task more than twice as long as through 100', async () => {
    await plantLinks(web, 100_000)
    const longest = { few: [] as number[], all: [] as number[] }
    for (let round = 0; round < rounds; round++) {
      await openList('?tag=few')
      longest.few.push(await measureScroll(page))
      await openList()
      longest.all.push(await measureScroll(page))
    }
    console.log('longest tasks of the rounds, in ms of processor time', longest)
    expect(middle(longest.all)).toBeLessThanOrEqual(2 * middle(longest.few))
    await eventually(async () =>
      expect(await page.getByText(/^100,0\d\d in all$/).count(), 'all of them were there').toBe(1),
    )
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    await page
      .getByRole('link', { name: /\/planted-\d+$/ })
      .last()
      .waitFor()
  })

  it('has asked no other host, and the browser had nothing to complain about', () => {
    expect(web.strays).toEqual([])
    // A refused link is told by the browser too.
    expect(web.complaints.filter((text) => !/status of 422 .*\/short-urls\/[^/]+$/.test(text))).toEqual([])
  })
})

const rounds = 3

const middle = (values: number[]) => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0
