import { ConnectionError, readError } from './errors.js'

export interface Connection {
  baseUrl: string
  apiKey: string
  maxRetries: number
  timeoutMs: number
  fetch: typeof fetch
}

/** Options of a single call. */
export interface CallOptions {
  signal?: AbortSignal
  /** Query parameters of a call whose input is a body, such as `subdomain` of `links.update`. */
  query?: object
  /** Repeating a call with the same key within 24 hours has no further effect. Default: a new one for each call. */
  idempotencyKey?: string
  /** Requested file type of a call that returns a file. */
  accept?: string
}

export interface ApiRequest extends CallOptions {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  body?: object | undefined
  /** Fields of a form; one of them is a file. */
  form?: object | undefined
  /** The content of the response can be long. */
  isFile?: boolean
}

const firstDelayMs = 500
/** The limits per minute ask for at most 60 s. Instead of a longer wait, the call fails. */
const longestDelayMs = 65_000

/** Sends the request, again after failures that may be temporary, and returns the response if it is a success. */
export async function send(connection: Connection, request: ApiRequest): Promise<Response> {
  const url = writeUrl(connection.baseUrl, request)
  const init = writeInit(connection, request)
  for (let attempt = 0; ; attempt += 1) {
    const isLast = attempt >= connection.maxRetries
    const response = await attemptOnce(connection, url, { init, request, isLast })
    if (response?.ok) return response
    const delay = delayMs(response, attempt)
    const isOver = isLast || delay > longestDelayMs
    if (response !== undefined && (isOver || !mayRepeat(request, response))) throw await readError(response)
    await response?.body?.cancel()
    await wait(delay, request.signal)
    request.signal?.throwIfAborted()
  }
}

interface Attempt {
  init: RequestInit
  request: ApiRequest
  isLast: boolean
}

/** undefined if there was no response and the request may be sent again. */
async function attemptOnce({ fetch, timeoutMs }: Connection, url: URL, { init, request, isLast }: Attempt) {
  const limit = startLimit(request, timeoutMs)
  const signal = eitherOf(request.signal, limit.signal)
  try {
    return await fetch(url, { ...init, ...(signal !== undefined && { signal }) })
  } catch (error) {
    if (request.signal?.aborted) throw error
    if (isLast || freesItsName(request)) {
      const reason = limit.signal?.aborted ? `did not respond within ${timeoutMs} ms` : 'could not be reached'
      throw new ConnectionError(`The server at ${url.origin} ${reason}.`, { cause: error })
    }
    return undefined
  } finally {
    limit.end()
  }
}

/** The time limit of an attempt. For a file, it is for the beginning of the response. An upload can take any time. */
function startLimit({ form, isFile }: ApiRequest, ms: number): { signal?: AbortSignal; end: () => void } {
  const end = () => undefined
  if (form !== undefined) return { end }
  if (isFile !== true) return { signal: AbortSignal.timeout(ms), end }
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(new DOMException('The time limit has passed.', 'TimeoutError')), ms)
  return { signal: late.signal, end: () => clearTimeout(timer) }
}

/** Node 20 can lose the time limit of a combined signal, so only two signals are combined. */
const eitherOf = (one: AbortSignal | undefined, other: AbortSignal | undefined): AbortSignal | undefined =>
  one === undefined || other === undefined ? (one ?? other) : AbortSignal.any([one, other])

function writeUrl(baseUrl: string, { path, query }: ApiRequest): URL {
  const url = new URL(`${baseUrl.replace(/\/+$/, '')}/api/v1${path}`)
  for (const [name, value] of Object.entries(query ?? {})) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null) url.searchParams.append(name, String(one))
    }
  }
  return url
}

function writeInit({ apiKey }: Connection, { method, body, form, idempotencyKey, accept }: ApiRequest): RequestInit {
  const headers: Record<string, string> = { accept: accept ?? 'application/json', authorization: `Bearer ${apiKey}` }
  // With a key, the server carries out a POST once, however often it arrives.
  if (method === 'POST') headers['idempotency-key'] = idempotencyKey ?? crypto.randomUUID()
  if (form !== undefined) return { method, headers, body: writeForm(form) }
  if (body === undefined) return { method, headers }
  return { method, headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) }
}

/** Files come last: the API reads the other fields first. */
function writeForm(fields: object): FormData {
  const form = new FormData()
  const entries = Object.entries(fields) as [string, unknown][]
  for (const [name, value] of entries) {
    if (value === undefined || value instanceof Blob) continue
    form.append(name, typeof value === 'string' ? value : JSON.stringify(value))
  }
  for (const [name, value] of entries) if (value instanceof Blob) form.append(name, value)
  return form
}

function mayRepeat(request: ApiRequest, { status, headers }: Response): boolean {
  // The server has done nothing.
  if (status === 429) return true
  if (freesItsName(request)) return false
  // With Retry-After, 409 means that the first attempt is still running.
  return status === 502 || status === 503 || status === 504 || (status === 409 && headers.has('retry-after'))
}

/** Tags, and campaigns unless the path has their ID. */
const byName = /^\/(?:tags\/|campaigns\/(?![\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$))/i

/**
 * Whether the slug or name in the path can mean another object afterwards, or none. A deletion or a new slug frees it for a
 * link on another domain, for example. A request whose response is lost, or comes from a proxy, may have taken effect.
 */
function freesItsName({ method, path, body }: ApiRequest): boolean {
  if (method !== 'PUT') return method === 'DELETE'
  const { custom_alias, name } = { ...body } as { custom_alias?: unknown; name?: unknown }
  return custom_alias !== undefined || (name !== undefined && byName.test(path))
}

function delayMs(response: Response | undefined, attempt: number): number {
  const seconds = Number(response?.headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) ? seconds * 1000 : firstDelayMs * 2 ** attempt * (0.5 + Math.random() / 2)
}

/** Ends early if the call is aborted. */
function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    if (signal?.aborted) end()
    else signal?.addEventListener('abort', end)
  })
}
