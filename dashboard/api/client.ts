import type { z } from 'zod'
import type { pagination } from '#schemas/envelope.ts'
import { otherAccount, wrongToken } from '#schemas/session-refusals.ts'
import { keepOpenDialog } from '../parts/drafts.ts'
import { leavePage } from '../parts/leave-page.ts'
import { randomKey } from '../parts/random-key.ts'
import { Failure } from './failure.ts'
import { rootPath } from './page-meta.ts'
import { withPassword } from './password-prompt.ts'
import { createsEachTime, withRepeatKey } from './repeat-key.ts'
import { isLate, startLimit, type TimeLimit, unanswered } from './time-limit.ts'

export type Query = Record<string, string | number | undefined>

interface Options {
  query?: Query | undefined
  /** FormData, or what is sent as JSON. */
  body?: unknown
  signal?: AbortSignal | undefined
  /** The request continues after the page is closed. */
  keepalive?: boolean
  /** A POST that changes nothing: it needs no idempotency key. */
  isQuestion?: boolean
}

/** Set from the session, which loads before anything can be changed. */
const csrf = { token: '' }
export function keepCsrfToken(token: string): void {
  csrf.token = token
}

/** Whose page this is. The API refuses requests once another tab has opened another account. */
const shown = { user: '', account: '' }
export function keepShown(user: string, account: string): void {
  shown.user = user
  shown.account = account
}

/** Returns the `data` of a response. */
export async function read<T>(path: string, options: Options = {}): Promise<T> {
  return (await call<{ data: T }>('GET', path, options)).data
}

export interface Page<Item> {
  data: Item[]
  pagination: z.output<typeof pagination>
}

/** Returns the whole response: a page of a list. */
export const readPage = <T>(path: string, options: Options = {}): Promise<T> => call<T>('GET', path, options)

const pageLimit = 100
/** At most 1,000 items: fields to choose from show no more. */
const mostPages = 10

export async function readAll<Item>(path: string, signal: AbortSignal, query: Query = {}): Promise<Item[]> {
  const items: Item[] = []
  for (let page = 1; page <= mostPages; page++) {
    const { data, pagination } = await readPage<Page<Item>>(path, {
      signal,
      query: { limit: pageLimit, page, ...query },
    })
    items.push(...data)
    if (!pagination.has_more) break
  }
  return items
}

export async function change<T>(method: 'POST' | 'PUT' | 'DELETE', path: string, options: Options = {}): Promise<T> {
  return (await call<{ data: T }>(method, path, options)).data
}

/** Reads a response that is not JSON, such as an image. */
export async function readFile(path: string, options: Options = {}): Promise<Blob> {
  const response = await send('GET', path, options)
  if (response.ok) return await response.blob()
  throw readFailure(response, await response.json().catch(() => null))
}

/** Opens a stream of server-sent events. */
export async function openEvents(path: string, signal: AbortSignal): Promise<ReadableStream<string>> {
  const response = await send('GET', path, { signal })
  if (response.ok && response.body !== null) return response.body.pipeThrough(new TextDecoderStream())
  throw readFailure(response, await response.json().catch(() => null))
}

/** The part of the request limit for analytics that is left, which all users of the account share. */
const limit = { left: 1 }
export const limitLeft = (): number => limit.left

function keepLimit({ headers }: Response): void {
  if (headers.get('ratelimit-policy')?.startsWith('"analytics"') !== true) return
  limit.left = Number(headers.get('x-ratelimit-remaining')) / Number(headers.get('x-ratelimit-limit'))
}

/** Returns the whole response: that of a new A/B test has no `data`. */
export const call = async <T>(method: string, path: string, options: Options): Promise<T> =>
  (await ask<T>(method, path, options)).answer

interface Reply<T> {
  status: number
  answer: T
}

/** Returns the whole response and its status, which tells some successes apart. */
export const ask = <T>(method: string, path: string, options: Options): Promise<Reply<T>> =>
  withPassword(() => askOnce<T>(method, path, options))

async function askOnce<T>(method: string, path: string, options: Options, isRepeated = false): Promise<Reply<T>> {
  const { response, answer } = await exchange(method, path, options)
  if (response.ok && answer !== null) return { status: response.status, answer: answer as T }
  const failure = readFailure(response, answer)
  if (failure.details === otherAccount) leavePage(() => location.reload())
  const isRenewed = failure.details === wrongToken && !isRepeated && (await renewToken())
  if (isRenewed) return await askOnce<T>(method, path, options, true)
  throw failure
}

interface Received {
  response: Response
  /** null: not JSON, or cut off. */
  answer: unknown
}

async function exchange(method: string, path: string, options: Options): Promise<Received> {
  const once = (key?: string) => receiveInTime(method, path, options, key)
  const { body, query, isQuestion } = options
  if (method !== 'POST' || isQuestion === true) return await once()
  if (body instanceof FormData || !createsEachTime(path)) return await once(randomKey())
  return await withRepeatKey(`${urlOf(path, query)} ${JSON.stringify(body)}`, once, hasResult)
}

/** Otherwise the change may have been made, or is still running. */
const hasResult = ({ response, answer }: Received): boolean =>
  answer !== null && response.status < 500 && !response.headers.has('retry-after')

interface Session {
  csrf_token: string
  user: { id: string }
}

/** False if another user has signed in. */
async function renewToken(): Promise<boolean> {
  return keepTokenOf(await read<Session>('/api/app/session'))
}

function keepTokenOf({ csrf_token, user }: Session): boolean {
  if (user.id !== shown.user) leavePage(() => location.reload())
  else keepCsrfToken(csrf_token)
  return user.id === shown.user
}

/**
 * The token for the form that signs out. If the user has signed in again, the token is newer than the page, and the session may
 * be in another account. null if another user has signed in.
 */
export async function readFormToken(): Promise<string | null> {
  const limit = startLimit('GET')
  const request = () => reach(urlOf('/api/app/session'), { method: 'GET', signal: limit.signal })
  const { response, answer } = await receive(limit, request)
  if (response.ok && answer !== null) return keepTokenOf((answer as { data: Session }).data) ? csrf.token : null
  // The session has ended. The form then only opens the page to sign in.
  if (response.status === 401) return csrf.token
  throw readFailure(response, answer)
}

async function receiveInTime(method: string, path: string, options: Options, key?: string): Promise<Received> {
  // Uploads take as long as they take.
  const limit = options.body instanceof FormData ? null : startLimit(method, options.signal)
  const timed = limit === null ? options : { ...options, signal: limit.signal }
  return await receive(limit, () => send(method, path, timed, key))
}

async function receive(limit: TimeLimit | null, request: () => Promise<Response>): Promise<Received> {
  try {
    const response = await request()
    limit?.renew()
    const answer: unknown = await response.json().catch(() => {
      limit?.check()
      return null
    })
    return { response, answer }
  } finally {
    limit?.end()
  }
}

async function send(method: string, path: string, options: Options, key?: string): Promise<Response> {
  const { query, body, signal, keepalive } = options
  const isForm = body instanceof FormData
  const response = await reach(urlOf(path, query), {
    method,
    headers: {
      ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
      ...(shown.account !== '' && { 'x-waymark-account': shown.account }),
      ...(method !== 'GET' && { 'x-csrf-token': csrf.token }),
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    ...(signal !== undefined && { signal }),
    ...(keepalive === true && { keepalive }),
  })
  keepLimit(response)
  if (response.status === 401) signIn()
  return response
}

const urlOf = (path: string, query?: Query): string => `${rootPath}${path}${writeQuery(query)}`

/** The URL of a file that the browser downloads, with the session cookie but without our headers. */
export const downloadUrl = (path: string, query?: Query): string =>
  urlOf(path, { ...query, waymark_account: shown.account })

async function reach(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init)
  } catch (cause) {
    if (init.signal?.aborted === true && !isLate(cause)) throw cause
    throw unanswered(init.method ?? 'GET', cause)
  }
}

function readFailure(response: Response, answer: unknown): Failure {
  const { status, headers } = response
  const requestId = headers.get('x-request-id')
  const { error } = (answer ?? {}) as { error?: { code: string; message: string; details?: unknown } }
  const unreadable = { code: 'UNREADABLE', message: `Waymark returned an unexpected response (status ${status}).` }
  const { message, ...facts } = error ?? unreadable
  return new Failure(message, { ...facts, status, requestId })
}

/** The session has ended: sign in, then return to this page. */
function signIn(): void {
  keepOpenDialog()
  const here = `${location.pathname}${location.search}`
  leavePage(() => location.assign(`${rootPath}/login?next=${encodeURIComponent(here)}`))
}

function writeQuery(query: Query = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return text === '' ? '' : `?${text}`
}
