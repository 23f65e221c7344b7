import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { createAccount } from '../../factories/account.ts'
import { storeClicks } from '../../factories/clicks.ts'
import { createLinkOf } from '../../factories/links.ts'
import { openFaultyWay } from '../sdk/faulty-way.fixture.ts'
import { account, api, key, keyOf, stores, useApi, useDrawing, useOneAccount } from '../support/use-api.ts'
import { home, refusalOf, standalone, useHome, waymark } from './run-waymark.fixture.ts'

useApi()
useOneAccount()
useDrawing()
useHome()

const as = () => ({ WAYMARK_URL: api.url, WAYMARK_API_KEY: key })
const list = async () => (await api.request('GET', '/short-urls', { key })).json.data
const remove = async (slug: string) => {
  expect((await api.request('DELETE', `/short-urls/${slug}`, { key })).status).toBe(200)
}

it('is also one file without packages, for other machines', async () => {
  const { status, stdout } = await standalone(['links', 'list', '--json'], as())
  expect({ status, links: JSON.parse(stdout) }).toEqual({ status: 0, links: [] })
})

describe('links', () => {
  it('creates, lists, changes and deletes a link', async () => {
    const created = await waymark(
      [
        'links',
        'create',
        'https://example.com/',
        '--slug',
        'cli',
        '--name',
        'From a \u001b[31mterminal',
        '--tag',
        'a',
        'b',
      ],
      as(),
    )
    expect(created).toMatchObject({ status: 0, stdout: expect.stringMatching(/\/cli\n$/), stderr: '' })
    const listed = (await waymark(['links', 'list', '--json'], as())).stdout
    expect(JSON.parse(listed)).toMatchObject([{ custom_alias: 'cli', tags: ['a', 'b'] }])
    const table = (await waymark(['links', 'list', '--tag', 'b'], as())).stdout
    expect(table).toMatch(/^LINK +CLICKS +STATUS +NAME +DESTINATION\n\S+\/cli +0 +active +From a \[31mterminal +https/)
    await waymark(['links', 'update', 'cli', '--url', 'https://example.org/', '--disable'], as())
    const shown = (await waymark(['links', 'get', 'cli', '--json'], as())).stdout
    expect(JSON.parse(shown)).toMatchObject({ original_url: 'https://example.org/', is_active: false })
    const refused = await waymark(['links', 'delete', 'cli'], as())
    expect(refused).toMatchObject({ status: 1, stderr: expect.stringContaining('--yes') })
    expect((await waymark(['links', 'delete', 'cli', '--yes'], as())).status).toBe(0)
    expect(await list()).toEqual([])
  })

  it.each([
    [['links', 'create', 'ftp://example.com'], /^`url` must start with http:/],
    [['links', 'create', 'https://example.com/', '--slug', 'no spaces'], /^`custom_alias`/],
    [['links', 'get', 'missing'], /not found/i],
    [['links', 'list', '--status', 'odd'], /status/],
    [['links', 'list', '--limit', '-1'], /--limit must be/],
    [['links', 'update', 'missing'], /Nothing to change/],
    [['qr', 'create', 'https://example.com/', '--output', 'code.txt'], /must end in \.svg/],
    [['stats', '--days', '0'], /--days must be/],
  ])('%j is refused with a sentence', async (args, message) => {
    expect(await refusalOf(args, as())).toEqual({ printed: [], refused: expect.stringMatching(message) })
  })

  it('a refusal is the only line, and the exit code is 1', async () => {
    const stderr = expect.stringMatching(/^waymark: `url` must start with http:[^\n]+\n$/)
    const refused = await waymark(['links', 'create', 'ftp://example.com'], as())
    expect(refused).toMatchObject({ status: 1, stdout: '', stderr })
  })

  it('are changed by ID, since another link may have the slug by then', async () => {
    const { id } = await createLinkOf(stores, account, { alias: 'by-id' })
    const way = await openFaultyWay(api.url, [])
    const args = ['links', 'update', 'by-id', '--slug', 'by-id-2']
    expect((await waymark(args, { ...as(), WAYMARK_URL: way.url })).status).toBe(0)
    expect(way.seen).toEqual(['GET /api/v1/short-urls/by-id', `PUT /api/v1/short-urls/${id}`])
    await remove(id)
  })

  it('were not created by these', async () => {
    expect(await list()).toEqual([])
  })

  it('are not found in another account', async () => {
    await createLinkOf(stores, account, { alias: 'mine' })
    const other = { ...as(), WAYMARK_API_KEY: await keyOf(await createAccount(stores.sql)) }
    expect((await waymark(['links', 'delete', 'mine', '--yes'], other)).status).toBe(1)
    await remove('mine')
  })
})

/** The home exists only when the tests run. */
const inHome = (file: string) => () => join(home, file)

describe('export', () => {
  it('prints a list, or saves it in the format that the name of the file tells', async () => {
    await createLinkOf(stores, account, { alias: 'exported' })
    await api.request('PUT', '/short-urls/exported', { key, body: { tags: ['red'] } })
    await createLinkOf(stores, account, { alias: 'other' })
    const printed = await waymark(['export', 'links', '--filter', 'tags=red', 'status=active'], as())
    expect(printed).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^id,short_code,[^\n]+\n[^\n]+,exported,[^\n]+\n$/),
    })
    expect((await waymark(['export', 'links', '--output', 'links.json'], as())).status).toBe(0)
    const saved = JSON.parse(await readFile(join(home, 'links.json'), 'utf8'))
    expect(saved.map((link: { short_code: string }) => link.short_code)).toEqual(['other', 'exported'])
    const again = await waymark(['export', 'tags', '--output', 'links.json'], as())
    expect(again).toMatchObject({ status: 1, stderr: expect.stringContaining('exists') })
    expect(JSON.parse(await readFile(join(home, 'links.json'), 'utf8'))).toEqual(saved)
    for (const slug of ['exported', 'other']) await remove(slug)
  })

  it('saves clicks as Parquet', async () => {
    expect((await waymark(['export', 'clicks', '--output', 'clicks.parquet'], as())).status).toBe(0)
    const bytes = await readFile(join(home, 'clicks.parquet'))
    expect([bytes.subarray(0, 4).toString(), bytes.subarray(-4).toString()]).toEqual(['PAR1', 'PAR1'])
  })

  it.each([
    [['links', '--format', 'xml'], /--format must be csv or json/],
    [['pages'], /Enter what to export: links, /],
    [['toString'], /Enter what to export: links, /],
    [['links', '--filter', 'status'], /name=value/],
    [['links', '--link', 'x'], /only for clicks/],
    [['clicks', '--link', 'missing', '--output', inHome('missing.csv')], /not found/i],
    [['links', '--filter', 'status=odd', '--output', inHome('missing.csv')], /status/],
    [['links', '--output', inHome('no-folder/links.csv')], /no-folder/],
  ])('%j is refused with a sentence, and leaves no file', async (args, message) => {
    const given = args.map((arg) => (typeof arg === 'string' ? arg : arg()))
    expect(await refusalOf(['export', ...given], as())).toEqual({
      printed: [],
      refused: expect.stringMatching(message),
    })
    await expect(stat(join(home, 'missing.csv'))).rejects.toThrow('ENOENT')
  })
})

it('saves QR codes as images, and keeps existing files', async () => {
  const args = ['qr', 'create', 'https://example.com/', '--output', 'code.svg', '--slug', 'scan-me']
  expect((await waymark(args, as())).stdout).toMatch(/scan-me {2}code\.svg\n$/)
  expect(await readFile(join(home, 'code.svg'), 'utf8')).toContain('<svg')
  const [{ qr_code_id: id }] = await list()
  const refused = { status: 1, stdout: '', stderr: expect.stringContaining('code.svg already exists. Choose another') }
  expect(await waymark(['qr', 'download', id, '--output', 'code.svg'], as())).toMatchObject(refused)
  expect(await waymark(['qr', 'create', 'https://example.com/', '--output', 'code.svg'], as())).toMatchObject(refused)
  expect(await list(), 'nothing was created').toHaveLength(1)
  expect((await waymark(['qr', 'download', id, '--output', 'code.png', '--size', '256'], as())).status).toBe(0)
  expect((await readFile(join(home, 'code.png'))).subarray(1, 4).toString()).toBe('PNG')
})

it('shows clicks as bars', async () => {
  const { stdout } = await waymark(['stats', '--days', '3', '--timezone', 'UTC'], as())
  expect(stdout).toMatch(/^0 clicks in 3 days\n\n(\d{4}-\d\d-\d\d {2}0\n){3}$/)
  const report = JSON.parse((await waymark(['stats', '--days', '3', '--json'], as())).stdout)
  expect(Object.keys(report)).toEqual(['timeline', 'locations', 'traffic_sources'])
})

it('counts countries and sources in the same period as clicks', async () => {
  const { id: link_id } = await createLinkOf(stores, account, { alias: 'counted' })
  const clicked = (country: string, hoursAgo: number) => ({
    ...{ account_id: account.id, link_id, country, country_code: country.slice(0, 2).toLowerCase() },
    at: new Date(Date.now() - hoursAgo * 3_600_000).toISOString(),
  })
  // It is noon there, so the first of three days began 60 hours ago.
  const east = 12 - new Date().getUTCHours()
  const timezone = `Etc/GMT${east > 0 ? '-' : '+'}${Math.abs(east)}`
  await storeClicks(stores.ch, [
    clicked('Germany', 0),
    clicked('Italy', 60),
    clicked('Spain', 61),
    clicked('France', 960),
  ])
  const { stdout } = await waymark(['stats', 'counted', '--days', '3', '--timezone', timezone], as())
  expect(stdout).toMatch(/^2 clicks in 3 days\n/)
  expect(stdout).toMatch(/\nCOUNTRY +CLICKS\n(Germany +1\nItaly +1|Italy +1\nGermany +1)\n\n/)
  expect(stdout).toMatch(/\nSOURCE +CLICKS\nDirect +2\n/)
})

describe('without WAYMARK_API_KEY', () => {
  beforeAll(async () => {
    expect(await waymark(['whoami'])).toMatchObject({ status: 1, stderr: expect.stringContaining('waymark login') })
  })

  it('uses the saved key, which only the user can read, until logout', async () => {
    const saved = await waymark(['login', '--url', `${api.url}/`, '--key'], { input: `${key}\n` })
    expect(saved).toMatchObject({ status: 0, stdout: expect.stringContaining('Signed in to') })
    expect((await stat(join(home, 'waymark/credentials.json'))).mode & 0o777).toBe(0o600)
    expect(JSON.parse((await waymark(['whoami', '--json'])).stdout)).toMatchObject({ plan: { name: 'business' } })
    await waymark(['logout'])
    expect((await waymark(['whoami'])).status).toBe(1)
  })

  it('saves no key that does not work', async () => {
    expect((await waymark(['login', '--url', api.url, '--key'], { input: 'wm_wrong' })).status).toBe(1)
    expect((await waymark(['whoami'])).stderr).toContain('waymark login')
  })
})
