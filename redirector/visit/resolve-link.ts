import { type HostRecord, hostKey, linkKey } from '#schemas/link-record.ts'
import {
  type LinkPlace,
  type MayAsk,
  RecordFetcher,
  type RecordStores,
  readHostRecord,
  readLink,
} from './fetch-record.ts'
import type { Resolution } from './known-link.ts'
import type { Target } from './read-visit.ts'
import { RecordCache } from './record-cache.ts'
import { within } from './unavailable.ts'

/** The bytes hold the texts of some 100,000 records. */
const linksInMemory = { mostEntries: 100_000, mostTextBytes: 24 * 1024 * 1024 }
const hostsInMemory = { mostEntries: 10_000, mostTextBytes: 2 * 1024 * 1024 }

/** For two records, that of a host and then that of its link. For one of them each store has a limit of its own. */
const bothMostMs = 4_000

interface BaseDomain {
  id: string
  host: string
}

const nothing = { value: null }

/** Whatever else stands in a Host header cannot be a domain: it is neither looked up nor remembered. */
const hostPattern = /^[a-z0-9.-]{1,253}$/

/** Finds the link of a visit: in memory, then in Redis, then in Postgres. */
export class LinkResolver {
  readonly #links = new RecordCache<Resolution>({ ...linksInMemory, read: readLink })
  readonly #hosts = new RecordCache<HostRecord | null>({ ...hostsInMemory, read: readHostRecord })
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

  /**
   * Rejects with Unavailable when no store can tell, and with OverBudget where Postgres may not be asked. In memory a link
   * of the base domain is known by its code: no key need be put together for a visit.
   */
  resolve({ host, code }: Target, now: number, mayAsk: MayAsk): Promise<Resolution> {
    if (host !== this.#base.host) return within(bothMostMs, this.#resolveAt(host, code, now, mayAsk))
    return code === null ? Promise.resolve(null) : this.#load(code, { domainId: this.#base.id, code }, now, mayAsk)
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

  async #resolveAt(host: string, code: string | null, now: number, mayAsk: MayAsk): Promise<Resolution> {
    if (!hostPattern.test(host)) return null
    const domainId = await this.#findDomain(host, now, mayAsk)
    if (domainId === null || code === null) return null
    return this.#load(linkKey(domainId, code), { domainId, code }, now, mayAsk)
  }

  /** By its key in memory. The fetch stays without a name: tsx writes one onto each function that has it, in 0.4 µs of every visit. */
  #load(key: string, place: LinkPlace, now: number, mayAsk: MayAsk): Promise<Resolution> {
    return this.#links.load(key, (isCurrent) => this.#fetcher.fetchLink(place, { isCurrent, mayAsk }), now)
  }

  async #findDomain(host: string, now: number, mayAsk: MayAsk): Promise<string | null> {
    const key = hostKey(host)
    const known = this.#hosts.peek(key, now)
    if (known !== undefined) return known.value?.domain_id ?? null
    const domain = await this.#hosts.load(key, (isCurrent) => this.#fetcher.fetchHost(host, { isCurrent, mayAsk }), now)
    return domain?.domain_id ?? null
  }
}
