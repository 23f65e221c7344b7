import type { Methods } from './methods.js'
import { listPages, type Page, type Pagination } from './pages.js'
import { type ApiRequest, type CallOptions, type Connection, send } from './request.js'
import { resources } from './resources.js'

export interface WaymarkOptions {
  /** An API key (`wm_...`) or an OAuth access token. */
  apiKey: string
  /** URL of the API server, such as `https://app.example.com`. */
  baseUrl: string
  /** Repetitions of a request whose failure may be temporary. Default: 2. */
  maxRetries?: number
  /** Time limit of one attempt; for a file, until its content begins. Uploads have none. Default: 30 seconds. */
  timeoutMs?: number
  /** Sends the requests. Default: the global `fetch`. */
  fetch?: typeof fetch
}

/** A client of the API. Its members are the resources: `waymark.links.create({ url })`. */
export type Waymark = Methods
export const Waymark = class Waymark {
  constructor({ apiKey, baseUrl, maxRetries = 2, timeoutMs = 30_000, fetch = globalThis.fetch }: WaymarkOptions) {
    // Browsers require that fetch is called as a method of the window.
    const connection = { apiKey, baseUrl, maxRetries, timeoutMs, fetch: fetch.bind(globalThis) }
    for (const [resource, entries] of Object.entries(resources)) {
      const methods = Object.entries(entries).map(([name, entry]) => [name, makeMethod(connection, entry)])
      Object.defineProperty(this, resource, { value: Object.fromEntries(methods), enumerable: true })
    }
  }
} as unknown as new (
  options: WaymarkOptions,
) => Methods

function makeMethod(connection: Connection, entry: string) {
  const [kind = '', template = ''] = entry.split(' ')
  const ids = template.split('{').length - 1
  const method = readMethod(kind)
  const hasBody = kind === 'POST' || kind === 'PUT' || kind === 'DELETE+BODY'
  return (...values: unknown[]) => {
    const path = fillPath(template, values.slice(0, ids))
    const [input, options] = values.slice(ids) as [object | undefined, CallOptions | undefined]
    const part = hasBody ? { body: input } : kind === 'UPLOAD' ? { form: input } : { query: { ...input } }
    const request = { ...options, ...part, method, path }
    if (kind === 'FILE') return send(connection, { accept: '*/*', isFile: true, ...request })
    if (kind !== 'LIST') return readJson(connection, request).then(takeData)
    return listPages({ ...input }, async (query) => takePage(await readJson(connection, { ...request, query })))
  }
}

function readMethod(kind: string): ApiRequest['method'] {
  if (kind === 'PUT') return 'PUT'
  if (kind.startsWith('DELETE')) return 'DELETE'
  return ['POST', 'ACT', 'UPLOAD'].includes(kind) ? 'POST' : 'GET'
}

function fillPath(template: string, ids: unknown[]): string {
  const left = [...ids]
  return template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const id = left.shift()
    // These would name the collection, or another one.
    if (typeof id !== 'string' || /^\.{0,2}$/.test(id)) throw new TypeError(`${name} must be an ID or a name.`)
    return encodeURIComponent(id)
  })
}

async function readJson(connection: Connection, request: ApiRequest): Promise<object> {
  const response = await send(connection, request)
  return (await response.json()) as object
}

/** Replies without an envelope, such as a created A/B test, are returned as they are. */
function takeData(reply: object): unknown {
  return 'success' in reply && 'data' in reply ? reply.data : reply
}

/** Lists of A/B tests name their items `tests`. */
function takePage(reply: object): Page<never> {
  const { data, tests, pagination } = reply as { data?: never[]; tests?: never[]; pagination: Pagination }
  return { data: data ?? tests ?? [], pagination }
}
