import type { z } from 'zod'
import type { pagination } from '#schemas/envelope.ts'
import { Failure } from './failure.ts'
import { rootPath } from './page-meta.ts'

export type Query = Record<string, string | number | undefined>

interface Options {
  query?: Query | undefined
  body?: unknown
  signal?: AbortSignal | undefined
  /** Goes on when the page is left. */
  keepalive?: boolean
  /** A POST that changes nothing: it may be asked again as often as one likes. */
  isQuestion?: boolean
}

/** Set by the session, which is asked for before anything is changed. */
const csrf = { token: '' }
export function keepCsrfToken(token: string): void {
  csrf.token = token
}

/** The `data` of an answer. */
export async function read<T>(path: string, options: Options = {}): Promise<T> {
  return (await call<{ data: T }>('GET', path, options)).data
}

export interface Page<Item> {
  data: Item[]
  pagination: z.output<typeof pagination>
}

/** A page of a list: the answer as a whole. */
export async function readPage<T>(path: string, options: Options = {}): Promise<T> {
  return await call<T>('GET', path, options)
}

const pageLimit = 100
/** Nobody has more than a thousand of what is read like this, or chooses among them. */
const mostPages = 10

/** A list as a whole. */
export async function readAll<Item>(path: string, signal: AbortSignal): Promise<Item[]> {
  const items: Item[] = []
  for (let page = 1; page <= mostPages; page++) {
    const { data, pagination } = await readPage<Page<Item>>(path, { signal, query: { limit: pageLimit, page } })
    items.push(...data)
    if (!pagination.has_more) break
  }
  return items
}

export async function change<T>(method: 'POST' | 'PUT' | 'DELETE', path: string, options: Options = {}): Promise<T> {
  return (await call<{ data: T }>(method, path, options)).data
}

/** The answer as a whole: that of a new A/B test has no `data`. */
export async function changeBare<T>(
  method: 'POST' | 'PUT' | 'DELETE',
  path: string,
  options: Options = {},
): Promise<T> {
  return await call<T>(method, path, options)
}

/** What is no JSON: a picture, an export. */
export async function readFile(path: string, options: Options = {}): Promise<Blob> {
  const response = await send('GET', path, options)
  if (response.ok) return await response.blob()
  throw readFailure(response, await response.json().catch(() => null))
}

async function call<T>(method: string, path: string, options: Options): Promise<T> {
  const response = await send(method, path, options)
  const answer = (await response.json().catch(() => null)) as T | null
  if (response.ok && answer !== null) return answer
  throw readFailure(response, answer)
}

async function send(method: string, path: string, options: Options): Promise<Response> {
  const { query, body, signal, keepalive, isQuestion } = options
  const response = await reach(urlOf(path, query), {
    method,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(method !== 'GET' && { 'x-csrf-token': csrf.token }),
      // The same call again, after an answer that was lost, has one effect.
      ...(method === 'POST' &&
        isQuestion !== true && { 'idempotency-key': crypto.getRandomValues(new Uint32Array(4)).join('-') }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal !== undefined && { signal }),
    ...(keepalive === true && { keepalive }),
  })
  if (response.status === 401) signIn()
  return response
}

export const urlOf = (path: string, query?: Query): string => `${rootPath}${path}${writeQuery(query)}`

async function reach(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init)
  } catch (cause) {
    if (init.signal?.aborted === true) throw cause
    const message = navigator.onLine ? 'Waymark does not answer' : 'This device is offline'
    throw new Failure(message, { status: 0, code: 'NO_ANSWER', requestId: null })
  }
}

function readFailure(response: Response, answer: unknown): Failure {
  const { status, headers } = response
  const requestId = headers.get('x-request-id')
  const { error } = (answer ?? {}) as { error?: { code: string; message: string; details?: unknown } }
  if (error === undefined)
    return new Failure(`An answer of status ${status}`, { status, code: 'UNREADABLE', requestId })
  const detail = typeof error.details === 'string' ? `: ${error.details}` : ''
  return new Failure(`${error.message}${detail}`, { status, code: error.code, requestId, details: error.details })
}

/** The session has ended: sign in, and come back to this very place. */
function signIn(): void {
  const here = `${location.pathname}${location.search}`
  location.assign(`${rootPath}/login?next=${encodeURIComponent(here)}`)
}

function writeQuery(query: Query = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return text === '' ? '' : `?${text}`
}
