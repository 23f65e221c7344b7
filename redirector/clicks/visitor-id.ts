import { hash, randomBytes } from 'node:crypto'
import { visitorWindow } from '#core/visits/visitor-window.ts'
import type { Log } from '#runtime/log.ts'
import type { Visitor } from '../visit/read-visit.ts'
import { sipHash } from './sip-hash.ts'

const dayMs = 86_400_000
/** The next window's salt is fetched this long before it begins. */
const aheadMs = 12 * 3_600_000
const checkEveryMs = 60_000
/** User agents and accounts whose digests are kept; when there are more, keeping begins anew. */
const digestsMost = 20_000
/** Longer than any agent of a browser: what somebody makes up would fill memory with 20,000 headers, of which each text holds on to its own. */
const keptMostCharacters = 511
/** Longer than every address as text. */
const addressMostCharacters = 64

interface VisitorIdsOptions {
  windowDays: number
  /** The salt of the window that begins on this day (2026-01-31, UTC). */
  loadSalt: (windowStart: string) => Promise<Buffer>
  log: Log
}

/** A window's secrets. */
interface Window {
  salt: string
  key: Uint32Array
  digests: Map<string, Digest>
}

/** 64 bits. */
interface Digest {
  high: number
  low: number
}

/** Anonymous ids: a keyed hash under a salt that all processes share for one window of days, and that is destroyed later. */
export class VisitorIds {
  readonly #options: VisitorIdsOptions
  readonly #windows = new Map<number, Window>()
  /** Of the visitor who is looked at. */
  readonly #message = new Uint32Array(addressMostCharacters / 4 + 4)
  #timer: NodeJS.Timeout | undefined

  constructor(options: VisitorIdsOptions) {
    this.#options = options
  }

  /** Fetches the current salt, and from now on the next one in time. */
  async start(): Promise<void> {
    await this.#loadSalts(Date.now())
    this.#timer = setInterval(() => {
      this.#loadSalts(Date.now()).catch((error: unknown) =>
        this.#options.log.warn({ err: error }, 'the salt of visitor ids could not be fetched'),
      )
    }, checkEveryMs)
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  /** Decimal text of 64 bits. The same visitor of the same account has the same id throughout the window of `now`. */
  find({ address, user_agent }: Pick<Visitor, 'address' | 'user_agent'>, accountId: string, now: number): string {
    const window = this.#windowAt(this.#startOf(now))
    const message = this.#message
    const words = writeAddress(message, address)
    writeDigest(message, words, digestOf(window, accountId))
    writeDigest(message, words + 1, digestOf(window, user_agent))
    const { high, low } = sipHash(window.key, message, words + 2)
    return String((BigInt(high) << 32n) | BigInt(low))
  }

  /** Postgres away since before the window began: visits count on this process alone until it is back, rather than not at all. */
  #windowAt(start: number): Window {
    const known = this.#windows.get(start)
    if (known !== undefined) return known
    const own = makeWindow(randomBytes(32))
    this.#windows.set(start, own)
    this.#options.log.warn('no salt for this window of visitor ids: using one of this process alone')
    return own
  }

  async #loadSalts(now: number): Promise<void> {
    const current = this.#startOf(now)
    for (const start of new Set([current, this.#startOf(now + aheadMs)])) {
      const salt = await this.#options.loadSalt(visitorWindow(start, this.#options.windowDays))
      if (this.#windows.get(start)?.salt !== salt.toString('hex')) this.#windows.set(start, makeWindow(salt))
    }
    for (const start of this.#windows.keys()) if (start < current) this.#windows.delete(start)
  }

  /** Where the window of this instant begins, in Unix milliseconds. */
  #startOf(now: number): number {
    const windowMs = this.#options.windowDays * dayMs
    return now - (now % windowMs)
  }
}

function makeWindow(saltBytes: Buffer): Window {
  const salt = saltBytes.toString('hex')
  const key = Buffer.from(hash('sha256', `${salt}\nkey`), 'hex')
  return { salt, key: Uint32Array.from([0, 4, 8, 12], (at) => key.readUInt32LE(at)), digests: new Map() }
}

/** Most visitors have an agent that many have: with kept digests an id takes 0.45 µs, and 1.0 by one hash over all of it. */
function digestOf({ salt, digests }: Window, text: string): Digest {
  const known = digests.get(text)
  if (known !== undefined) return known
  const bytes = Buffer.from(hash('sha256', `${salt}\n${text}`), 'hex')
  const digest = { high: bytes.readUInt32LE(0), low: bytes.readUInt32LE(4) }
  if (text.length > keptMostCharacters) return digest
  if (digests.size >= digestsMost) digests.clear()
  digests.set(text, digest)
  return digest
}

/** As bytes, filled up with zeros; the words of 64 bits that it takes. */
function writeAddress(message: Uint32Array, address: string): number {
  const characters = Math.min(address.length, addressMostCharacters)
  const words = Math.ceil(characters / 8)
  message.fill(0, 0, words * 2)
  for (let at = 0; at < characters; at++) {
    message[at >> 2] = (message[at >> 2] ?? 0) | (address.charCodeAt(at) << ((at & 3) * 8))
  }
  return words
}

function writeDigest(message: Uint32Array, word: number, { high, low }: Digest): void {
  message[word * 2] = low
  message[word * 2 + 1] = high
}
