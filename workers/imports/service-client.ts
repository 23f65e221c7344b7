import { setTimeout as sleep } from 'node:timers/promises'
import { type ApiCall, type ApiSource, MalformedResponse } from '#core/imports/sources/api-source.ts'
import { SourceError } from '#model/imports/stage-links.ts'
import { openSafeTarget, RefusedAddress, type SafeReply } from '#runtime/safe-fetch.ts'
import { within } from '#runtime/within.ts'

const standardTimeoutMs = 30_000
/** A page of 150 links has about 300 kB. */
const mostBytes = 8 * 1024 ** 2
const mostAttempts = 5
/** Longer waits are left to a later turn, so that the worker can run other imports. */
const longestWaitMs = 30_000
/** The longest wait that a service can ask for. */
const longestPauseSeconds = 3_600

/** The service does not respond, or asks to wait: the import continues later. */
export class ServiceAway extends Error {
  override name = 'ServiceAway'
  readonly seconds: number

  constructor(message: string, seconds = 0) {
    super(message)
    this.seconds = Math.min(seconds, longestPauseSeconds)
  }
}

export interface ServiceOptions {
  source: ApiSource
  baseUrl: string
  token: string
  allowPrivate: boolean
  resolve: (host: string) => Promise<string[]>
  stopping: AbortSignal
  /** Keeps the turn of the import. Throws TurnEnded. */
  keepTurn: () => Promise<void>
  /** Time before the first repetition. Each next one waits twice as long. */
  firstWaitMs?: number
  /** Time for a response. */
  timeoutMs?: number
}

/** The response to a request. `body` is undefined unless the status is 2xx. */
interface ServiceReply {
  status: number
  body: unknown
}

/** Sends the requests of an import to the API of a service, below its rate limit. Repeats them if it is busy. */
export class ServiceClient {
  readonly #options: ServiceOptions
  #nextAt = 0

  constructor(options: ServiceOptions) {
    this.#options = options
  }

  /** Throws ServiceAway, or SourceError if a retry cannot succeed. */
  async read<Result>(call: ApiCall, parse: (body: unknown) => Result): Promise<Result> {
    const { status, body } = await this.#get(call)
    if (body === undefined) throw this.#refusal(status)
    return this.#parse(body, parse)
  }

  /** undefined if the service refuses with one of these statuses, or with any status if there are none. */
  async readIfAllowed<Result>(
    call: ApiCall,
    parse: (body: unknown) => Result,
    statuses?: readonly number[],
  ): Promise<Result | undefined> {
    const { status, body } = await this.#get(call)
    if (body !== undefined) return this.#parse(body, parse)
    if (statuses?.includes(status) === false) throw this.#refusal(status)
    return undefined
  }

  #parse<Result>(body: unknown, parse: (body: unknown) => Result): Result {
    try {
      return parse(body)
    } catch (error) {
      if (!(error instanceof MalformedResponse)) throw error
      throw new SourceError(`The response of ${this.#options.source.name} is not as documented: ${error.message}`)
    }
  }

  #refusal(status: number): SourceError {
    const { name } = this.#options.source
    if (status === 401 || status === 403)
      return new SourceError(`${name} rejected the token. Check that it is valid and may read links.`)
    if (status === 404) return new SourceError(`No API of ${name} was found at this URL. Check the URL.`)
    if (status >= 300 && status < 400)
      return new SourceError(`The URL of ${name} redirects (status ${status}). Enter the URL to which it redirects.`)
    return new SourceError(`${name} rejected the request (status ${status}).`)
  }

  async #get(call: ApiCall): Promise<ServiceReply> {
    const { firstWaitMs = 1_000, source } = this.#options
    let trouble = ''
    for (let attempt = 0; attempt < mostAttempts; attempt++) {
      await this.#waitForTurn()
      const outcome = await this.#attempt(call)
      if ('status' in outcome) return outcome
      trouble = outcome.trouble
      const waitMs = outcome.waitMs ?? firstWaitMs * 2 ** attempt
      if (waitMs > longestWaitMs) throw new ServiceAway(trouble, Math.ceil(waitMs / 1_000))
      this.#nextAt = performance.now() + waitMs
    }
    throw new ServiceAway(`${source.name} did not respond as expected, ${mostAttempts} times in a row: ${trouble}`)
  }

  async #waitForTurn(): Promise<void> {
    const { stopping, source, keepTurn } = this.#options
    await keepTurn()
    await sleep(Math.max(0, this.#nextAt - performance.now()), undefined, { signal: stopping })
    this.#nextAt = performance.now() + 1_000 / source.perSecond
  }

  async #attempt(call: ApiCall): Promise<ServiceReply | { trouble: string; waitMs?: number }> {
    const { name } = this.#options.source
    const reply = await this.#send(call)
    if (reply === null) return { trouble: `${name} is not responding.` }
    const { status } = reply
    if (status === 429) return { trouble: `${name} allows no more requests at the moment.`, ...waitOf(reply) }
    if (status === 408 || status >= 500)
      return { trouble: `${name} responded with status ${status}.`, ...waitOf(reply) }
    if (status < 200 || status > 299) return { status, body: undefined }
    if (reply.isCut) throw new SourceError(`The response of ${name} is larger than 8 MB. Import a file instead.`)
    const body = parseBody(reply.body)
    return body === undefined ? { trouble: `${name} did not respond with JSON.` } : { status, body }
  }

  /** null if there is no response. */
  async #send({ path, host }: ApiCall): Promise<SafeReply | null> {
    const { source, baseUrl, token, allowPrivate, resolve, stopping, timeoutMs = standardTimeoutMs } = this.#options
    const base = baseUrl === source.url && host !== undefined ? (source.hosts?.[host] ?? baseUrl) : baseUrl
    try {
      return await within(timeoutMs, stopping, async (signal) => {
        const target = await openSafeTarget(`${base.replace(/\/+$/, '')}${path}`, signal, { allowPrivate, resolve })
        try {
          const headers = { accept: 'application/json', 'user-agent': 'Waymark-Import', ...source.authorize(token) }
          return await target.send({ headers, signal, maxBytes: mostBytes })
        } finally {
          await target.close()
        }
      })
    } catch (error) {
      stopping.throwIfAborted()
      if (error instanceof RefusedAddress)
        throw new SourceError(`The URL of ${source.name} is not allowed: ${error.message}.`)
      return null
    }
  }
}

function waitOf({ headers }: SafeReply): { waitMs?: number } {
  const given = headers['retry-after']
  if (typeof given !== 'string' || given === '') return {}
  const ms = /^\d+$/.test(given) ? Number(given) * 1_000 : Date.parse(given) - Date.now()
  return Number.isFinite(ms) && ms >= 0 ? { waitMs: ms } : {}
}

function parseBody(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString()) as unknown
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
