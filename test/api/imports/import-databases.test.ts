import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { databaseOf } from '../../factories/sqlite-database.ts'
import { importFile, itemsOf, upload } from '../support/imports.ts'
import { account, get, stores, useShortUrls } from '../support/short-urls.ts'
import { addDomain } from './services/links.ts'

useShortUrls()

let made = 0
const slug = () => `base${made++}`
const read = async (code: string) => (await get(`/short-urls/${code}`)).json.data
const fixture = async (name: string, start: string) =>
  (await readFile(new URL(`dumps/${name}.xml`, import.meta.url), 'utf8')).replaceAll('SLUG', start)

const domains = `create table domains (
  id integer not null primary key autoincrement, banned boolean not null default '0', address varchar(255) not null)`
const links = `create table links (
  id integer not null primary key autoincrement, address varchar(255) not null, description varchar(255),
  banned boolean not null default '0', domain_id integer, password varchar(255), expire_in datetime,
  target varchar(2097152) not null, user_id integer, visit_count integer not null default '0', uuid char(36),
  created_at datetime not null default CURRENT_TIMESTAMP, updated_at datetime)`
const insert = (values: string) =>
  `insert into links (address, target, description, banned, domain_id, password, expire_in, visit_count, created_at) values ${values}`

it('imports the links of a database of Kutt, compressed or not', async () => {
  const [start, host] = [slug(), await addDomain()]
  const file = await databaseOf(
    domains,
    links,
    `insert into domains (id, address) values (7, '${host}')`,
    insert(
      `('${start}-one', 'https://example.com/one', 'it''s über', 0, null, null, '2999-01-01 00:00:00', 12, '2022-05-06 07:08:09'),
      ('${start}-two', 'https://example.com/two', null, 1, 7, null, null, 0, '2022-05-07 00:00:00'),
      ('${start}-secret', 'https://example.com/secret', null, 0, null, '$2b$12$abcdefghijklmnopqrstuu', null, 3, '2022-05-07 00:00:00')`,
    ),
    'create table visits (id integer primary key, link_id integer, total integer)',
    'insert into visits values (1, 1, 12)',
  )
  const record = await importFile(gzipSync(file), { source: 'kutt' })
  expect(record).toMatchObject({
    status: 'completed',
    error: null,
    analysis: {
      found: 3,
      columns: { slug: 'address', url: 'target', clicks: 'visit_count' },
      unused_columns: ['id', 'user_id', 'uuid', 'updated_at'],
      notes: [
        { code: 'password_removed', links: 1 },
        { code: 'link_banned', links: 1 },
      ],
    },
    result: { created: 3 },
  })
  expect(await read(`${start}-one`)).toMatchObject({
    original_url: 'https://example.com/one',
    description: "it's über",
    created_at: '2022-05-06T07:08:09.000Z',
    expires_at: '2999-01-01T00:00:00.000Z',
    stored_clicks: 12,
  })
  const short = (await itemsOf(record.id, 'created')).map(({ short_url }) => short_url)
  expect(short).toContain(`http://${host}/${start}-two`)
  expect(await importFile(file, { source: 'kutt' })).toMatchObject({ result: { created: 0, skipped: 3 } })
  expect(await readdir(join(stores.config.DATA_DIR, 'uploads'))).toEqual([])
})

it('reads all pages of a database, in WAL mode too', async () => {
  const start = slug()
  const file = await databaseOf(
    links,
    `with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 2500)
    insert into links (address, target) select '${start}-' || n, 'https://example.com/' || n from numbers`,
    'delete from links where id % 5 = 0',
    `insert into links (id, address, target) values (-9, '${start}-first', 'https://example.com/first')`,
  )
  file.fill(2, 18, 20)
  const record = await importFile(file, { source: 'kutt' })
  expect(record).toMatchObject({ status: 'completed', analysis: { found: 2_001 }, result: { created: 2_001 } })
  expect(await read(`${start}-2499`)).toMatchObject({ original_url: 'https://example.com/2499' })
})

const damaged = /^The SQLite database is damaged or cannot be read/
const noLinks = /^The dump has no links of Kutt/
const many = `insert into links (address, target)
  select 'bad-' || value, 'https://example.com/' || hex(randomblob(200)) from generated`

it.each<[string, () => Promise<Buffer>, RegExp]>([
  ['without links', () => databaseOf('create table links (a)', "insert into links values ('x')"), noLinks],
  ['with an empty table', () => databaseOf(links), noLinks],
  [
    'with a view instead of a table',
    () => databaseOf("create view links as select 'a' as address, 'https://example.com/' as target"),
    noLinks,
  ],
  [
    'with a column that computes its values',
    () =>
      databaseOf(
        'create table links (address, target as (hex(zeroblob(100000000))) virtual)',
        "insert into links (address) values ('a')",
      ),
    noLinks,
  ],
  [
    'with a column that hides the numbers of its rows',
    () => databaseOf('create table links (address, target, rowid)', "insert into links values ('a', 'b', 'c')"),
    noLinks,
  ],
  ['that is cut', async () => (await filled()).subarray(0, 40_000), damaged],
  [
    'that is only a header',
    async () => Buffer.concat([(await filled()).subarray(0, 100), randomBytes(50_000)]),
    damaged,
  ],
  [
    'with a random page',
    async () => {
      const file = await filled()
      randomBytes(4_096).copy(file, 3 * 4_096)
      return file
    },
    damaged,
  ],
])('a database %s fails, and creates nothing', async (_name, make, message) => {
  expect(await importFile(await make(), { source: 'kutt' })).toMatchObject({
    status: 'failed',
    error: expect.stringMatching(message),
    result: { created: 0 },
  })
  expect((await stores.sql`select from import_parts`).count).toBe(0)
  expect((await stores.sql`select from links where account_id = ${account.id}`).count).toBe(0)
  expect(await readdir(join(stores.config.DATA_DIR, 'uploads'))).toEqual([])
})

const filled = () =>
  databaseOf(
    links,
    `with recursive generated (value) as (select 1 union all select value + 1 from generated where value < 400) ${many}`,
  )

it('leaves out a destination of megabytes, and imports the others', async () => {
  const start = slug()
  const file = await databaseOf(
    links,
    `insert into links (address, target) values
      ('${start}-long', 'https://example.com/' || hex(zeroblob(2000000))), ('${start}-short', 'https://example.com/')`,
  )
  const record = await importFile(file, { source: 'kutt' })
  expect(record).toMatchObject({ analysis: { found: 2, invalid: 1 }, result: { created: 1, failed: 1 } })
})

it('refuses databases of other sources at once', async () => {
  const { status, json } = await upload(await databaseOf(links), { source: 'yourls' })
  expect([status, json.error.message]).toEqual([422, expect.stringMatching(/is an SQLite database/)])
})

it('reads XML of phpMyAdmin and mysqldump, and the feed of the plugin for exports', async () => {
  const [one, two, three, host] = [slug(), slug(), slug(), await addDomain()]
  const admin = await importFile(await fixture('yourls-phpmyadmin', one), { source: 'yourls' })
  expect(admin).toMatchObject({ analysis: { found: 2, visits: 1 }, result: { created: 2, visits: 1 } })
  expect(await read(`${one}-one`)).toMatchObject({
    original_url: 'https://example.com/one?a=1&b=2',
    name: '<Title> überall',
    stored_clicks: 5,
    created_at: '2022-02-03T04:05:06.000Z',
  })
  expect(await read(`${one}-two`)).toMatchObject({ name: null })
  const dumped = await importFile(await fixture('yourls-mysqldump', two), { source: 'yourls' })
  expect(dumped).toMatchObject({ analysis: { found: 1, unused_columns: ['ip'] }, result: { created: 1 } })
  const feed = await importFile((await fixture('yourls-feed', three)).replaceAll('HOST', host), { source: 'yourls' })
  expect(feed).toMatchObject({ analysis: { found: 2, visits: 0 }, result: { created: 2 } })
  expect((await itemsOf(feed.id, 'created')).map(({ short_url }) => short_url)).toEqual([
    `http://${host}/${three}-one`,
    `http://${stores.config.BASE_DOMAIN}/${three}-two`,
  ])
  expect(await read(`${three}-two`)).toMatchObject({ original_url: 'https://example.com/two' })
})

const row =
  '<table name="yourls_url"><column name="keyword">a</column><column name="url">https://example.com/</column></table>'

it.each([
  ['that ends early', `<?xml version="1.0"?><database>${row}`, /^The XML file is broken: .*unclosed tag/],
  ['without links', '<?xml version="1.0"?><database></database>', /no links of YOURLS/],
  [
    'with entities that contain each other',
    `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "${'x'.repeat(99)}"><!ENTITY c "&b;&b;">]><database>${row.replace('>a<', '>&c;<')}</database>`,
    /^The XML file is broken: .*entity/,
  ],
  [
    'with an endless text',
    `<?xml version="1.0"?><database>${row.replace('>a<', `>${'x'.repeat(3_000_000)}<`)}</database>`,
    /a value with more than 262,144 characters/,
  ],
])('an XML file %s fails, and creates nothing', async (_name, text, message) => {
  expect(await importFile(text, { source: 'yourls' })).toMatchObject({
    status: 'failed',
    error: expect.stringMatching(message),
    result: { created: 0 },
  })
  expect((await stores.sql`select from links where account_id = ${account.id}`).count).toBe(0)
})
