import { readFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { ch, uuid } from '#runtime/ch-tag.ts'
import type { ClickHouse } from '#runtime/clickhouse.ts'
import { openPlaces } from '#runtime/places.ts'
import { runImport } from '../../../workers/imports/run-import.ts'
import { ask, importFile, itemsOf, upload, work } from '../support/imports.ts'
import { account, follow, get, stores, useRedirector, useShortUrls } from '../support/short-urls.ts'
import { addDomain } from './services/links.ts'

useShortUrls()
useRedirector()

let made = 0
const slug = () => `dump${made++}`
const read = async (code: string) => (await get(`/short-urls/${code}`)).json.data
const dump = async (name: string, start: string) =>
  (await readFile(new URL(`dumps/${name}.sql`, import.meta.url), 'utf8')).replaceAll('SLUG', start)

/** A click of an import, as it is stored. */
const click = z.record(z.string(), z.string())
const columns = ch`toString(clicked_at) as at, traffic, country, country_code, region, browser, os, referrer_domain, source, imported_from, toString(visitor_id) as visitor`
const clicks = () =>
  stores.ch.query(
    ch`select ${columns} from clicks where account_id = ${uuid(account.id)} order by clicked_at, visitor_id`,
    click,
  )
const stored = () =>
  stores.ch.query(
    ch`select count() as rows, uniqExact(click_id) as clicks from clicks where account_id = ${uuid(account.id)}`,
    z.object({ rows: z.int(), clicks: z.int() }),
  )

it('imports the links of a dump of YOURLS with their dates and click totals, and its log as individual visits', async () => {
  const start = slug()
  const { id } = (await upload(await dump('yourls-mysqldump', start), { source: 'yourls' })).json.data
  await runImport({ ...stores, places: openPlaces(undefined) }, id, new AbortController().signal)
  const record = (await ask('GET', `/${id}`)).json.data
  expect(record).toMatchObject({
    status: 'completed',
    error: null,
    analysis: {
      found: 2,
      invalid: 0,
      // Those of links in the dump, at a possible time.
      visits: 4,
      encoding: 'utf-8',
      columns: { slug: 'keyword', url: 'url', name: 'title', created_at: 'timestamp', clicks: 'clicks' },
      unused_columns: ['ip'],
      notes: [],
    },
    result: { created: 2, failed: 0, visits: 4 },
  })
  expect(await read(`${start}-news`)).toMatchObject({
    original_url: 'https://example.com/news?a=1&b=(2),(3);',
    name: 'It\'s "new"; a\\b – überall',
    created_at: '2020-03-01T10:00:00.000Z',
    stored_clicks: 1_234,
    click_count: 1_234,
    actual_clicks: 3,
    unique_visitors: 2,
    last_clicked_at: '2023-05-07T00:00:00.000Z',
  })
  expect(await read(`${start}-plain`)).toMatchObject({ name: null, stored_clicks: 7, unique_visitors: 0 })
  expect((await follow(`${start}-plain`)).headers.location).toBe('https://example.com/plain')
  const [one, two, three, bot] = await clicks()
  expect(one).toMatchObject({
    at: '2023-05-06 07:08:09.000',
    traffic: 'human',
    country: 'United Kingdom',
    country_code: 'gb',
    browser: 'Firefox',
    os: 'Linux',
    referrer_domain: 'google.com',
    source: 'Search',
    imported_from: 'yourls',
  })
  // The same visitor on the same day.
  expect(two).toMatchObject({ visitor: one?.['visitor'], source: 'Direct', referrer_domain: '' })
  // Its country is that of its IP address, which is not kept.
  expect(three).toMatchObject({ country_code: 'gb' })
  expect(bot).toMatchObject({ traffic: 'bot' })
  const kept = await stores.sql`select from import_parts where import_id = ${id}`
  expect(kept).toHaveLength(0)
})

it('keeps no IP address of a dump once it was analyzed', async () => {
  const { id } = (await upload(await dump('yourls-mysqldump', slug()), { source: 'yourls', dry_run: 'true' })).json.data
  expect(await work(id)).toMatchObject({ status: 'ready', analysis: { visits: 4 } })
  const parts = await stores.sql<{ kind: string; text: string }[]>`
    select kind, convert_from(content, 'UTF8') as text from import_parts where import_id = ${id} order by kind`
  expect(parts.map(({ kind }) => kind)).toEqual(['links', 'visits'])
  for (const { text } of parts) expect(text).not.toMatch(/81\.2\.69|2001:db8/)
  await ask('POST', `/${id}/resume`)
  expect(await work(id)).toMatchObject({ status: 'completed', result: { created: 2, visits: 4 } })
})

it('reads dumps of phpMyAdmin with another table prefix, compressed or not, without visits if they are turned off', async () => {
  const [one, two] = [slug(), slug()]
  const record = await importFile(await dump('yourls-phpmyadmin', one), { source: 'yourls' })
  expect(record).toMatchObject({ analysis: { visits: 1 }, result: { created: 2, visits: 1 } })
  expect(await read(`${one}-one`)).toMatchObject({ name: "One's title", stored_clicks: 5 })
  expect(await read(`${one}-two`)).toMatchObject({ original_url: 'https://example.com/two', name: null })
  const packed = gzipSync(await dump('yourls-phpmyadmin', two))
  const quiet = await importFile(packed, { source: 'yourls', visits: 'false' })
  expect(quiet).toMatchObject({ analysis: { visits: 0 }, result: { created: 2, visits: 0 } })
  expect(await stored()).toEqual([{ rows: 1, clicks: 1 }])
  const again = await importFile(packed, { source: 'yourls' })
  expect(again).toMatchObject({ analysis: { already_imported: 2, visits: 1 }, result: { skipped: 2, visits: 0 } })
  expect(await stored()).toEqual([{ rows: 1, clicks: 1 }])
})

it('reads dumps in UTF-16 and Windows-1252', async () => {
  const [one, two] = [slug(), slug()]
  const utf16 = Buffer.from(`\ufeff${await dump('yourls-mysqldump', one)}`, 'utf16le')
  expect((await importFile(utf16, { source: 'yourls' })).analysis).toMatchObject({ encoding: 'utf-16le', found: 2 })
  expect((await read(`${one}-news`)).name).toContain('überall')
  const text = (await dump('yourls-mysqldump', two)).replace('–', '-')
  const latin = await importFile(Buffer.from(text, 'latin1'), { source: 'yourls' })
  expect(latin.analysis).toMatchObject({ encoding: 'windows-1252', found: 2 })
  expect((await read(`${two}-news`)).name).toContain('überall')
})

it('leaves U+0000 out of the names of columns and tables', async () => {
  const start = slug()
  const insert = (table: string) =>
    `INSERT INTO \`${table}\` (\`keyword\`, \`url\`, \`my no\0te\`) VALUES ('${start}', 'https://example.com/', 'x');\n`
  const padding = `-- ${'x'.repeat(5_000)}\n`
  const record = await importFile(`${padding}${insert('yourls_url')}`, { source: 'yourls' })
  expect(record).toMatchObject({
    status: 'completed',
    analysis: { unused_columns: ['my note'] },
    result: { created: 1 },
  })
  const twice = await importFile(`${padding}${insert('yourls_url')}${insert('o\0ther_url')}`, { source: 'yourls' })
  expect(twice).toMatchObject({
    status: 'failed',
    error: expect.stringContaining('in the tables yourls_url and other_url'),
  })
})

it('imports the links of a dump of Kutt with their domains, and tells what is lost', async () => {
  const [start, host] = [slug(), await addDomain()]
  const text = (await dump('kutt-postgres', start)).replaceAll('HOST', host)
  const record = await importFile(text, { source: 'kutt' })
  expect(record).toMatchObject({
    status: 'completed',
    analysis: {
      found: 3,
      visits: 0,
      columns: { slug: 'address', url: 'target', clicks: 'visit_count', expires_at: 'expire_in' },
      unused_columns: ['id', 'user_id', 'uuid', 'updated_at'],
      notes: [
        { code: 'password_removed', links: 1 },
        { code: 'link_banned', links: 1 },
      ],
    },
    result: { created: 3, visits: 0 },
  })
  expect(await read(`${start}-one`)).toMatchObject({
    description: 'Tab\there, and a \\ backslash',
    created_at: '2022-05-06T07:08:09.123Z',
    expires_at: '2999-01-01T00:00:00.000Z',
    stored_clicks: 12,
    status: 'active',
  })
  const short = (await itemsOf(record.id, 'created')).map(({ short_url }) => short_url)
  expect(short[1]).toBe(`http://${host}/${start}-two`)
  expect(await read(`${start}-secret`)).toMatchObject({ status: 'disabled', is_password_protected: false })
  const [banned] = await stores.sql`select is_active, created_at from links where code = ${`${start}-two`}`
  expect(banned).toEqual({ is_active: false, created_at: new Date('2022-05-07T05:08:09Z') })
})

/** Passes inserts on, and then fails: the worker was killed before it knew. */
function failAfter(inserts: number): ClickHouse {
  let count = 0
  return {
    ...stores.ch,
    async insert(...insertion) {
      await stores.ch.insert(...insertion)
      if (++count === inserts) throw new Error('killed')
    },
  }
}

it('stores each visit once if a worker dies after an insert, or two have the import', async () => {
  const start = slug()
  const [links, visits] = [40, 12_345]
  const urls = Array.from(
    { length: links },
    (_, index) => `('${start}${index}','https://example.com/','','2020-01-01 00:00:00','',9)`,
  )
  const log = Array.from({ length: visits }, (_, index) => {
    const time = new Date(Date.UTC(2015, 0, 1) + index * 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
    return `(${index},'${time}','${start}${index % (links + 1)}','direct','curl/8.0','192.0.2.1','US')`
  })
  const text = `INSERT INTO yourls_log VALUES ${log.join()};\nINSERT INTO yourls_url VALUES ${urls.join()};\n`
  const { id } = (await upload(text, { source: 'yourls' })).json.data
  const now = new Date().toISOString()
  // One of 41 links was deleted, and the last visits are in the future.
  const isPast = (index: number) => new Date(Date.UTC(2015, 0, 1) + index * 8 * 3_600_000).toISOString() < now
  const expected = log.filter((_, index) => index % (links + 1) !== links && isPast(index)).length
  for (const inserts of [1, 2]) {
    await stores.sql`update imports set due_at = now() where id = ${id}`
    await runImport({ ...stores, ch: failAfter(inserts) }, id, new AbortController().signal)
    expect((await stores.sql`select state from imports where id = ${id}`)[0]?.['state']).toBe('running')
  }
  await Promise.all([1, 2].map(() => runImport(stores, id, new AbortController().signal)))
  expect(await work(id)).toMatchObject({
    status: 'completed',
    analysis: { visits: expected },
    result: { created: links, visits: expected },
  })
  expect(await stored()).toEqual([{ rows: expected, clicks: expected }])
  const counted = await stores.sql`
    select distinct clicks from link_counts join links on id = link_id where links.account_id = ${account.id}`
  expect(counted).toEqual([{ clicks: 9 }])
})

const urlRow = "('a','https://example.com/','','2020-01-01 00:00:00','',1)"

it.each([
  ['a dump that ends early', `INSERT INTO yourls_url VALUES ${urlRow},`, /is incomplete: it ends inside a statement/],
  [
    'a dump without its last line',
    `-- MySQL dump 10.13\n\nINSERT INTO yourls_url VALUES ${urlRow};\n`,
    /its last line \(-- Dump completed\) is missing/,
  ],
  ['a dump without links', "INSERT INTO wp_posts VALUES (1,'x');\n", /no links of YOURLS: .* such as yourls_url/],
  [
    'a dump of two installations',
    `INSERT INTO a_url VALUES ${urlRow};\nINSERT INTO b_url VALUES ${urlRow};\n`,
    /the links of two installations, in the tables a_url and b_url/,
  ],
  [
    'a row with a text that is not closed',
    `INSERT INTO yourls_url VALUES ${urlRow},('b','${'x'.repeat(300_000)}`,
    /row 2, in the table yourls_url, has more than 262,144 characters/,
  ],
])('%s fails, and creates nothing', async (_name, text, message) => {
  expect(await importFile(text, { source: 'yourls' })).toMatchObject({
    status: 'failed',
    error: expect.stringMatching(message),
    result: { created: 0 },
  })
  expect((await stores.sql`select from import_parts`).count).toBe(0)
  expect((await stores.sql`select from links where account_id = ${account.id}`).count).toBe(0)
})

it('refuses dumps of other sources, of SQLite, and with chosen columns at once', async () => {
  const text = await dump('yourls-mysqldump', slug())
  const refusal = async (file: string, fields: Record<string, string>) => {
    const { status, json } = await upload(file, fields)
    return [status, json.error.message]
  }
  expect(await refusal(text, { source: 'csv' })).toEqual([422, expect.stringMatching(/is an SQL dump\. Waymark reads/)])
  expect(await refusal(text, { source: 'yourls', mapping: '{"url": "url"}' })).toEqual([
    422,
    expect.stringMatching(/columns of a dump cannot be chosen/),
  ])
  expect(await refusal('PRAGMA foreign_keys=OFF;\nBEGIN TRANSACTION;\n', { source: 'kutt' })).toEqual([
    422,
    expect.stringMatching(/a text dump of SQLite\. Upload the file of the database/),
  ])
  expect((await stores.sql`select from imports where account_id = ${account.id}`).count).toBe(0)
})
