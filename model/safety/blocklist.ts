import { createHash, randomInt } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { HostSet } from '#core/safety/host-set.ts'
import { findListed, hostOf, hostsOfLine } from '#core/safety/listed-hosts.ts'
import type { Config } from '#runtime/config.ts'
import type { Lifecycle } from '#runtime/lifecycle.ts'
import type { Log } from '#runtime/log.ts'
import type { Sql } from '#runtime/postgres.ts'
import { repeat } from '#runtime/repeat.ts'
import { readFetchTime, readList } from './fetched-lists.ts'

/** How often each process looks for a new list. */
const refreshMs = 10_000
/** About three million hosts. */
export const mostListBytes = 64 * 1024 * 1024
/** Lines that are read without a pause: about 10 ms. */
const linesAtOnce = 10_000
/** Longer lines are none of a list. */
const longestLine = 4_096
/** Lists with shorter lines get more room while they are read. */
const bytesOfHost = 8

interface Parts {
  sql: Sql
  log: Log
  config: Pick<Config, 'BLOCKLIST' | 'BLOCKLIST_EXCEPT'>
}

interface Loaded {
  hosts: HostSet
  /** When the list was changed, in microseconds since 1970. */
  changedAt: number
}

/** The hosts that no destination may have. Without the setting, or before the first list, there are none. */
export class Blocklist {
  readonly #parts: Parts
  readonly #exceptions: { has(text: string, start?: number): boolean }
  #loaded: Loaded | null = null
  #problem: string | null = null
  #stop: (() => Promise<void>) | undefined

  constructor(parts: Parts) {
    this.#parts = parts
    const except = new Set(parts.config.BLOCKLIST_EXCEPT)
    this.#exceptions = { has: (text, start = 0) => except.has(text.slice(start)) }
  }

  get size(): number {
    return this.#loaded?.hosts.size ?? 0
  }

  /** Why the list could not be read. null if it could. */
  get problem(): string | null {
    return this.#problem
  }

  /** Where the list is from, and when it was changed. null without a list. */
  get version(): { source: string; changedAt: number } | null {
    if (this.#loaded === null) return null
    const { BLOCKLIST = '', BLOCKLIST_EXCEPT } = this.#parts.config
    const source = createHash('sha256').update([BLOCKLIST, ...BLOCKLIST_EXCEPT].join('\n'))
    return { source: source.digest('hex').slice(0, 16), changedAt: this.#loaded.changedAt }
  }

  /** The entry that lists the host of the URL. */
  find(url: string): string | undefined {
    if (this.#loaded === null) return undefined
    const host = hostOf(url)
    if (host === null) return undefined
    const entry = findListed(this.#loaded.hosts, host)
    return entry !== undefined && findListed(this.#exceptions, host) === undefined ? entry : undefined
  }

  /** Reads the list if it has changed. After a failure, the previous list stays. */
  async refresh(): Promise<void> {
    const { BLOCKLIST: source } = this.#parts.config
    if (source === undefined) return
    try {
      const found = isUrl(source) ? await this.#readFetched(source) : await this.#readFile(source)
      if (found !== null) this.#loaded = { hosts: await readHosts(found.content), changedAt: found.changedAt }
      this.#report(null)
    } catch (error) {
      this.#report(error)
    }
  }

  start(): void {
    this.#stop ??= repeat(refreshMs, () => this.refresh())
  }

  async stop(): Promise<void> {
    await this.#stop?.()
  }

  async #readFile(path: string): Promise<{ content: Buffer; changedAt: number } | null> {
    const { mtimeMs, size } = await stat(path)
    const changedAt = Math.round(mtimeMs * 1_000)
    if (changedAt === this.#loaded?.changedAt) return null
    if (size > mostListBytes) throw new Error(`it is larger than ${mostListBytes} bytes`)
    return { content: await readFile(path), changedAt }
  }

  async #readFetched(url: string): Promise<{ content: Buffer; changedAt: number } | null> {
    const { sql } = this.#parts
    const changedAt = await readFetchTime(sql, url)
    if (changedAt === null || changedAt === this.#loaded?.changedAt) return null
    const packed = await readList(sql, url)
    return packed && { content: await unpack(packed, { maxOutputLength: mostListBytes }), changedAt }
  }

  /** Once for each problem, not every ten seconds. */
  #report(error: unknown): void {
    const problem = error === null ? null : error instanceof Error ? error.message : 'unknown'
    if (problem === this.#problem) return
    this.#problem = problem
    if (error !== null)
      this.#parts.log.error({ err: error }, 'the blocklist could not be read; the previous one applies')
    else this.#parts.log.info({ hosts: this.size }, 'the blocklist was read')
  }
}

const unpack = promisify(gunzip)

export const isUrl = (source: string): boolean => source.startsWith('https://')

/** Yields now and then, so that requests are served meanwhile. */
export async function readHosts(content: Buffer): Promise<HostSet> {
  let lines = 1
  for (let end = content.indexOf(10); end >= 0; end = content.indexOf(10, end + 1)) lines++
  const hosts = Math.min(lines, Math.ceil(content.length / bytesOfHost))
  const set = new HostSet({ hosts, characters: content.length }, randomInt(2 ** 31))
  for (let start = 0, count = 1; start < content.length; count++) {
    const end = content.indexOf(10, start)
    const next = end < 0 ? content.length : end
    if (next - start <= longestLine)
      for (const host of hostsOfLine(content.toString('utf8', start, next))) set.add(host)
    start = next + 1
    if (count % linesAtOnce === 0) await nextTurn()
  }
  set.trim()
  return set
}

/** Settings are read once by each process, and handed to everything that judges destinations. */
const blocklists = new WeakMap<object, Blocklist>()

/** The blocklist of the process with these settings. */
export const blocklistOf = (config: object): Blocklist | undefined => blocklists.get(config)

/** Loads the blocklist before the process begins to work, and keeps it up to date. */
export async function startBlocklist(parts: Parts & { lifecycle: Pick<Lifecycle, 'onStop'> }): Promise<Blocklist> {
  const blocklist = new Blocklist(parts)
  blocklists.set(parts.config, blocklist)
  if (parts.config.BLOCKLIST === undefined) return blocklist
  await blocklist.refresh()
  blocklist.start()
  parts.lifecycle.onStop('blocklist', () => blocklist.stop())
  return blocklist
}
