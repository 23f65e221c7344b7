import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { eventually } from '../stack/eventually.ts'
import { ProcessUse } from './process-use.ts'
import { type FaultStack, startStack } from './stack.ts'

const mib = 1024 ** 2
/** For the API and the workers, whatever the file is. */
const mostMb = 400
const deadlineMs = 240_000

let stack: FaultStack
let use: ProcessUse
beforeAll(async () => {
  stack = await startStack()
})
afterAll(() => stack.close())
beforeEach(() => {
  const [worker] = stack.workers
  use = new ProcessUse({ API: stack.api, ...(worker && { workers: worker }) })
})
/** Nothing is left of the file, and no process needed much memory. */
afterEach(async () => {
  const used = Object.entries(use.stop())
  console.log(used.map(([name, { memoryMb, cpuSeconds }]) => `${name}: ${memoryMb} MB, ${cpuSeconds} s`).join('; '))
  for (const [name, { memoryMb }] of used) expect(memoryMb, name).toBeLessThan(mostMb)
  const [left] = await stack.sql`
    select (select count(*) from import_parts)::int as parts, (select count(*) from import_items)::int as items,
      (select count(*) from links)::int as links`
  expect(left).toEqual({ parts: 0, items: 0, links: 0 })
  expect(await readdir(join(stack.dataDir, 'uploads')).catch(() => [])).toEqual([])
})

function* repeat(piece: Buffer, times: number): Generator<Uint8Array> {
  for (let time = 0; time < times; time++) yield piece
}

async function upload(source: string, pieces: Iterable<Uint8Array>) {
  async function* form(): AsyncGenerator<Uint8Array> {
    const part = (rest: string) => Buffer.from(`--b\r\ncontent-disposition: form-data; name="${rest}`)
    yield part(`source"\r\n\r\n${source}\r\n`)
    yield part('file"; filename="file"\r\n\r\n')
    yield* pieces
    yield Buffer.from('\r\n--b--\r\n')
  }
  const headers = { authorization: `Bearer ${stack.key}`, 'content-type': 'multipart/form-data; boundary=b' }
  const sent: RequestInit & { duplex: 'half' } = {
    method: 'POST',
    headers,
    body: ReadableStream.from(form()),
    duplex: 'half',
  }
  const response = await fetch(`${stack.apiUrl}/api/v1/imports`, sent)
  return { status: response.status, text: await response.text() }
}

/** The error of an import that was accepted. */
async function errorOf({ status, text }: { status: number; text: string }): Promise<string> {
  expect([status, text]).toEqual([202, expect.anything()])
  const { id } = (JSON.parse(text) as { data: { id: string } }).data
  return await eventually(async () => {
    const [row] = await stack.sql<{ state: string; error: string }[]>`select state, error from imports where id = ${id}`
    expect(row?.state).toBe('failed')
    return row?.error ?? ''
  }, deadlineMs)
}

it('a form that ends in the middle of a file is refused by the process that goes on to serve', async () => {
  const { pid } = stack.api
  const headers = { authorization: `Bearer ${stack.key}`, 'content-type': 'multipart/form-data; boundary=b' }
  for (const name of ['x', 'file']) {
    const body = `--b\r\ncontent-disposition: form-data; name="${name}"; filename="a"\r\n\r\nabc`
    const response = await fetch(`${stack.apiUrl}/api/v1/imports`, { method: 'POST', headers, body })
    expect([response.status, await response.text()]).toEqual([400, expect.stringContaining('BAD_REQUEST')])
  }
  expect((await upload('csv', [])).status).toBe(422)
  expect(stack.api.pid).toBe(pid)
})

it('1 GB of garbage is refused before all of it has arrived', async () => {
  let sent = 0
  function* garbage(): Generator<Uint8Array> {
    for (const piece of repeat(randomBytes(mib), 1_024)) {
      sent += piece.length
      yield piece
    }
  }
  // The API ends the connection, so that its response can be lost.
  const reply = await upload('csv', garbage()).catch((error: unknown) => {
    if (error instanceof TypeError && error.message === 'fetch failed') return { status: 413, text: '256 MB' }
    throw error
  })
  expect([reply.status, reply.text]).toEqual([413, expect.stringContaining('256 MB')])
  expect(sent).toBeLessThan(400 * mib)
})

it('200 MB of garbage, and a file that unpacks to 1 GB, are refused with a sentence', async () => {
  expect(await upload('csv', repeat(randomBytes(mib), 200))).toMatchObject({
    status: 422,
    text: expect.stringContaining('not a text file'),
  })
  const piece = gzipSync(Buffer.alloc(64 * mib, 'url,slug\n'))
  for (const source of ['csv', 'yourls', 'kutt'])
    expect(await upload(source, repeat(piece, 16))).toMatchObject({
      status: 422,
      text: expect.stringContaining('unpacks to more than 1 GB'),
    })
})

/** A text that is never closed. Its last bytes are random: a file that compresses to less than a hundredth is refused. */
function* endless(start: string, megabytes: number): Generator<Uint8Array> {
  yield Buffer.from(start)
  for (let time = 0; time < megabytes; time++) {
    const noise = randomBytes(12 * 1024).toString('hex')
    yield Buffer.from(noise.padStart(mib, 'x'))
  }
}

/** A file takes much longer to upload and store than to analyze, so only the first one is uploaded as it is. */
const packed = (pieces: Iterable<Uint8Array>) => Array.from(pieces, (piece) => gzipSync(piece, { level: 1 }))

it.each([
  ['CSV', 'csv', 'url,title\nhttps://example.com/,"', /a quotation mark in row 2 is not closed/],
  ['SQL', 'yourls', "INSERT INTO yourls_url VALUES ('a','", /row 1, in the table yourls_url, has more than 262,144/],
  ['XML', 'yourls', '<?xml version="1.0"?><database><table name="yourls_url"><column name="url">', /more than 262,144/],
  ['SQL of another table', 'yourls', "INSERT INTO options VALUES ('a','", /incomplete: it ends inside a statement/],
])('200 MB of %s in which a text is never closed fail with a sentence', async (_name, source, start, message) => {
  const text = endless(start, 200)
  expect(await errorOf(await upload(source, source === 'csv' ? text : packed(text)))).toMatch(message)
})
