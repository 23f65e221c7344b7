import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { serve } from '../test/api/imports/services/serve.ts'
import { serveShlink } from '../test/api/imports/services/shlink.ts'
import { runImport } from '../workers/imports/run-import.ts'
import { runVerification } from '../workers/imports/run-verification.ts'
import { stores, useCommandLine, waymark } from './command-line.fixture.ts'

useCommandLine()

const pollMs = 100
let polling: NodeJS.Timeout
beforeAll(() => {
  const local = { ...stores, config: { ...stores.config, IMPORT_ALLOW_PRIVATE: true } }
  // What the workers do.
  polling = setInterval(() => {
    void stores.sql<{ id: string }[]>`select id from imports where due_at <= now()`
      .then((due) => Promise.all(due.map(({ id }) => runImport(local, id, new AbortController().signal))))
      .then(() => stores.sql<{ id: string }[]>`select import_id as id from import_verifications where due_at <= now()`)
      .then((due) => Promise.all(due.map(({ id }) => runVerification(local, id, new AbortController().signal))))
      .catch(() => undefined)
  }, pollMs)
})
afterAll(() => clearInterval(polling))

async function fileOf(text: string): Promise<string> {
  const path = join(stores.config.DATA_DIR, 'links.csv')
  await writeFile(path, text)
  return path
}
const countLinks = async () => (await stores.sql`select from links`).count

it('waymark import analyzes a file, then imports it, and prints a report', async () => {
  const file = await fileOf(
    'Long,Key,Hits\nhttps://example.com/a,cli-a,12\nhttps://example.com/b,cli-b,0\nnonsense,x,1\n',
  )
  const args = ['import', 'csv', '--file', file, '--map', 'url=Long', 'clicks=Hits', '--tags', 'moved']
  const dry = await waymark([...args, '--dry-run'])
  expect([dry.status, dry.stdout]).toEqual([
    0,
    'Found: 3\nInvalid: 1\nSlug taken: 0\nImported before: 0\nNothing was created. Run the command without --dry-run to import the links.\n',
  ])
  expect([await countLinks(), (await stores.sql`select from imports`).count]).toEqual([0, 0])
  const done = await waymark(args)
  expect([done.status, done.stdout]).toEqual([0, 'Created: 2\nRenamed: 0\nOverwritten: 0\nSkipped: 0\nFailed: 1\n'])
  expect(await stores.sql`select code, tags, clicks from links join link_counts on link_id = id order by code`).toEqual(
    [
      { code: 'cli-a', tags: ['moved'], clicks: 12 },
      { code: 'cli-b', tags: ['moved'], clicks: 0 },
    ],
  )
  const again = await waymark([...args, '--json'])
  expect(JSON.parse(again.stdout)).toMatchObject({ status: 'completed', result: { created: 0, skipped: 2 } })
})

it.each([
  [['csv'], /Add --file with a file of links, or --token-file/],
  [['csv', '--token-file', '/dev/null'], /Waymark cannot read the API of csv/],
  [['shlink', '--token-file', '/dev/null'], /Add --url with the URL of your installation/],
  [['shlink', '--token-file', '/dev/null', '--url', 'https://s.example.com'], /must contain only the token/],
  [['shlink', '--token-file', '/dev/null', '--url', 'http://s.example.com'], /--url: Must use https/],
  [['kutt', '--token-file', '/nowhere'], /ENOENT/],
  [['kutt', '--token-file', '/dev/null', '--file', '/dev/null'], /either --file or --token-file/],
  [['kutt', '--token-file', '/dev/null', '--map', 'url=a'], /--map requires --file/],
  [['kutt', '--file', '/dev/null', '--url', 'https://kutt.example.com'], /--url requires --token-file/],
  [['elsewhere', '--file', '/dev/null'], /^waymark: `source` must be one of csv, /],
  [['csv', '--file', '/nowhere.csv'], /ENOENT/],
  [['csv', '--file', '/dev/null'], /The file is empty\./],
  [['csv', '--file', '/dev/null', '--conflict', 'ask'], /`conflict` must be one of skip, /],
  [['csv', '--file', '/dev/null', '--map', 'url'], /must have the form field=column/],
])('rejects %j with one sentence, and imports nothing', async (args, sentence) => {
  const before = await countLinks()
  const { status, stdout, stderr } = await waymark(['import', ...args])
  expect([status, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(sentence)
  expect(stderr.trim().split('\n')).toHaveLength(1)
  expect(await countLinks()).toBe(before)
})

it('waymark import reads the API of a service with a token from a file', async () => {
  const service = await serveShlink([{ shortCode: 'cli-api-a', nonBots: 4 }, { shortCode: 'cli-api-b' }])
  const tokenFile = join(stores.config.DATA_DIR, 'token')
  await writeFile(tokenFile, 'token-of-the-service\n')
  const args = ['import', 'shlink', '--url', service.url, '--token-file', tokenFile]
  const settings = { IMPORT_ALLOW_PRIVATE: 'true' }
  const dry = await waymark([...args, '--dry-run'], settings)
  expect([dry.status, dry.stdout]).toEqual([0, expect.stringMatching(/^Found: 2\nInvalid: 0\n/)])
  const done = await waymark(args, settings)
  expect([done.status, done.stdout]).toEqual([0, expect.stringMatching(/^Created: 2\n/)])
  await writeFile(tokenFile, 'another')
  const refused = await waymark(args, settings)
  expect([refused.status, refused.stdout]).toEqual([1, expect.stringMatching(/^Shlink rejected the token\./)])
})

it('waymark import verify lists the links that differ from their source', async () => {
  const old = await serve(
    () => true,
    {},
    ({ url }) => ({ status: 302, headers: { location: `https://example.com${url.pathname}` } }),
  )
  const rows = ['same', 'other'].map(
    (path) => `https://example.com/cli-${path},${old.url}/cli-${path === 'same' ? 'same' : 'moved'}`,
  )
  const done = await waymark(['import', 'csv', '--json', '--file', await fileOf(`url,short url\n${rows.join('\n')}\n`)])
  const { id } = JSON.parse(done.stdout)
  const { host } = new URL(old.url)
  const verified = await waymark(['import', 'verify', id, '--hosts', host, '--per-second', '20'])
  expect([verified.status, verified.stdout]).toEqual([
    1,
    `${old.url}/cli-moved: 302 https://example.com/cli-moved, here 302 https://example.com/cli-other\n`,
  ])
  expect(verified.stderr).toContain('Links compared: 2. Different: 1.')
  const refused = await waymark(['import', 'verify', '00000000-0000-7000-8000-000000000000', '--hosts', host])
  expect([refused.status, refused.stderr]).toEqual([1, 'waymark: Import not found in this account.\n'])
})

it('a broken file fails with its row', async () => {
  const { status, stdout } = await waymark([
    'import',
    'csv',
    '--file',
    await fileOf('url,title\nhttps://example.com/,"x\n'),
  ])
  expect([status, stdout]).toEqual([
    1,
    'A quotation mark in row 2 is not closed.\nCreated: 0\nRenamed: 0\nOverwritten: 0\nSkipped: 0\nFailed: 0\n',
  ])
})
