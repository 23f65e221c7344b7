import { describe, expect, it } from 'vitest'
import { pruneItems } from '#model/imports/prune-items.ts'
import { connectPostgres } from '#runtime/postgres.ts'
import { serveShlink } from '../api/imports/services/shlink.ts'
import { eventually } from '../stack/eventually.ts'
import { findChromium } from './find-chromium.ts'
import { expectGoodLook } from './good-look.ts'
import { choose, expectAccessible } from './stack.ts'
import { call, page, useOwner, web } from './web.fixture.ts'

const chromium = await findChromium()

describe.skipIf(chromium === undefined)('imports, in Chromium on the real stack', () => {
  useOwner(chromium, { IMPORT_ALLOW_PRIVATE: 'true' })
  const dialog = () => page.getByRole('dialog')
  const card = (name: string) => page.getByRole('region', { name, exact: true })
  const fileOf = (text: string) => ({ name: 'links.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  const linkTo = (slug: string) => card('Links').getByRole('link', { name: new RegExp(`/${slug}$`) })
  /** Deletes the import on the page. The list opens when that is done. */
  const deleteImport = async () => {
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await dialog().getByRole('button', { name: 'Delete import' }).click()
    await page.getByRole('heading', { name: 'Imports', level: 1 }).waitFor()
  }

  it('leads from the empty list of links to the dialog, which explains files that cannot be read', async () => {
    await page.goto(`${web.origin}/app/links`)
    await page.getByRole('link', { name: 'Import links' }).click()
    await page.getByText('Your imports will appear here').waitFor()
    await page.getByRole('button', { name: 'Import links' }).click()
    await expectAccessible(page, 'importing', '[role="dialog"]')
    await dialog().getByLabel('File', { exact: true }).setInputFiles(fileOf('a,b\n1,2\n'))
    await dialog().getByRole('button', { name: 'Read file' }).click()
    await dialog().getByText('The columns are: a, b.').waitFor()
  })

  it('shows what a file contains, and imports it as decided', async () => {
    await call('POST', '/short-urls', { url: 'https://example.com/own', custom_alias: 'taken' })
    await dialog().getByLabel('Source').selectOption('Bitly')
    await choose(dialog(), 'Uploaded file')
    const rows = ['https://example.com/1,bit.ly/taken,,5', 'https://example.com/2,bit.ly/free,secret,2', 'nonsense,,,']
    await dialog()
      .getByLabel('File', { exact: true })
      .setInputFiles(fileOf(`url,short link,password,clicks\n${rows.join('\n')}\n`))
    await dialog().getByLabel('Add tags').fill('moved, bitly')
    await dialog().getByRole('button', { name: 'Read file' }).click()
    await page.getByRole('heading', { name: 'links.csv', level: 1 }).waitFor()
    await page.getByText('Ready to import').waitFor()
    const figure = (name: string) =>
      card('Source')
        .locator('div', { has: page.getByText(name, { exact: true }) })
        .last()
    expect(await figure('Links found').innerText()).toMatch(/3$/)
    expect(await figure('Invalid').innerText()).toMatch(/1$/)
    expect(await figure('Slug taken').innerText()).toMatch(/1$/)
    await card('Links').getByText('Enter a full URL').waitFor()
    await expectGoodLook(page, 'an import to decide about')
    expect((await call('GET', '/short-urls')).data).toHaveLength(1)

    await choose(page, /^Rename/)
    await page.getByRole('button', { name: 'Import 2 links' }).click()
    await page.getByText('Completed', { exact: true }).waitFor()
    await choose(page, 'Renamed (1)')
    await linkTo('taken-2').waitFor()
    await choose(page, 'Created (1)')
    await linkTo('free').waitFor()
    await expectGoodLook(page, 'a finished import')
    expect((await call('GET', '/short-urls/free')).data).toMatchObject({
      tags: ['moved', 'bitly'],
      is_password_protected: true,
      stored_clicks: 2,
    })
  })

  it('says how many links the report of an old import lists', async () => {
    const sql = connectPostgres(web.urls.database_url, { name: 'test', max: 1 })
    try {
      await sql`update imports set finished_at = now() - interval '91 days'`
      await sql.begin((tx) => pruneItems(tx))
    } finally {
      await sql.end()
    }
    await page.reload()
    await choose(page, 'Invalid (1)')
    await card('Links').getByText('0 of 1 are listed. The others were removed 90 days after the import.').waitFor()
    await expectGoodLook(page, 'the report of an old import')
    await choose(page, 'Created (1)')
    await linkTo('free').waitFor()
    await card('Links').getByText('are listed').waitFor({ state: 'detached' })
  })

  it('accepts the URL of a service without its scheme, and asks for a URL if there is none', async () => {
    await page.goto(`${web.origin}/app/imports`)
    await page.getByRole('button', { name: 'Import links' }).click()
    await dialog().getByLabel('Source').selectOption('Shlink')
    await dialog().getByLabel('Token').fill('token')
    await dialog().getByRole('button', { name: 'Read links' }).click()
    await dialog().locator('[id$="-error"]').getByText('Enter a full URL, such as https://example.com.').waitFor()
    await dialog().getByLabel('URL').fill('127.0.0.1:9')
    await dialog().getByRole('button', { name: 'Read links' }).click()
    const heading = page.getByRole('heading', { name: 'Shlink (127.0.0.1:9)', level: 1 })
    await eventually(async () => expect(await heading.isVisible()).toBe(true))
    await deleteImport()
  })

  it('reads the links of a service with a token, and explains a wrong one', async () => {
    const service = await serveShlink([{ shortCode: 'from-shlink', nonBots: 3 }])
    const read = async (token: string) => {
      await page.goto(`${web.origin}/app/imports`)
      await page.getByRole('button', { name: 'Import links' }).click()
      await dialog().getByLabel('Source').selectOption('Shlink')
      await dialog().getByLabel('URL').fill(service.url)
      await dialog().getByLabel('Token').fill(token)
      await expectAccessible(page, 'importing over an API', '[role="dialog"]')
      await dialog().getByRole('button', { name: 'Read links' }).click()
      await page.getByRole('heading', { name: `Shlink (${new URL(service.url).host})`, level: 1 }).waitFor()
    }
    await read('wrong')
    await page.getByText('Shlink rejected the token. Check that it is valid and may read links.').waitFor()
    await deleteImport()
    await read('token-of-the-service')
    await page.getByRole('button', { name: 'Import 1 link' }).click()
    await page.getByText('Completed', { exact: true }).waitFor()
    await linkTo('from-shlink').waitFor()
    expect((await call('GET', '/short-urls/from-shlink')).data).toMatchObject({ stored_clicks: 3 })
    await card('Verification').getByLabel('Old domains').fill('other.example.org')
    await card('Verification').getByRole('button', { name: 'Verify links' }).click()
    await page.getByText('No imported link has a short URL at these domains.').waitFor()
    await expectGoodLook(page, 'a verified import')
  })

  it('lists imports, and deletes one without its links', async () => {
    await page.getByRole('link', { name: 'Imports' }).click()
    const list = page.getByRole('list', { name: 'Imports' })
    await list.getByText('Completed').first().waitFor()
    await list.getByRole('link', { name: 'links.csv' }).click()
    await deleteImport()
    await list.getByRole('link', { name: 'links.csv' }).waitFor({ state: 'detached' })
    expect((await call('GET', '/short-urls')).data).toHaveLength(4)
    await page.goto(`${web.origin}/app/imports/00000000-0000-7000-8000-000000000000`)
    await page.getByRole('heading', { name: 'This import does not exist' }).waitFor()
    expect(web.strays).toEqual([])
  })
})
