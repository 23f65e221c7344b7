import { type HostRecord, hostKey, linkKey } from '#schemas/link-record.ts'
import { RecordFetcher, type RecordStores } from './fetch-record.ts'
import type { Waiter } from './flight.ts'
import type { KnownLink } from './known-link.ts'
import type { Target } from './read-visit.ts'
import { RecordCache } from './record-cache.ts'

const linksInMemory = 100_000
const hostsInMemory = 10_000
/** A visit that no store has answered by then is told to come back. */
const lookupDeadlineMs = 3_000

/** The link, or null when there is none. */
export type Resolution = KnownLink | null

type OnFound = (link: Resolution) => void
type OnFailed = (error: unknown) => void

interface BaseDomain {
  id: string
  host: string
}

const nothing = { value: null }

/** Whatever else stands in a Host header cannot be a domain: it is neither looked up nor remembered. */
const hostPattern = /^[a-z0-9.-]{1,253}$/

/** Finds the link of a visit: in memory, then in Redis, then in Postgres. */
export class LinkResolver {
  /** Visits that wait for their link. */
  waiting = 0
  readonly #links = new RecordCache<Resolution>(linksInMemory)
  readonly #hosts = new RecordCache<HostRecord | null>(hostsInMemory)
  readonly #fetcher: RecordFetcher
  /** Never changes while the process runs, and almost every visit is for it. */
  readonly #base: BaseDomain
  /** Of its links' keys. */
  readonly #basePrefix: string

  constructor(stores: RecordStores, base: BaseDomain) {
    this.#fetcher = new RecordFetcher(stores)
    this.#base = base
    this.#basePrefix = linkKey(base.id, '')
  }

  /** Records that memory could not give, by the store that was asked. */
  get asked(): RecordFetcher['asked'] {
    return this.#fetcher.asked
  }

  /** What memory knows, without waiting; undefined if it must be looked up. The host is, even where the path is no code. */
  peek({ host, code }: Target, now: number): { value: Resolution } | undefined {
    if (host === this.#base.host) return code === null ? nothing : this.#links.peek(code, now)
    if (!hostPattern.test(host)) return nothing
    const domain = this.#hosts.peek(hostKey(host), now)
    if (domain === undefined) return undefined
    if (domain.value === null || code === null) return nothing
    return this.#links.peek(linkKey(domain.value.domain_id, code), now)
  }

  /** Calls one of the two back, at once or later; the second with Unavailable when no store can tell. */
  resolve({ host, code }: Target, now: number, found: OnFound, failed: OnFailed): void {
    const lookup = new Lookup(this, now + lookupDeadlineMs, found, failed)
    if (host === this.#base.host) return this.#resolveOn(this.#base.id, code, now, lookup)
    const known = this.#hosts.peek(hostKey(host), now)
    if (known !== undefined) return this.#resolveOn(known.value?.domain_id, code, now, lookup)
    this.#hosts.load(hostKey(host), now, (flight) => this.#fetcher.fetchHost(host, flight), {
      deadline: lookup.deadline,
      found: (domain) => this.#resolveOn(domain?.domain_id, code, Date.now(), lookup),
      failed: (error) => lookup.failed(error),
    })
  }

  find(target: Target): Promise<Resolution> {
    return new Promise((found, failed) => this.resolve(target, Date.now(), found, failed))
  }

  /** The domain of a host that was just resolved; null where it has none of its own, as the base domain. */
  domainOf(host: string): HostRecord | null {
    return this.#hosts.lastSeen(hostKey(host)) ?? null
  }

  /** Of a host that was just resolved. */
  isServed(host: string): boolean {
    return host === this.#base.host || this.domainOf(host) !== null
  }

  /** The record under this key changed. */
  forget(key: string): void {
    this.#links.drop(key.startsWith(this.#basePrefix) ? key.slice(this.#basePrefix.length) : key)
    this.#hosts.drop(key)
  }

  /** Changes may have gone unheard. */
  forgetAll(): void {
    this.#links.expireAll()
    this.#hosts.expireAll()
  }

  #resolveOn(domainId: string | undefined, code: string | null, now: number, lookup: Lookup): void {
    if (domainId === undefined || code === null) return lookup.found(null)
    const key = this.#keyOf(domainId, code)
    this.#links.load(key, now, (flight) => this.#fetcher.fetchLink({ domainId, code }, flight), lookup)
  }

  /** In memory a link of the base domain is known by its code: no key need be put together for a visit. */
  #keyOf(domainId: string, code: string): string {
    return domainId === this.#base.id ? code : linkKey(domainId, code)
  }
}

/** A visit that waits for its link. */
class Lookup implements Waiter<Resolution> {
  readonly deadline: number
  readonly #resolver: LinkResolver
  readonly #found: OnFound
  readonly #failed: OnFailed

  constructor(resolver: LinkResolver, deadline: number, found: OnFound, failed: OnFailed) {
    this.deadline = deadline
    this.#resolver = resolver
    this.#found = found
    this.#failed = failed
    resolver.waiting++
  }

  found(link: Resolution): void {
    this.#resolver.waiting--
    try {
      this.#found(link)
    } catch (error) {
      // A fault in seeing it through costs this visit alone.
      this.#failed(error)
    }
  }

  failed(error: unknown): void {
    this.#resolver.waiting--
    this.#failed(error)
  }
}
