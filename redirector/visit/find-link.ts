import type { AddressRanges } from '#runtime/address-ranges.ts'
import type { Exchange } from '../transport/exchange.ts'
import type { MayAsk } from './fetch-record.ts'
import type { Resolution } from './known-link.ts'
import { readAddress, readPreviewTarget, readTarget, type Target } from './read-visit.ts'
import type { LinkResolver } from './resolve-link.ts'
import { OverBudget } from './unavailable.ts'
import type { UnknownCodes } from './unknown-codes.ts'

interface Parts {
  resolver: LinkResolver
  unknownCodes: UnknownCodes
  /** The proxies whose X-Forwarded-For is trusted; null if there are none. */
  proxies: AddressRanges | null
}

const always: MayAsk = () => true

/** Finds links for visits. Clients that opened too many unknown codes get few Postgres queries. */
export class LinkFinder {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Rejects like LinkResolver. */
  find<Result>(
    exchange: Exchange,
    target: Target,
    now: number,
    finish: (link: Resolution) => Result | Promise<Result>,
  ): Promise<Result> {
    const { resolver, unknownCodes } = this.#parts
    // The usual case: no client is limited, so no pending lookup is either.
    if (!unknownCodes.someAreSpent(now)) return resolver.resolve(target, now, always).then(finish)
    const mayAsk = this.#budgetOf(exchange, now)
    return resolver.resolve(target, now, mayAsk).then(finish, (error: unknown) => {
      // This visit joined the lookup of a client that may not query Postgres.
      if (mayAsk !== always || !(error instanceof OverBudget)) throw error
      return resolver.resolve(target, now, mayAsk).then(finish)
    })
  }

  /** Counts a visit to an unknown code. Returns true if the client is over the limit. */
  refusesGuess(exchange: Exchange, now: number): boolean {
    const { unknownCodes, proxies } = this.#parts
    if (!this.#isGuess(exchange)) return false
    const address = readAddress(exchange, proxies)
    if (unknownCodes.isSpent(address, now)) return true
    unknownCodes.count(address, now)
    return false
  }

  /** Codes and hosts can be guessed. A request for the root or a file of a known domain is not a guess. */
  #isGuess(exchange: Exchange): boolean {
    const { host, code } = readPreviewTarget(exchange) ?? readTarget(exchange)
    return code !== null || !this.#parts.resolver.isServed(host)
  }

  #budgetOf(exchange: Exchange, now: number): MayAsk {
    const { unknownCodes, proxies } = this.#parts
    const address = readAddress(exchange, proxies)
    if (!unknownCodes.isSpent(address, now)) return always
    let may: boolean | undefined
    // Decided once per visit: looking up a host and then its link, or one of them twice, is a single guess.
    return () => {
      may ??= unknownCodes.takeAsk(address, now)
      return may
    }
  }
}
