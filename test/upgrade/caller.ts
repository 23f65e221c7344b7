import { setTimeout as sleep } from 'node:timers/promises'
import type { Installation } from './installation.ts'

interface CallerOptions {
  installation: Pick<Installation, 'apiPorts' | 'key' | 'watch'>
  /** Calls per second over all connections. */
  perSecond: number
  connections?: number
}

const calls = ['/short-urls?limit=20', '/analytics/overview', '/campaigns', '/qr-codes', '/webhooks'] as const
const pauseMs = 50

/** Calls APIs that are ready: creates, changes and deletes links, and reads lists and reports. */
export class Caller {
  count = 0
  /** Calls without the expected status. */
  readonly failures: string[] = []
  /** Part of the failures, which shows when they happened. */
  label = 'first'
  readonly #options: Required<CallerOptions>
  #loops: Promise<void>[] = []
  #stopped = false

  constructor(options: CallerOptions) {
    this.#options = { connections: 2, ...options }
  }

  start(): void {
    this.#stopped = false
    this.#loops = Array.from({ length: this.#options.connections }, (_, index) => this.#loop(index))
  }

  async stop(): Promise<void> {
    this.#stopped = true
    await Promise.all(this.#loops)
  }

  async #loop(index: number): Promise<void> {
    for (let round = 0; !this.#stopped; round++) {
      const link = await this.#call(index, 'POST', '/short-urls', 201, { url: 'https://example.com/called' })
      const id = (link as { data?: { id?: string } } | undefined)?.data?.id
      if (id === undefined) continue
      await this.#call(index, 'PUT', `/short-urls/${id}`, 200, { url: 'https://example.com/changed' })
      await this.#call(index, 'GET', calls[round % calls.length] ?? '', 200)
      await this.#call(index, 'DELETE', `/short-urls/${id}`, 200)
    }
  }

  async #call(index: number, method: string, path: string, expected: number, body?: unknown): Promise<unknown> {
    const until = performance.now() + (this.#options.connections / this.#options.perSecond) * 1_000
    const { apiPorts, watch, key } = this.#options.installation
    const ready = apiPorts.filter(watch.isReady)
    const port = ready[index % ready.length]
    if (port === undefined) {
      await sleep(pauseMs)
      return undefined
    }
    this.count++
    const content = body === undefined ? {} : { 'content-type': 'application/json' }
    try {
      const response = await fetch(`http://127.0.0.1:${port}/api/v1${path}`, {
        method,
        headers: { authorization: `Bearer ${key}`, ...content },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      if (response.status === expected) return text === '' ? undefined : JSON.parse(text)
      this.failures.push(`${this.label}: ${method} ${path} returned ${response.status} ${text.slice(0, 200)}`)
    } catch (error) {
      this.failures.push(`${this.label}: ${method} ${path} failed: ${String(error)} ${String((error as Error).cause)}`)
    } finally {
      await sleep(Math.max(0, until - performance.now()))
    }
    return undefined
  }
}
