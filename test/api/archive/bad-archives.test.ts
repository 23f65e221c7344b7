import { gzipSync } from 'node:zlib'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { writeHeader } from '#core/archive/tar-blocks.ts'
import type { PackedFile } from '#core/archive/unpack.ts'
import { uuidv7 } from '#runtime/uuid.ts'
import { createAccount } from '../../factories/account.ts'
import { storeClicks } from '../../factories/clicks.ts'
import { createMember } from '../../factories/member.ts'
import { exportArchive, importArchiveInto, runArchive, uploadArchive } from '../support/archives.ts'
import { editArchive, filesOf, pack } from '../support/edit-archive.ts'
import type { Installation } from '../support/full-account.ts'
import { account, api, key, keyOf, stores, useApi, useDrawing, useOneAccount } from '../support/use-api.ts'

useApi({ RATE_LIMIT_FACTOR: '0', WEBHOOK_ALLOW_PRIVATE: 'true' })
useOneAccount('enterprise')
useDrawing()

let archive: Buffer
let files: PackedFile[]
let target: Installation
let link: string
beforeAll(async () => {
  const made = await api.request('POST', '/short-urls', {
    key,
    body: { url: 'https://example.com/', custom_alias: 'own' },
  })
  link = made.json.data.id
  await api.request('POST', '/campaigns', { key, body: { name: 'Spring' } })
  await api.request('POST', '/url-ab-tests', {
    key,
    body: {
      name: 'Test',
      primary_url_id: link,
      variants: [{ destination_url: 'https://example.com/a' }, { destination_url: 'https://example.com/b' }],
    },
  })
  await storeClicks(stores.ch, [
    { account_id: account.id, link_id: link, at: '2026-03-01T12:00:00Z' },
    { account_id: account.id, link_id: link, at: '2026-04-01T12:00:00Z' },
  ])
  archive = await exportArchive({ api, key })
  files = await filesOf(archive)
})
beforeEach(async () => {
  const made = await createAccount(stores.sql)
  target = { api, stores, account: made, key: await keyOf(made) }
})

const tables = ['links', 'campaigns', 'ab_tests', 'conversions', 'domains', 'qr_codes', 'webhooks', 'tags'] as const

/** Rows of an account, by table. */
async function holdings({ id }: { id: string }) {
  const counts = []
  for (const table of tables)
    counts.push(
      (await stores.sql`select to_jsonb(t) as row from ${stores.sql(table)} t where account_id = ${id} order by 1`)
        .length,
    )
  return counts
}

async function expectNothing() {
  expect(await holdings(target.account)).toEqual(tables.map(() => 0))
  const [left] = await stores.sql`
    select count(*) as count from import_parts join imports on imports.id = import_id where account_id = ${target.account.id}`
  expect(left).toEqual({ count: 0 })
}

const textFile = (name: string, text: string): PackedFile => ({ name, content: Buffer.from(text) })
const replaced = (name: string, content: (text: string) => string) =>
  pack(files.map((file) => (file.name === name ? textFile(name, content(file.content.toString())) : file)))

describe('an upload that is no archive is refused at once', () => {
  const notOurs = /not an archive of Waymark/
  it.each<[string, () => Buffer, RegExp]>([
    ['an empty file', () => Buffer.alloc(0), notOurs],
    ['a CSV file', () => Buffer.from('url,slug\nhttps://example.com/,a\n'), notOurs],
    ['a gzip file', () => gzipSync('hello '.repeat(1_000)), notOurs],
    ['another tar file', () => pack([textFile('readme.txt', 'hello')]), notOurs],
    ['a file outside of the folder', () => pack([textFile('../../etc/passwd', 'root')]), notOurs],
    [
      'an archive of a newer version',
      () => replaced('waymark.json', (text) => text.replace('"format": 2', '"format": 3')),
      /newer version of Waymark/,
    ],
  ])('%s', async (_, make, message) => {
    const { status, json } = await uploadArchive(target, make())
    expect([status, json.error.code]).toEqual([422, 'VALIDATION_ERROR'])
    expect(json.error.message).toMatch(message)
    expect((await stores.sql`select from imports where account_id = ${target.account.id}`).count).toBe(0)
  })

  it('and so are columns and tags', async () => {
    expect((await uploadArchive(target, archive, { tags: 'new' })).json.error.message).toMatch(/keep their tags/)
    expect((await uploadArchive(target, archive, { mapping: '{"url":"x"}' })).json.error.message).toMatch(/no columns/)
  })
})

/** A tar file of this many empty files after a valid head. */
const emptyFiles = (count: number) => {
  const head = files[0]?.content ?? Buffer.alloc(0)
  const header = writeHeader({ name: 'links-000001.ndjson', bytes: 0 }, new Date())
  const start = Buffer.concat([
    writeHeader({ name: 'waymark.json', bytes: head.length }, new Date()),
    head,
    Buffer.alloc((512 - (head.length % 512)) % 512),
  ])
  return gzipSync(Buffer.concat([start, ...Array.from({ length: count }, () => header)]))
}

/** Unpacks to 33 MB. */
const bomb = () => {
  const rows =
    `${JSON.stringify({ name: 'a'.repeat(200), color: 'red', created_at: '2026-01-01T00:00:00Z' })}\n`.repeat(250)
  const head = textFile('waymark.json', files[0]?.content.toString() ?? '')
  const many = Array.from({ length: 500 }, (_, index) =>
    textFile(`tags-${String(index + 1).padStart(6, '0')}.ndjson`, rows),
  )
  return pack([head, ...many])
}

describe('a damaged archive changes nothing', () => {
  const clicks = () => files.find(({ name }) => name.startsWith('clicks'))?.name ?? ''
  it.each<[string, () => Buffer, RegExp]>([
    [
      'the second half is missing',
      () => archive.subarray(0, Math.floor(archive.length / 2)),
      /end is missing|cannot be unpacked/,
    ],
    ['the manifest is missing', () => pack(files.slice(0, -1)), /manifest is missing/],
    ['a file is missing', () => pack(files.filter(({ name }) => !name.startsWith('campaigns'))), /manifest/],
    [
      'a file has changed',
      () => replaced('links-000001.ndjson', (text) => text.replace('example.com', 'example.org')),
      /links-000001.ndjson has changed/,
    ],
    [
      'the order has changed',
      () => pack([files[0], ...files.slice(1, -1).reverse(), files.at(-1)] as PackedFile[]),
      /unexpected file/,
    ],
    [
      'the manifest lies about counts',
      () => replaced('manifest.json', (text) => text.replace('"links":1', '"links":2')),
      /other counts/,
    ],
    ['a row is not JSON', () => replaced('links-000001.ndjson', () => '{"id"\n'), /row 1 of links-000001.ndjson/],
    [
      'a click has an unknown field',
      () => replaced(clicks(), (text) => text.replace('{"click_id"', '{"ip":"1","click_id"')),
      /unknown field ip/,
    ],
    [
      'clicks are in the future',
      () => replaced(clicks(), (text) => text.replace(/"clicked_at":\d+/, '"clicked_at":9999999999999')),
      /invalid clicked_at/,
    ],
    [
      'a file is outside of the folder',
      () => pack([...files.slice(0, 2), textFile('../x', 'y'), ...files.slice(2)]),
      /other than plain files/,
    ],
    [
      'a file follows the manifest',
      () => pack([...files, textFile('webhooks-000001.ndjson', '{}\n')]),
      /follows the manifest/,
    ],
    ['a hundred thousand empty files', () => emptyFiles(100_000), /incomplete/],
    ['it unpacks to far more than an account takes', bomb, /far more/],
  ])('%s', async (_, make, message) => {
    const { status, json } = await uploadArchive(target, make())
    expect(status).toBe(202)
    await runArchive(target, json.data.id)
    const record = (await api.request('GET', `/imports/${json.data.id}`, { key: target.key })).json.data
    expect(record.status).toBe('failed')
    expect(record.error).toMatch(message)
    await expectNothing()
  })

  it.each<[string, (kind: string, row: Record<string, unknown>) => unknown, RegExp]>([
    [
      'a destination is a script',
      (kind, row) => (kind === 'links' ? { ...row, url: 'javascript:alert(1)' } : row),
      /url/,
    ],
    [
      'a password hash is expensive',
      (kind, row) =>
        kind === 'links'
          ? { ...row, password_hash: `$argon2id$v=19$m=4000000,t=99,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}` }
          : row,
      /password_hash/,
    ],
    [
      'the id of a link is a UUID of no RFC',
      (kind, row) => (kind === 'links' ? { ...row, id: '11111111-2222-0000-0000-333333333333' } : row),
      /links-000001.*id/,
    ],
    [
      'the id of a click is a UUID of no RFC',
      (kind, row) => (kind === 'clicks' ? { ...row, click_id: '11111111-2222-0000-0000-333333333333' } : row),
      /invalid click_id/,
    ],
    [
      'a click has no id',
      (kind, row) => (kind === 'clicks' ? { ...row, click_id: '00000000-0000-0000-0000-000000000000' } : row),
      /invalid click_id/,
    ],
    ['a column is unknown', (kind, row) => (kind === 'links' ? { ...row, account_id: uuidv7() } : row), /links-000001/],
  ])('%s, although its manifest fits', async (_, edit, message) => {
    const { json } = await uploadArchive(target, await editArchive(archive, edit))
    await runArchive(target, json.data.id)
    const record = (await api.request('GET', `/imports/${json.data.id}`, { key: target.key })).json.data
    expect(record).toMatchObject({ status: 'failed', error: expect.stringMatching(message) })
    await expectNothing()
  })
})

describe('an archive that was edited to name objects of another account', () => {
  const snapshot = async () => {
    const shown = []
    for (const table of tables)
      shown.push(
        await stores.sql`select to_jsonb(t) as row from ${stores.sql(table)} t where account_id = ${account.id} order by 1`,
      )
    return shown
  }
  const countClicks = async (id: string) =>
    (await api.request('GET', `/short-urls/${id}`, { key })).json.data.actual_clicks

  it('does not touch them, whatever happens to taken slugs', async () => {
    const before = [await snapshot(), await countClicks(link)]
    for (const conflict of ['skip', 'rename', 'overwrite']) {
      const made = await createAccount(stores.sql)
      const stranger = { api, stores, account: made, key: await keyOf(made) }
      const edited = await editArchive(archive, (kind, row) =>
        kind === 'links' ? { ...row, url: 'https://evil.example/', name: 'Taken over' } : row,
      )
      const record = await importArchiveInto(stranger, edited, { conflict })
      expect(record.status).toBe('completed')
      expect([await snapshot(), await countClicks(link)]).toEqual(before)
      const own = await stores.sql`select id from links where account_id = ${made.id}`
      expect(own.map(({ id }) => id)).not.toContain(link)
      expect(own).toHaveLength(conflict === 'rename' ? 1 : 0)
    }
  })

  it('cannot hang a test, a conversion or clicks on them', async () => {
    const before = [await snapshot(), await countClicks(link)]
    const edited = await editArchive(archive, (kind, row) => {
      // Its link is missing in the archive, and another account has it.
      if (kind === 'links') return { ...row, id: uuidv7(), code: 'renamed' }
      return kind === 'ab_tests' ? { ...row, status: 'completed' } : row
    })
    const record = await importArchiveInto(target, edited)
    expect(record.status).toBe('completed')
    expect(record.contents.clicks).toEqual({ found: 2, imported: 0 })
    const tests = await stores.sql`select link_id from ab_tests where account_id = ${target.account.id}`
    expect(tests.map(({ link_id }) => link_id)).not.toContain(link)
    expect([await snapshot(), await countClicks(link)]).toEqual(before)
  })
})

describe('who may import an archive', () => {
  it('an editor may not', async () => {
    const editor = await createMember(stores.sql, target.account, 'editor')
    await stores.sql`update api_keys set created_by = ${editor.id} where account_id = ${target.account.id}`
    const { status, json } = await uploadArchive(target, archive)
    expect([status, json.error.message]).toEqual([403, 'Only owners and admins can import an archive.'])
  })
})

describe('a dry run', () => {
  it('finds taken slugs and creates nothing until it is resumed', async () => {
    const record = await importArchiveInto(target, archive, { dry_run: 'true' })
    expect(record).toMatchObject({ status: 'ready', analysis: { found: 3, conflicts: 1, already_imported: 0 } })
    expect(await holdings(target.account)).toEqual(tables.map(() => 0))
    await api.request('POST', `/imports/${record.id}/resume`, { key: target.key, body: { conflict: 'rename' } })
    await runArchive(target, record.id)
    const done = (await api.request('GET', `/imports/${record.id}`, { key: target.key })).json.data
    expect(done).toMatchObject({ status: 'completed', result: { created: 2, renamed: 1, skipped: 0, failed: 0 } })
    expect(done.contents.clicks).toEqual({ found: 2, imported: 2 })
  })
})

it('an archive cannot make a link end before it starts', async () => {
  const period = async () => {
    const { data } = (await api.request('GET', `/short-urls/${link}`, { key })).json
    return [data.starts_at, data.expires_at]
  }
  const before = await period()
  const edited = await editArchive(archive, (kind, row) =>
    kind === 'links' ? { ...row, starts_at: '2040-01-01T00:00:00Z', expires_at: '2035-01-01T00:00:00Z' } : row,
  )
  const record = await importArchiveInto({ api, stores, account, key }, edited, { conflict: 'overwrite' })
  expect(record.result).toMatchObject({ overwritten: 0, failed: 1 })
  expect(await period()).toEqual(before)
})
