import { type HostRecord, hostKey, linkKey } from '#schemas/link-record.ts'
import {
  type LinkPlace,
  linkReader,
  type MayAsk,
  RecordFetcher,
  type RecordStores,
  readHostRecord,
} from './fetch-record.ts'
import type { Resolution } from './known-link.ts'
import type { Target } from './read-visit.ts'
import { RecordCache, type Trust } from './record-cache.ts'
import { within } from './unavailable.ts'

const mib = 1024 * 1024
/** The bytes fit the text of about 100,000 records; links can have up to 64 KB of rules and schedules. */
const linksInMemory = { mostEntries: 100_000, mostEntryBytes: 64 * mib, mostTextBytes: 24 * mib }
const hostsInMemory = { mostEntries: 10_000, mostEntryBytes: 8 * mib, mostTextBytes: 2 * mib }

/** Time limit for two records, of the host and then the link. Single lookups are limited per store. */
const bothMostMs = 4_000

interface BaseDomain {
  id: string
  host: string
}

const nothing = { value: null }

/** Other Host header values cannot be domains and are neither looked up nor cached. */
const hostPattern = /^[a-z0-9.-]{1,253}$/

/** Finds the link of a visit: in memory, then in Redis, then in Postgres. */
export class LinkResolver {
  readonly #links: RecordCache<Resolution>
  readonly #hosts: RecordCache<HostRecord | null>
  readonly #fetcher: RecordFetcher
  /** Constant, and used by almost every visit. */
  readonly #base: BaseDomain
  /** Key prefix of the base domain's links. */
  readonly #basePrefix: string

  constructor(stores: RecordStores, base: BaseDomain, trust: Trust) {
    this.#links = new RecordCache({ ...linksInMemory, read: linkReader(stores), trust })
    this.#hosts = new RecordCache({ ...hostsInMemory, read: readHostRecord, trust })
    this.#fetcher = new RecordFetcher(stores)
    this.#base = base
    this.#basePrefix = linkKey(base.id, '')
  }

  /** Number of records that were not in memory, by store. */
  get asked(): RecordFetcher['asked'] {
    return this.#fetcher.asked
  }

  /** The link if it is in memory; undefined if it must be looked up. The host is looked up even if the path has no code. */
  peek({ host, code }: Target, now: number): { value: Resolution } | undefined {
    if (host === this.#base.host) return code === null ? nothing : this.#links.peek(code, now)
    if (!hostPattern.test(host)) return nothing
    const domain = this.#hosts.peek(hostKey(host), now)
    if (domain === undefined) return undefined
    if (domain.value === null || code === null) return nothing
    return this.#links.peek(linkKey(domain.value.domain_id, code), now)
  }

  /**
   * Rejects with Unavailable if no store responds and with OverBudget if Postgres may not be queried. In memory, links of
   * the base domain are stored by code, so that no key has to be built for a visit.
   */
  resolve({ host, code }: Target, now: number, mayAsk: MayAsk): Promise<Resolution> {
    if (host !== this.#base.host) return within(bothMostMs, this.#resolveAt(host, code, now, mayAsk))
    return code === null ? Promise.resolve(null) : this.#load(code, { domainId: this.#base.id, code }, now, mayAsk)
  }

  /** The domain of a host that was just resolved; null for the base domain and unknown hosts. */
  domainOf(host: string): HostRecord | null {
    return this.#hosts.lastSeen(hostKey(host)) ?? null
  }

  /** True if links are served on this host, which must have been resolved just before. */
  isServed(host: string): boolean {
    return host === this.#base.host || this.domainOf(host) !== null
  }

  /** Drops the record with this key because it has changed. */
  drop(key: string): void {
    this.#links.drop(key.startsWith(this.#basePrefix) ? key.slice(this.#basePrefix.length) : key)
    this.#hosts.drop(key)
  }

  /** Marks all records as stale, since invalidations may have been missed. */
  expireAll(): void {
    this.#links.expireAll()
    this.#hosts.expireAll()
  }

  async #resolveAt(host: string, code: string | null, now: number, mayAsk: MayAsk): Promise<Resolution> {
    if (!hostPattern.test(host)) return null
    const domainId = await this.#findDomain(host, now, mayAsk)
    if (domainId === null || code === null) return null
    return this.#load(linkKey(domainId, code), { domainId, code }, now, mayAsk)
  }

  /** The fetch function has no name on purpose: tsx sets the name of named functions at run time, 0.4 µs per visit. */
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
