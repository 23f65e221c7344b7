import { hash, randomBytes } from 'node:crypto'
import { visitorWindow } from '#core/visits/visitor-window.ts'
import type { Log } from '#runtime/log.ts'
import { decimal } from './decimal.ts'
import type { Visitor } from './read-visit.ts'

const dayMs = 86_400_000
/** The next window's salt is fetched this long before it begins. */
const aheadMs = 12 * 3_600_000
const checkEveryMs = 60_000

interface VisitorIdsOptions {
  windowDays: number
  /** The salt of the window that begins on this day (2026-01-31, UTC). */
  loadSalt: (windowStart: string) => Promise<Buffer>
  log: Log
}

/** Anonymous ids: a keyed hash under a salt that all processes share for one window of days, and that is destroyed later. */
export class VisitorIds {
  readonly #options: VisitorIdsOptions
  readonly #salts = new Map<number, string>()
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
  find({ address, user_agent }: Visitor, accountId: string, now: number): string {
    const digest = hash('sha256', `${this.#saltOf(this.#windowOf(now))}\n${address}\n${accountId}\n${user_agent}`)
    return decimal(parseInt(digest.slice(0, 8), 16), parseInt(digest.slice(8, 16), 16))
  }

  /** Postgres away since before the window began: visits count on this process alone until it is back, rather than not at all. */
  #saltOf(window: number): string {
    const known = this.#salts.get(window)
    if (known !== undefined) return known
    const own = randomBytes(32).toString('hex')
    this.#salts.set(window, own)
    this.#options.log.warn('no salt for this window of visitor ids: using one of this process alone')
    return own
  }

  async #loadSalts(now: number): Promise<void> {
    const current = this.#windowOf(now)
    for (const window of new Set([current, this.#windowOf(now + aheadMs)])) {
      const salt = await this.#options.loadSalt(visitorWindow(window, this.#options.windowDays))
      this.#salts.set(window, salt.toString('hex'))
    }
    for (const window of this.#salts.keys()) if (window < current) this.#salts.delete(window)
  }

  /** Where the window of this instant begins, in Unix milliseconds. */
  #windowOf(now: number): number {
    const windowMs = this.#options.windowDays * dayMs
    return now - (now % windowMs)
  }
}
