import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { badArguments, notImplemented } from './errors.ts'

/** What a request asks for, apart from its body. */
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
  if (!/^\w+$/.test(asked.format)) throw badArguments('The name of the default format is not valid.')
  for (const [name, value] of url.searchParams) addArgument(asked, name, value)
  makeReadonly(asked, request)
  return asked
}

/** Adds a parameter that came in the URL or in a part of a form. */
export function addArgument(asked: ClickhouseRequest, name: string, value: string): void {
  if (taken.has(name)) return
  if (refused.has(name)) throw notImplemented(`"${name}" is not available in this server.`)
  if (!/^[a-z_][a-z0-9_.]*$/i.test(name)) throw badArguments(`"${name}" is not the name of a setting.`)
  if (name.startsWith('param_')) asked.parameters.set(name.slice('param_'.length), value)
  else asked.settings.set(name, value)
}

/** Where the embedded engine's defaults are not a server's; answers are buffered here, so their size has a limit. */
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

/** `readonly` forbids changing settings, so it has to be the last one; a GET must not change anything. */
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
