import { connect } from 'node:net'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ensureBaseDomain } from '#model/domains/ensure-base-domain.ts'
import { publishRecord } from '#model/publish/publish-link.ts'
import { uuidv7 } from '#runtime/uuid.ts'
import { type LinkRecord, linkKey } from '#schemas/link-record.ts'
import { parseUrl } from '#schemas/parse-url.ts'
import { runRedirector } from '../../test/redirector/run-redirector.ts'
import { openTestStores, type TestStores } from '../../test/stack/stores.ts'

/**
 * Known response splitting attacks as the end of a destination. The API stores none of them, but the
 * redirector must be safe whatever Redis contains.
 */
const endings = [
  '/\r\nSet-Cookie: stolen=1',
  '/\nSet-Cookie: stolen=1',
  '/\rSet-Cookie: stolen=1',
  '\r\n\r\n<script>alert(1)</script>',
  '/\u0000Set-Cookie: stolen=1',
  // Their low bytes are CR and LF.
  '/\u560d\u560aSet-Cookie: stolen=1',
  '/\u010d\u010aSet-Cookie: stolen=1',
  '/\u2028Set-Cookie: stolen=1',
  '/\u0085Set-Cookie: stolen=1',
  '/\tSet-Cookie: stolen=1',
  '/%0d%0aSet-Cookie: stolen=1',
  '/%250d%250aSet-Cookie: stolen=1',
  '/ bücher/ 🎉?q=ä#ß',
  '/\u007f\u009f\u00a0\ufeff',
]
const queries = [
  '%0d%0aSet-Cookie:%20stolen=1',
  'a=%0D%0ASet-Cookie:stolen=1&b=%E5%98%8D%E5%98%8A',
  '\rSet-Cookie:stolen=1',
  'a=\u0001\u007f\t',
  'q=\u00c3\u00a4\u00ff',
  '"<>`{}|\\^',
]
const expectedHeaders = new Set(['location', 'cache-control', 'date', 'uwebsockets', 'content-length', 'connection'])
const runs = 150
const answerMostMs = 20_000

describe.each(['uws', 'node'] as const)('on the wire with %s', (transport) => {
  let stores: TestStores
  let redirector: Awaited<ReturnType<typeof runRedirector>>
  let domainId: string
  let codes = 0

  beforeAll(async () => {
    stores = await openTestStores({ TRANSPORT: transport, REDIRECT_PORT: '0', LISTEN_HOST: '127.0.0.1' })
    redirector = await runRedirector(stores)
    domainId = await ensureBaseDomain(stores.sql, stores.config)
  })
  afterAll(async () => {
    await redirector.lifecycle.stop()
    await stores.close()
  })

  /** The response bytes of a visit to a link with this record. */
  async function follow(record: Partial<LinkRecord>, query = ''): Promise<Buffer> {
    const code = `code${codes++}`
    const link = {
      rev: 1,
      link_id: uuidv7(),
      account_id: uuidv7(),
      url: 'https://example.org/',
      redirect_type: 302 as const,
    }
    const rest = { forward_query: true, tracking_enabled: codes % 2 === 0, expires_at: null }
    await publishRecord(stores.redis, linkKey(domainId, code), { ...link, ...rest, ...record })
    return await exchangeBytes(redirector.port, `/${code}${query === '' ? '' : `?${query}`}`)
  }

  it.each(endings)('no destination ends its header or adds a header: %j', async (ending) => {
    for (const url of [`https://example.org${ending}`, `HTTPS://example.org${ending}`]) {
      expectOneCleanAnswer(await follow({ url }))
      expectOneCleanAnswer(await follow({ expires_at: 1, extras: { expired_url: url } }))
      expectOneCleanAnswer(await follow({ extras: { starts_at: 1, android_url: url, ios_url: url } }))
    }
  })

  it.each(queries)('no query of a visit ends a header or adds one: %j', async (query) => {
    expectOneCleanAnswer(await follow({ url: 'https://example.org/?own=1#here' }, query))
  })

  it('a destination with any Unicode arrives as the same URL, in the bytes 0x21 to 0x7E', async () => {
    const part = fc.string({ unit: 'binary', maxLength: 40 })
    await fc.assert(
      fc.asyncProperty(fc.webUrl(), part, part, part, async (base, path, search, fragment) => {
        const url = `${base}/${path}?${search}#${fragment}`
        const location = expectOneCleanAnswer(await follow({ url }))
        // A lone surrogate does not survive UTF-8, in Redis or in a URL.
        expect(location).toBe(parseUrl(url)?.href)
      }),
      { numRuns: runs },
    )
  })
})

/**
 * A redirect has only the header lines of one, and nothing follows it; a page, or the rejection of a
 * malformed request, sets no cookie. Returns the Location, if there is one.
 */
function expectOneCleanAnswer(bytes: Buffer): string | undefined {
  const text = bytes.toString('latin1')
  const [head = ''] = text.split('\r\n\r\n', 1)
  const [status = '', ...lines] = head.split('\r\n')
  expect(status).toMatch(/^HTTP\/1\.1 [2-5]\d\d [\x20-\x7e]+$/)
  expect(head.replaceAll('\r\n', '')).toMatch(/^[\x20-\x7e]*$/)
  const headers = new Map(lines.map((line): [string, string] => readHeader(line)))
  expect(headers.size).toBe(lines.length)
  expect(text).not.toMatch(/^set-cookie:/im)
  const location = headers.get('location')
  if (location === undefined) return undefined
  expect(text.length - head.length - 4).toBe(Number(headers.get('content-length')))
  expect(status).toContain(' 302 ')
  expect([...headers.keys()].filter((name) => !expectedHeaders.has(name))).toEqual([])
  expect(location).toMatch(/^https?:\/\/[\x21-\x7e]+$/)
  return location
}

function readHeader(line: string): [string, string] {
  const colon = line.indexOf(': ')
  expect(line.slice(0, colon)).toMatch(/^[A-Za-z-]+$/)
  return [line.slice(0, colon).toLowerCase(), line.slice(colon + 2)]
}

/** One request over a separate socket, one byte per character; returns the complete response. */
function exchangeBytes(port: number, path: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const socket = connect(port, '127.0.0.1')
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('error', reject)
    socket.setTimeout(answerMostMs, () => socket.destroy(new Error('no answer')))
    socket.on('close', () => resolve(Buffer.concat(chunks)))
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost:8080\r\nConnection: close\r\n\r\n`, 'latin1')
  })
}
