import { type HostRecord, hostKey, type LinkRecord, linkKey } from '#schemas/link-record.ts'
import { RecordFetcher, type RecordStores } from './fetch-record.ts'
import type { Target } from './read-visit.ts'
import { RecordCache } from './record-cache.ts'
import { within } from './unavailable.ts'

const linksInMemory = 100_000
const hostsInMemory = 10_000
/** A visit that no store has answered by then is told to come back. */
const lookupDeadlineMs = 3_000

/** The link, or null when there is none. */
export type Resolution = LinkRecord | null

interface BaseDomain {
  id: string
  host: string
}

const nothing = { value: null }

/** Finds the link of a visit: in memory, then in Redis, then in Postgres. */
export class LinkResolver {
  readonly #links = new RecordCache<Resolution>(linksInMemory)
  readonly #hosts = new RecordCache<HostRecord>(hostsInMemory)
  readonly #fetcher: RecordFetcher
  /** Never changes while the process runs, and almost every visit is for it. */
  readonly #base: BaseDomain

  constructor(stores: RecordStores, base: BaseDomain) {
    this.#fetcher = new RecordFetcher(stores)
    this.#base = base
  }

  /** What memory knows, without waiting; undefined if it must be looked up. */
  peek({ host, code }: Target, now: number): { value: Resolution } | undefined {
    if (code === null) return nothing
    if (host === this.#base.host) return this.#links.peek(linkKey(this.#base.id, code), now)
    const domain = this.#hosts.peek(hostKey(host), now)
    if (domain === undefined) return undefined
    const { domain_id } = domain.value
    return domain_id === null ? nothing : this.#links.peek(linkKey(domain_id, code), now)
  }

  /** Rejects with Unavailable when no store can tell. */
  resolve(target: Target): Promise<Resolution> {
    return within(lookupDeadlineMs, this.#lookUp(target))
  }

  /** The record under this key changed. */
  forget(key: string): void {
    this.#links.drop(key)
    this.#hosts.drop(key)
  }

  /** Changes may have gone unheard. */
  forgetAll(): void {
    this.#links.expireAll()
    this.#hosts.expireAll()
  }

  async #lookUp({ host, code }: Target): Promise<Resolution> {
    if (code === null) return null
    const domainId = host === this.#base.host ? this.#base.id : await this.#findDomain(host)
    if (domainId === null) return null
    return this.#links.load(linkKey(domainId, code), (isCurrent) => this.#fetcher.fetchLink(domainId, code, isCurrent))
  }

  async #findDomain(host: string): Promise<string | null> {
    const { domain_id } = await this.#hosts.load(hostKey(host), (isCurrent) => this.#fetcher.fetchHost(host, isCurrent))
    return domain_id
  }
}
