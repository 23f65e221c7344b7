import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { createKey } from '../../factories/key.ts'
import { eventually } from '../../stack/eventually.ts'
import { importFile, itemsOf, upload, work } from '../support/imports.ts'
import { useShortUrls } from '../support/short-urls.ts'
import { account, api, key, stores } from '../support/use-api.ts'

useShortUrls()

const rowsOf = async (table: string) =>
  (await stores.sql`select from ${stores.sql(table)} where account_id = ${account.id}`).count
const good = 'url,slug,title\nhttps://example.com/é,'

/** 50 MB in 50 KB. */
const bomb = gzipSync(Buffer.alloc(50 * 1024 * 1024))

it.each([
  ['an empty file', '', 'The file is empty.'],
  ['a ZIP archive', Buffer.from('PK\u0003\u0004rest'), /is a ZIP archive or an Excel workbook\. Extract it/],
  ['a compressed bomb', bomb, /gzip file unpacks to more than 1 GB, or to far more than a file of links/],
  ['a damaged gzip file', bomb.subarray(0, 5_000), /gzip file is damaged or incomplete/],
  ['a file that was compressed twice', gzipSync(gzipSync('url\n')), /is compressed twice\. Extract it/],
  ['garbage', Buffer.from(Array.from({ length: 5_000 }, (_, index) => (index * 7) % 251)), /is not a text file/],
  ['a database', Buffer.from('SQLite format 3\u0000'), /is an SQLite database/],
  ['no destinations', 'a,b\n1,2\n', /No column contains the destinations\..* The columns are: a, b\./],
  ['an empty header', ',,\nx,y,z\n', /has no header row/],
  ['too many columns', Array.from({ length: 300 }, (_, index) => `c${index}`).join(), /has 300 columns/],
  [
    'a quotation mark in the header that is not closed',
    'url,"title\nhttps://example.com/,x\n',
    /header row cannot be read/,
  ],
])('%s is refused at once', async (_name, file, message) => {
  const { status, json } = await upload(file)
  expect([status, json.error.code]).toEqual([422, 'VALIDATION_ERROR'])
  expect(json.error.details.errors[0]).toMatchObject({ field: 'file', message: expect.stringMatching(message) })
  expect(await rowsOf('imports')).toBe(0)
})

it.each([
  [{ mapping: '{"url": "Nowhere"}' }, 422, /has no column “Nowhere”/],
  [{ mapping: '{"nowhere": "url"}' }, 400, /nowhere/],
  [{ mapping: 'no JSON' }, 400, /mapping/],
  [{ source: 'elsewhere' }, 422, /must be one of csv/],
  [{ conflict: 'ask' }, 422, /conflict/],
  [{ dry_run: 'perhaps' }, 400, /dry_run/],
  [{ unknown: 'x' }, 400, /unknown/],
  [{ url_type: 'branded' }, 400, /branded_domain/],
])('the fields %j are refused', async (fields, status, message) => {
  const answer = await upload(`${good}x,y\n`, fields)
  expect([answer.status, answer.json.error.message]).toEqual([status, expect.stringMatching(message)])
  expect(await rowsOf('imports')).toBe(0)
})

it('a file that is too large is refused before it arrives, with a way for archives, which cannot be split', async () => {
  const headers = {
    authorization: `Bearer ${key}`,
    'content-type': 'multipart/form-data; boundary=b',
    'content-length': 300 * 1024 ** 2,
  }
  const request = httpRequest(`${api.url}/api/v1/imports`, { method: 'POST', headers })
  // The API may close the connection, whose request never ends.
  request.on('error', () => undefined)
  request.flushHeaders()
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  expect([response.statusCode, JSON.parse(await text(response)).error]).toMatchObject([
    413,
    { code: 'PAYLOAD_TOO_LARGE', message: expect.stringMatching(/Split it.*`waymark import waymark --file FILE/) },
  ])
  request.destroy()
  expect(await rowsOf('imports')).toBe(0)
})

it('needs a form with one file', async () => {
  const headers = { authorization: `Bearer ${key}` }
  const send = async (body: FormData | string, more = {}) => {
    const response = await fetch(`${api.url}/api/v1/imports`, {
      method: 'POST',
      headers: { ...headers, ...more },
      body,
    })
    return response.status
  }
  const form = new FormData()
  form.append('source', 'csv')
  expect(await send(form)).toBe(400)
  form.append('file', new Blob(['x']))
  form.append('file', new Blob(['y']))
  expect(await send(form)).toBe(400)
  const twice = new FormData()
  for (const conflict of ['skip', 'rename']) twice.append('conflict', conflict)
  twice.append('file', new Blob(['x']))
  expect(await send(twice)).toBe(400)
  const asText = new FormData()
  asText.append('file', 'x')
  asText.append('file', new Blob(['']))
  expect(await send(asText)).toBe(400)
  const elsewhere = new FormData()
  elsewhere.append('other', new Blob(['x'.repeat(100_000)]))
  expect(await send(elsewhere)).toBe(400)
  expect(await send('{"source": "csv", "file": {"name": "x"}}', { 'content-type': 'application/json' })).toBe(400)
  expect(await send('source=csv', { 'content-type': 'multipart/form-data' })).toBe(400)
  expect(await rowsOf('imports')).toBe(0)
})

it('a file that arrives after its key was revoked is not imported', async () => {
  const { key: ending, id } = await createKey(stores.sql, account)
  const [start, end] = ['--b\r\ncontent-disposition: form-data; name="', '\r\n--b--\r\n']
  const body = new ReadableStream<Uint8Array>({
    async start(sending) {
      const send = (text: string) => sending.enqueue(Buffer.from(text))
      send(`${start}source"\r\n\r\ncsv\r\n${start}file"; filename="links.csv"\r\n\r\nurl\n`)
      const isAdmitted = () => stores.sql`select from api_keys where id = ${id} and last_used_at is not null`
      await eventually(async () => expect(await isAdmitted()).toHaveLength(1))
      await stores.sql`update api_keys set revoked_at = now() where id = ${id}`
      send(`https://example.com/${end}`)
      sending.close()
    },
  })
  const headers = { authorization: `Bearer ${ending}`, 'content-type': 'multipart/form-data; boundary=b' }
  const sent: RequestInit & { duplex: 'half' } = { method: 'POST', headers, body, duplex: 'half' }
  const response = await fetch(`${api.url}/api/v1/imports`, sent)
  expect([response.status, await response.text()]).toEqual([401, expect.stringContaining('INVALID_API_KEY')])
  expect(await rowsOf('imports')).toBe(0)
})

it('a file that is broken in the middle fails with its line, and creates nothing', async () => {
  const many = Array.from({ length: 1_000 }, (_, index) => `https://example.com/${index},broken-${index},x`).join('\n')
  const record = await importFile(
    `url,slug,title\n${many}\nhttps://example.com/,last,"never closed\n${many}\n${'x'.repeat(200_000)}`,
  )
  expect(record).toMatchObject({
    status: 'failed',
    error: expect.stringMatching(/a quotation mark in row 1002 is not closed/),
  })
  const unclosed = await importFile(`url,slug,title\n${many}\nhttps://example.com/,last,"never closed\n`)
  expect(unclosed).toMatchObject({
    status: 'failed',
    error: expect.stringMatching(/^A quotation mark in row 1002 is not closed/),
  })
  expect(await rowsOf('links')).toBe(0)
  expect((await stores.sql`select from import_parts`).count).toBe(0)
})

it('reads UTF-8 with a mark, UTF-16, and Windows-1252, with any usual delimiter', async () => {
  const text = (slug: string) => `URL;Slug;Title\nhttps://example.com/;${slug};Café – “neu”\n`
  const utf16 = Buffer.from(`\ufeff${text('enc-a')}`, 'utf16le')
  const files = [
    utf16,
    Buffer.from(utf16).swap16(),
    Buffer.from(text('enc-a').replaceAll(';', '\t'), 'utf16le'),
    Buffer.from(`\ufeff${text('enc-b').replaceAll(';', '\t')}`),
    Buffer.from(text('enc-c').replace('“', '\x93').replace('”', '\x94').replace('–', '\x96'), 'latin1'),
  ]
  const found = []
  for (const [index, file] of files.entries()) {
    const record = await importFile(file, { conflict: 'rename', source: 'csv' })
    const [item] = await itemsOf(record.id)
    const [link] = await stores.sql<{ name: string }[]>`
      select name from links where account_id = ${account.id} order by id desc limit 1`
    found.push([
      index,
      record.analysis.encoding,
      record.result.created + record.result.skipped,
      item?.outcome !== undefined && link?.name,
    ])
  }
  expect(found.map(([, encoding]) => encoding)).toEqual(['utf-16le', 'utf-16be', 'utf-16le', 'utf-8', 'windows-1252'])
  expect(new Set(found.map(([, , , name]) => name))).toEqual(new Set(['Café – “neu”']))
})

it('reports rows with more columns than the header, and imports the others', async () => {
  const record = await importFile(
    'url,title\nhttps://example.com/,a,b\nhttps://example.com/,c,\nhttps://example.com/\n',
  )
  expect(record).toMatchObject({ result: { created: 2, failed: 1 } })
  expect(await itemsOf(record.id, 'invalid')).toMatchObject([
    { position: 2, message: expect.stringMatching(/more columns/) },
  ])
})

it('refuses destinations here, which would be loops, and an account with many unfinished imports', async () => {
  const loop = await importFile(`url\nhttp://${stores.config.BASE_DOMAIN}/x\n`)
  expect(loop).toMatchObject({ status: 'completed', result: { created: 0, failed: 1 } })
  for (let index = 0; index < 5; index++) expect((await upload('url\nhttps://example.com/\n')).status).toBe(202)
  const refused = await upload('url\nhttps://example.com/\n')
  expect([refused.status, refused.json.error.code]).toEqual([409, 'CONFLICT'])
  const both = await Promise.all([1, 2].map(() => upload('url\nhttps://example.com/\n')))
  expect(both.map(({ status }) => status)).toEqual([409, 409])
  const { data } = (await api.request('GET', '/imports', { key })).json
  expect(await work(data[0].id)).toMatchObject({ status: 'completed' })
})

it('leaves U+0000 out of the names of columns', async () => {
  const row = 'https://example.com/,nul-head,x\n'
  const { analysis, result } = await importFile(`u\0rl,slug\0,my no\0te\n${row.repeat(100)}`, { conflict: 'skip' })
  expect(analysis).toMatchObject({ columns: { url: 'url', slug: 'slug' }, unused_columns: ['my note'] })
  expect(result).toMatchObject({ created: 1, skipped: 99 })
})

it('imports rows with hostile values, or reports them', async () => {
  const long = 'x'.repeat(20_000)
  const record = await importFile(
    [
      'url,slug,title,short url,tags',
      `https://example.com/,${long},${long},https://bit.ly/${long},${long}`,
      'https://example.com/,nul\0byte,nul\0byte,bit.ly/nul\0byte,nul\0byte',
      'javascript:alert(1),js,,,',
      'https://user:secret@example.com/,login,,,',
      '"https://example.com/\r\nx",break,"two\nlines",,',
      '__proto__,constructor,toString,,',
    ].join('\n'),
    { conflict: 'rename' },
  )
  expect(record).toMatchObject({
    status: 'completed',
    analysis: { found: 6, invalid: 3 },
    result: { created: 1, renamed: 2 },
  })
  const names = await stores.sql<{ name: string }[]>`
    select name from links where account_id = ${account.id} order by name`
  expect(names.map(({ name }) => name)).toEqual(['nulbyte', 'two\nlines', 'x'.repeat(255)])
})
