import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { badArguments, notImplemented } from './errors.ts'

/** The parameters of a request, without its body. */
export interface ClickhouseRequest {
  id: string
  query: string
  database: string | undefined
  format: string
  settings: Map<string, string>
  parameters: Map<string, string>
}

export function parseRequest(request: IncomingMessage, url: URL): ClickhouseRequest {
  const asked: ClickhouseRequest = {
    id: url.searchParams.get('query_id') || randomUUID(),
    query: (url.searchParams.get('query') ?? '').trim(),
    database: url.searchParams.get('database') || headerOf(request, 'x-clickhouse-database'),
    format: url.searchParams.get('default_format') || headerOf(request, 'x-clickhouse-format') || 'TabSeparated',
    settings: new Map(unlikeServer),
    parameters: new Map(),
  }
  if (!/^\w+$/.test(asked.format)) throw badArguments('The default format is not a valid name.')
  for (const [name, value] of url.searchParams) addArgument(asked, name, value)
  makeReadonly(asked, request)
  return asked
}

/** Adds a parameter from the URL or from a form. */
export function addArgument(asked: ClickhouseRequest, name: string, value: string): void {
  if (taken.has(name)) return
  if (refused.has(name)) throw notImplemented(`"${name}" is not available in this server.`)
  if (!/^[a-z_][a-z0-9_.]*$/i.test(name)) throw badArguments(`"${name}" is not a valid setting name.`)
  if (name.startsWith('param_')) asked.parameters.set(name.slice('param_'.length), limited(name, value))
  else asked.settings.set(name, limited(name, value))
}

/** Refuses a value that a server would not accept. */
export function limited(name: string, value: string): string {
  if (Buffer.byteLength(value) > mostValueBytes) throw badArguments(`The value of "${name}" is too long.`)
  return value
}

/** The limit of a server (`http_max_field_value_size`). */
const mostValueBytes = 128 * 1024

/** Settings whose defaults differ from a server's. Results are buffered here, so their size is limited. */
const unlikeServer = new Map([
  ['implicit_select', '0'],
  ['allow_introspection_functions', '0'],
  ['max_result_bytes', String(1024 ** 3)],
])

const taken = new Set([
  'query',
  'query_id',
  'database',
  'default_format',
  'user',
  'password',
  'wait_end_of_query',
  'buffer_size',
  'client_protocol_version',
  'quota_key',
])
const refused = new Set(['session_id', 'session_timeout', 'session_check', 'role', 'compress', 'decompress'])

/** `readonly` prevents further settings, so it must come last. GET requests must not change anything. */
function makeReadonly(asked: ClickhouseRequest, request: IncomingMessage): void {
  const level = asked.settings.get('readonly') ?? (request.method === 'GET' ? '2' : undefined)
  if (level === undefined) return
  asked.settings.delete('readonly')
  asked.settings.set('readonly', level)
}

function headerOf(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}
