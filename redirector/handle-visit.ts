import type { BlockList } from 'node:net'
import { decide } from '#core/visits/decide.ts'
import type { Log } from '#runtime/log.ts'
import type { LinkRecord } from '#schemas/link-record.ts'
import { type Answer, redirectAnswer } from './answer.ts'
import { type Click, clickLine } from './click-line.ts'
import type { ClickSpool } from './click-spool.ts'
import type { Exchange } from './exchange.ts'
import { expiredPage, methodNotAllowed, notFoundPage, tooManyPage, unavailablePage } from './pages.ts'
import { readAddress, readTarget, readVisitor, type Target } from './read-visit.ts'
import type { LinkResolver, Resolution } from './resolve-link.ts'
import { Unavailable } from './unavailable.ts'
import type { UnknownCodes } from './unknown-codes.ts'
import type { VisitorIds } from './visitor-id.ts'

interface VisitParts {
  resolver: LinkResolver
  spool: ClickSpool
  visitorIds: VisitorIds
  unknownCodes: UnknownCodes
  /** The proxies whose X-Forwarded-For is believed; null if there are none. */
  proxies: BlockList | null
  /** What the redirector says of itself, by path. */
  ownPaths: Map<string, () => Answer>
  log: Log
}

/** One visit: read -> resolve -> decide -> record -> answer. While memory knows the link nothing is waited for. */
export class VisitHandler {
  /** Answers by kind. */
  readonly answered = { redirect: 0, 'not-found': 0, expired: 0, unavailable: 0, 'too-many': 0 }
  /** Visits that wait for a store. */
  waiting = 0
  readonly #parts: VisitParts
  #lastNow = 0

  constructor(parts: VisitParts) {
    this.#parts = parts
  }

  handle(exchange: Exchange): void {
    try {
      this.#handle(exchange)
    } catch (error) {
      this.#fail(exchange, error)
    }
  }

  #handle(exchange: Exchange): void {
    if (exchange.method !== 'GET' && exchange.method !== 'HEAD') return exchange.answer(methodNotAllowed)
    const own = this.#parts.ownPaths.get(exchange.path)
    if (own !== undefined) return exchange.answer(own())
    const target = readTarget(exchange)
    if (target.code === null) return exchange.answer(notFoundPage)
    const known = this.#parts.resolver.peek(target, Date.now())
    if (known !== undefined) return this.#finish(exchange, known.value)
    this.#waitFor(exchange, target)
  }

  #waitFor(exchange: Exchange, target: Target): void {
    const { resolver, unknownCodes, proxies } = this.#parts
    if (unknownCodes.isSpent(readAddress(exchange, proxies), Date.now()))
      return this.#answer(exchange, 'too-many', tooManyPage)
    exchange.keep()
    exchange.hold()
    this.waiting++
    resolver
      .resolve(target)
      .then((link) => this.#finish(exchange, link))
      .catch((error: unknown) => this.#fail(exchange, error))
      .finally(() => this.waiting--)
  }

  #finish(exchange: Exchange, link: Resolution): void {
    const now = this.#now()
    const query = exchange.query()
    const decision = decide(link, query, now)
    if (decision.kind === 'expired') return this.#answer(exchange, 'expired', expiredPage)
    const redirect = decision.kind === 'redirect' ? redirectAnswer(decision) : null
    if (link === null || decision.kind === 'not-found' || redirect === null) return this.#answerNotFound(exchange, now)
    if (!link.tracking_enabled) return this.#answer(exchange, 'redirect', redirect)
    exchange.hold()
    // Before the answer: an answered click is never lost.
    const line = this.#describe(exchange, link, { clicked_at: now, query, destination_url: decision.url })
    this.#parts.spool.write(line, () => this.#answer(exchange, 'redirect', redirect))
  }

  #describe(exchange: Exchange, link: LinkRecord, click: Omit<Click, 'visitor_id' | 'method'>): string {
    const { visitorIds, proxies } = this.#parts
    const visitor = readVisitor(exchange, proxies)
    const visitor_id = visitorIds.find(visitor, link.account_id, click.clicked_at)
    return clickLine(link, visitor, { ...click, visitor_id, method: exchange.method })
  }

  #answerNotFound(exchange: Exchange, now: number): void {
    const { unknownCodes, proxies } = this.#parts
    const address = readAddress(exchange, proxies)
    if (unknownCodes.isSpent(address, now)) return this.#answer(exchange, 'too-many', tooManyPage)
    unknownCodes.count(address, now)
    this.#answer(exchange, 'not-found', notFoundPage)
  }

  /** No store could tell; or a fault of ours, which costs this visit and not the process. */
  #fail(exchange: Exchange, error: unknown): void {
    const { log } = this.#parts
    if (error instanceof Unavailable) log.debug({ err: error }, 'a visit could not be resolved')
    else log.error({ err: error }, 'a visit failed')
    this.#answer(exchange, 'unavailable', unavailablePage)
  }

  #answer(exchange: Exchange, kind: keyof typeof this.answered, answer: Answer): void {
    this.answered[kind]++
    exchange.answer(answer)
  }

  /** Months, windows and the order of clicks follow from it, so it never goes back. */
  #now(): number {
    this.#lastNow = Math.max(this.#lastNow, Date.now())
    return this.#lastNow
  }
}
