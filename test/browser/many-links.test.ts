import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { eventually } from '../stack/eventually.ts'
import { findChromium } from './find-chromium.ts'
import { keepToasts } from './hold-timers.ts'
import { chip, dialogIsGone, openList, readLink, useLinks } from './links.fixture.ts'
import { choose, expectAccessible } from './stack.ts'
import { call, page, web } from './web.fixture.ts'

const chromium = await findChromium()

describe.skipIf(chromium === undefined)('many links at once, in Chromium on the real stack', () => {
  useLinks(chromium)
  const act = (name: string) => page.getByRole('toolbar').getByRole('button', { name, exact: true }).click()
  const selectionOf = (size: string) => page.getByRole('status').filter({ hasText: `${size} selected` })

  it('tags, exports, draws and deletes several links, and undoes the deletion of all', async () => {
    // One after the other, so that the newest is on top.
    for (const custom_alias of ['many-0', 'many-1', 'many-2', 'many-3']) {
      const body = { url: `https://example.com/${custom_alias}`, custom_alias, tags: ['many'] }
      await call('POST', '/short-urls', body)
    }
    await openList('?tag=many')
    await keepToasts(page)
    await page.getByRole('checkbox', { name: /many-3$/ }).click()
    await page.getByRole('checkbox', { name: /many-1$/ }).click({ modifiers: ['Shift'] })
    await selectionOf('3').waitFor({ state: 'attached' })
    await act('Tag')
    await page.getByRole('combobox', { name: 'Tags' }).fill('three')
    await expectAccessible(page, 'tagging', '[role="dialog"]')
    await page.getByRole('option', { name: 'Create “three”' }).click()
    await page.getByRole('button', { name: 'Add tags', exact: true }).click()
    await page.getByText('3 links tagged').waitFor()
    expect((await readLink('many-2')).tags).toEqual(['many', 'three'])
    expect((await readLink('many-0')).tags).toEqual(['many'])
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Change of 3 links undone').waitFor()
    for (const code of ['many-1', 'many-2', 'many-3']) expect((await readLink(code)).tags).toEqual(['many'])
    await page.getByRole('checkbox', { name: 'Select all' }).click()
    await selectionOf('4').waitFor({ state: 'attached' })
    const saved = async (press: () => Promise<void>) => {
      const [download] = await Promise.all([page.waitForEvent('download'), press()])
      return readFileSync(await download.path())
    }
    const list = await saved(async () => {
      await page.getByRole('button', { name: 'Export', exact: true }).first().click()
      await page.getByRole('menu').waitFor()
      await expectAccessible(page, 'formats', '[role="menu"]')
      await page.getByRole('menuitem', { name: 'JSON' }).click()
    })
    const codes = JSON.parse(list.toString()).map(({ short_code }: { short_code: string }) => short_code)
    expect(codes).toEqual(['many-3', 'many-2', 'many-1', 'many-0'])
    const csv = (await saved(() => act('Export'))).toString().trim().split('\r\n')
    expect(csv).toHaveLength(5)
    await act('QR codes')
    const archive = await saved(() => page.getByRole('button', { name: 'Download' }).click())
    expect(archive.toString().match(/localhost-many-\d\.svg/g)).toHaveLength(8)
    await dialogIsGone()
    await act('Delete')
    await page.getByText('4 links moved to the trash').waitFor()
    await eventually(async () => expect((await readLink('many-0'))['status']).toBe('trashed'))
    await page.getByRole('button', { name: /^Undo all 4 deletions, including .*many-0$/ }).click()
    await page.getByText('4 links restored').waitFor()
    await page.getByRole('checkbox', { name: /many-0$/ }).waitFor()
    for (const code of ['many-0', 'many-3']) expect((await readLink(code))['status']).toBe('active')
    expect((await readLink('many-0')).tags).toEqual(['many'])
  })

  it('selects, moves and deletes with the keyboard alone', async () => {
    await openList('?tag=many')
    await keepToasts(page)
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
    await page.keyboard.type('Spr')
    await page.getByRole('option', { name: 'Spring' }).waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByText('2 links moved').waitFor()
    expect(await readLink('many-3')).toMatchObject({ campaign_id: expect.any(String) })
    expect(await readLink('many-1')).toMatchObject({ campaign_id: null })
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Change of 2 links undone').waitFor()
    expect(await readLink('many-3')).toMatchObject({ campaign_id: null })
    await call('PUT', '/short-urls/many-3', { campaign_id: 'Spring' })
    await page.getByRole('link', { name: /\/many-1$/ }).focus()
    await page.keyboard.press('x')
    await selectionOf('1').waitFor({ state: 'attached' })
    await page.keyboard.press('Escape')
    await page.getByRole('toolbar').waitFor({ state: 'detached' })
  })
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('name'))
  const focusedText = () => page.evaluate(() => document.activeElement?.textContent ?? '')

  it('keeps the focus in the list through a deletion with the keyboard', async () => {
    for (const custom_alias of ['keys-0', 'keys-1', 'keys-2'])
      await call('POST', '/short-urls', { url: 'https://example.com/', custom_alias, tags: ['keys'] })
    await openList('?tag=keys')
    // Deleted rows stay, however slow the machine is.
    await keepToasts(page)
    const press = async (key: string, text: RegExp) => {
      await page.keyboard.press(key)
      await eventually(async () => expect(await focusedText()).toMatch(text))
    }
    await page.getByRole('button', { name: 'Delete keys-1' }).focus()
    await press('Enter', /^Undo the deletion of .*keys-1$/)
    await press('j', /^(?!Undo).*keys-0/)
    await press('k', /^Undo /)
    await press('k', /^(?!Undo).*keys-2/)
    await press('j', /^Undo /)
    await press('Enter', /^(?!Undo).*keys-1/)
    await eventually(async () => expect((await readLink('keys-1'))['status']).toBe('active'))
    await page.getByRole('button', { name: 'Delete keys-1' }).waitFor()
  })

  it('keeps the selection when a dialog is canceled', async () => {
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

  it('moves links only after a campaign is selected, and keeps rejected links selected', async () => {
    await openList('?tag=many')
    await page.getByRole('checkbox', { name: 'Select all' }).click()
    await act('Move')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'Campaign' }).waitFor()
    await dialog.getByRole('button', { name: 'Move', exact: true }).click()
    await dialog.getByText('Choose a campaign.').waitFor()
    expect(await focused(), 'the field to fill in').toBe('campaign_id')
    expect(await readLink('many-3')).toMatchObject({ campaign_id: expect.any(String) })
    await expectAccessible(page, 'moving', '[role="dialog"]')
    await choose(dialog, 'Remove from campaign')
    await expectAccessible(page, 'removing from campaigns', '[role="dialog"]')
    await call('DELETE', '/short-urls/many-0')
    await dialog.getByRole('button', { name: 'Remove from campaign' }).click()
    await dialog.getByText('1 of 4 links could not be changed').waitFor()
    await page.getByText('3 links removed from campaigns').waitFor()
    expect(await readLink('many-3')).toMatchObject({ campaign_id: null })
    await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
    await dialogIsGone()
    expect(await page.getByRole('toolbar').innerText()).toContain('1 selected')
  })

  it('undoes each change with the values before it, also of links far down the list', async () => {
    const urls = Array.from({ length: 105 }, (_, number) => ({
      url: 'https://example.com/',
      custom_alias: `deep-${number}`,
      tags: ['deep'],
    }))
    await call('POST', '/short-urls/bulk', { urls })
    await call('POST', '/campaigns', { name: 'Autumn' })
    const inCampaign = async (name: string) =>
      (await call('GET', `/short-urls?limit=1&tag=deep&campaign_id=${name}`)).pagination.total
    await openList('?tag=deep')
    await keepToasts(page)
    for (const name of ['Spring', 'Autumn']) {
      await page.getByRole('checkbox', { name: 'Select all' }).click()
      await selectionOf('105').waitFor({ state: 'attached' })
      await act('Move')
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('combobox', { name: 'Campaign' }).fill(name)
      await page.getByRole('option', { name }).click()
      await dialog.getByRole('button', { name: 'Move', exact: true }).click()
      await dialogIsGone()
      expect(await inCampaign(name)).toBe(105)
    }
    await page.getByRole('button', { name: 'Undo' }).first().click()
    await page.getByText('Change of 105 links undone').waitFor()
    expect(await inCampaign('Spring')).toBe(105)
  })

  it('archives several links, which disappear from the list but not from the archive', async () => {
    await call('POST', '/short-urls', { url: 'https://example.com/', custom_alias: 'old-one', tags: ['old'] })
    await openList('?tag=old')
    await page.getByRole('checkbox', { name: 'Select all' }).click()
    await act('Archive')
    await page.getByRole('dialog').getByRole('button', { name: 'Archive', exact: true }).click()
    await page.getByText('1 link archived').waitFor()
    await page.getByRole('link', { name: 'old-one' }).waitFor({ state: 'detached' })
    await page.getByRole('combobox', { name: 'Status' }).click()
    await page.getByRole('option', { name: 'Archived', exact: true }).click()
    await page.getByText('old-one').first().waitFor()
    expect(await readLink('old-one')).toMatchObject({ archived: true, status: 'archived' })
  })

  it('restores links from the trash, and deletes them forever after asking', async () => {
    for (const code of ['bin-1', 'bin-2', 'bin-3']) {
      await call('POST', '/short-urls', { url: 'https://example.com/', custom_alias: code })
      await call('POST', `/short-urls/${code}/trash`)
    }
    await openList()
    await page.getByRole('link', { name: 'Trash', exact: true }).click()
    await page.getByRole('heading', { name: 'Trash', level: 1 }).waitFor()
    await page.getByText('They are deleted after 30 days.').waitFor()
    await page.getByText('Will be deleted in 30 days').first().waitFor()
    await expectAccessible(page, 'the trash')
    await page.getByRole('button', { name: 'Restore bin-1' }).click()
    await page.getByText('bin-1 restored').waitFor()
    await page.getByRole('link', { name: /\/bin-1$/ }).waitFor({ state: 'detached' })
    expect((await readLink('bin-1')).status).toBe('active')
    await page.getByRole('checkbox', { name: 'Select all' }).click()
    await act('Delete forever')
    const dialog = page.getByRole('dialog')
    await dialog.getByText('You can’t undo this.', { exact: false }).waitFor()
    await expectAccessible(page, 'deleting forever', '[role="dialog"]')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialogIsGone()
    expect((await readLink('bin-2')).status).toBe('trashed')
    await act('Delete forever')
    await dialog.getByRole('button', { name: 'Delete forever' }).click()
    await page.getByText('The trash is empty.', { exact: false }).waitFor()
    expect((await call('GET', '/short-urls?status=trashed&search=bin-')).data).toEqual([])
  })

  it('does not take selected links into the trash, where they could be deleted forever', async () => {
    for (const custom_alias of ['live-one', 'bin-4'])
      await call('POST', '/short-urls', { url: 'https://example.com/', custom_alias, tags: ['bins'] })
    await call('POST', '/short-urls/bin-4/trash')
    await openList()
    await page.getByRole('checkbox', { name: /live-one$/ }).click()
    await page.getByRole('toolbar').waitFor()
    await page.getByRole('link', { name: 'Trash', exact: true }).click()
    await page.getByRole('checkbox', { name: /bin-4$/ }).click()
    await selectionOf('1').waitFor({ state: 'attached' })
    await act('Delete forever')
    const dialog = page.getByRole('dialog')
    await dialog.getByText(/^Delete .*bin-4 forever\?$/).waitFor()
    await page.keyboard.press('Escape')
    await dialogIsGone()
    await page.getByRole('link', { name: 'All links' }).click()
    await page.getByRole('heading', { name: 'Links', level: 1 }).waitFor()
    await page.getByRole('toolbar').waitFor({ state: 'detached' })
    await openList('?status=all&tag=bins')
    await page.getByRole('checkbox', { name: 'Select all' }).click()
    await selectionOf('2').waitFor({ state: 'attached' })
    await page.getByRole('toolbar').getByRole('button', { name: 'Export' }).waitFor()
    expect(await page.getByRole('toolbar').getByRole('button').count(), 'Export and Clear selection').toBe(2)
  })

  it('disables several links, and enables them again', async () => {
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

  it('tells the user if the code of an action cannot load', async () => {
    for (const custom_alias of ['lost-1', 'lost-2'])
      await call('POST', '/short-urls', { url: 'https://example.com/', custom_alias, tags: ['lost'] })
    await call('POST', '/short-urls/lost-2/trash')
    const other = await web.newPage()
    await other.route(/\/(move-links|links-csv)-/, (route) => route.abort())
    const button = (name: string) => other.getByRole('button', { name, exact: true })
    for (const [query, start] of [
      ['?tag=lost', () => button('Delete lost-1').click()],
      ['?status=trashed', () => button('Restore lost-2').click()],
      [
        '?tag=lost',
        async () => {
          await other.getByRole('checkbox', { name: /lost-1$/ }).click()
          await other.getByRole('toolbar').getByRole('button', { name: 'Export' }).click()
        },
      ],
    ] as const) {
      await other.goto(`${web.origin}/app/links${query}`)
      await start()
      await other.getByText('Part of the page could not load').waitFor()
    }
    await other.close()
    expect([(await readLink('lost-1')).status, (await readLink('lost-2')).status]).toEqual(['active', 'trashed'])
  })

  it('makes no requests to other hosts, and logs no browser errors', () => {
    expect(web.strays).toEqual([])
    // The browser logs the rejected link and the files that could not load, too.
    const expected = /status of 422 .*\/short-urls\/[^/]+$|net::ERR_FAILED .*\/(move-links|links-csv)-/
    expect(web.complaints.filter((text) => !expected.test(text))).toEqual([])
  })
})
