import { createHash, randomUUID, timingSafeEqual } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { compressionOf, readSql, saveRows } from './body.ts'
import { authenticationFailed, describeError, stopping } from './errors.ts'
import { addArgument, type ClickhouseRequest, limited, parseRequest } from './request.ts'
import type { Engine, Result } from './run-query.ts'
import { answerFormat, findFormat, findInlineRows, insertFromFile } from './statement.ts'

export type Served = { engine: Engine; user: string; password: string; rowsFolder: string; isStopping(): boolean }

/** The same limit as ClickHouse's http_max_uri_size. */
const maxUrlBytes = 1024 ** 2
const maxConnections = 2048
const keepAliveMs = 10_000
const gzipLevel = 3
const gzipBytes = promisify(gzip)

export function createHttpServer(served: Served): Server {
  const options = { maxHeaderSize: maxUrlBytes, keepAliveTimeout: keepAliveMs }
  const server = createServer(options, (request, response) => {
    serve(served, request, response).catch((error: unknown) => sendError(response, error))
  })
  server.maxConnections = maxConnections
  return server
}

async function serve(served: Served, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://127.0.0.1')
  if (!isOurs(request)) return send(response, 403, 'Forbidden\n')
  if (url.pathname === '/ping') return send(response, 200, 'Ok.\n')
  if (url.pathname !== '/') return send(response, 404, 'Not found\n')
  if (request.method !== 'GET' && request.method !== 'POST') return send(response, 405, 'Method not allowed\n')
  if (served.isStopping()) throw stopping()
  if (!isAllowed(served, request, url)) throw authenticationFailed()
  await answerQuery(served, request, response, url)
}

async function answerQuery(
  served: Served,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<void> {
  const asked = parseRequest(request, url)
  response.setHeader('X-ClickHouse-Query-Id', asked.id.replace(/[^\x20-\x7e]/g, '?'))
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  const rowsFile = join(served.rowsFolder, randomUUID())
  try {
    const sql = await readStatement(request, asked, rowsFile)
    const statement = { sql, database: asked.database, settings: asked.settings, parameters: asked.parameters }
    const result = await served.engine.run({ id: asked.id, statement, format: asked.format, signal: gone.signal })
    await sendResult(request, response, { asked, sql, result })
  } finally {
    rmSync(rowsFile, { force: true })
  }
}

/** Returns the SQL to run, and saves the rows of the request to the file. */
async function readStatement(request: IncomingMessage, asked: ClickhouseRequest, rowsFile: string): Promise<string> {
  if (findFormat(asked.query) !== undefined) {
    const compression = compressionOf(request)
    await saveRows(request, rowsFile)
    return insertFromFile(asked.query, rowsFile, compression)
  }
  const body = await readSql(request)
  const type = request.headers['content-type'] ?? ''
  if (type.startsWith('multipart/form-data')) return readForm(body, type, asked)
  const text = asked.query === '' ? body : Buffer.concat([Buffer.from(`${asked.query}\n`), body])
  const rowsAt = findInlineRows(text)
  if (rowsAt === undefined) return text.toString()
  writeFileSync(rowsFile, text.subarray(rowsAt), { flag: 'wx', mode: 0o600 })
  return insertFromFile(text.toString('utf8', 0, rowsAt), rowsFile, 'none')
}

async function readForm(body: Buffer, type: string, asked: ClickhouseRequest): Promise<string> {
  let sql = asked.query
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData()
  for (const [name, value] of form) {
    if (typeof value !== 'string') continue
    if (name === 'query') sql += limited(name, value)
    else addArgument(asked, name, value)
  }
  return sql
}

async function sendResult(
  request: IncomingMessage,
  response: ServerResponse,
  done: { asked: ClickhouseRequest; sql: string; result: Result },
): Promise<void> {
  const { asked, sql, result } = done
  const format = answerFormat(sql, asked.format)
  response.setHeader('X-ClickHouse-Format', format)
  response.setHeader('X-ClickHouse-Summary', summarize(result))
  response.setHeader('Content-Type', contentType(format))
  let bytes: Uint8Array = result.bytes
  const wanted = ['1', 'true'].includes(asked.settings.get('enable_http_compression') ?? '')
  if (wanted && /\bgzip\b/.test(String(request.headers['accept-encoding']))) {
    bytes = await gzipBytes(bytes, { level: gzipLevel })
    response.setHeader('Content-Encoding', 'gzip')
  }
  send(response, 200, bytes)
}

function summarize(result: Result): string {
  const numbers = {
    read_rows: result.readRows,
    read_bytes: result.readBytes,
    written_rows: result.writtenRows,
    written_bytes: result.writtenBytes,
    total_rows_to_read: 0,
    result_rows: result.writtenRows,
    result_bytes: result.bytes.length,
    elapsed_ns: result.elapsedNs,
  }
  return JSON.stringify(Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, String(value)])))
}

function contentType(format: string): string {
  if (format.startsWith('JSON')) return 'application/json; charset=UTF-8'
  if (format.startsWith('CSV')) return 'text/csv; charset=UTF-8'
  if (/^(?:TabSeparated|TSV)/.test(format)) return 'text/tab-separated-values; charset=UTF-8'
  return 'text/plain; charset=UTF-8'
}

function sendError(response: ServerResponse, error: unknown): void {
  if (response.headersSent || response.destroyed) return
  const { code, status, text } = describeError(error)
  response.setHeader('X-ClickHouse-Exception-Code', String(code))
  response.setHeader('Content-Type', 'text/plain; charset=UTF-8')
  // Unread data of the body would be taken for the next request.
  if (!response.req.complete) response.setHeader('Connection', 'close')
  send(response, status, `${text}\n`)
}

function send(response: ServerResponse, status: number, body: string | Uint8Array): void {
  response.setHeader('X-ClickHouse-Server-Display-Name', 'waymark')
  response.setHeader('Content-Length', Buffer.byteLength(body))
  response.writeHead(status).end(body)
}

/** Web pages can reach loopback too, even with their own host name. They always send it in Host or Origin. */
function isOurs(request: IncomingMessage): boolean {
  const host = request.headers.host ?? ''
  return request.headers.origin === undefined && /^(?:127\.0\.0\.1|localhost)(?::\d+)?$/.test(host)
}

function isAllowed(served: Served, request: IncomingMessage, url: URL): boolean {
  const given = credentialsOf(request, url)
  const user = sameText(given.user, served.user)
  const password = sameText(given.password, served.password)
  return user && password
}

function credentialsOf(request: IncomingMessage, url: URL): { user: string; password: string } {
  const basic = /^Basic\s+(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (basic !== undefined) {
    const [user = '', ...rest] = Buffer.from(basic, 'base64').toString().split(':')
    return { user, password: rest.join(':') }
  }
  const user = request.headers['x-clickhouse-user'] ?? url.searchParams.get('user') ?? ''
  const password = request.headers['x-clickhouse-key'] ?? url.searchParams.get('password') ?? ''
  return { user: String(user), password: String(password) }
}

/** Compares digests, so that the timing reveals neither the length nor the first difference. */
function sameText(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
}
