import { associationFiles } from '#core/apps/association-files.ts'
import { type AppsRecord, appsKey } from '#schemas/link-record.ts'
import type { Answer } from '../visit/answer.ts'
import { RecordFetcher, type RecordStores, readAppsRecord } from '../visit/fetch-record.ts'
import { RecordCache, type Trust } from '../visit/record-cache.ts'
import { within } from '../visit/unavailable.ts'
import { fileAnswer } from './file-answer.ts'

/** The apps of a host have at most 15 kB of text, and usually some hundred bytes. */
const appsInMemory = { mostEntries: 1_000, mostEntryBytes: 8 * 1024 * 1024, mostTextBytes: 2 * 1024 * 1024 }

/** How long a visit waits for them. */
const waitMostMs = 500

const always = () => true

/** The apps that open the links of a host. They are read from memory, then from Redis, and then from Postgres. */
export class DomainApps {
  readonly #apps: RecordCache<AppsRecord | null>
  readonly #fetcher: RecordFetcher
  readonly #log: RecordStores['log']

  constructor(stores: RecordStores, trust: Trust) {
    this.#apps = new RecordCache({ ...appsInMemory, read: readAppsRecord, trust })
    this.#fetcher = new RecordFetcher(stores)
    this.#log = stores.log
  }

  /**
   * Synchronous if the apps are in memory. Rejects with Unavailable if no store responds: a missing file would tell systems that
   * there are no apps. Links must be served on the host.
   */
  find(host: string, now: number): AppsRecord | null | Promise<AppsRecord | null> {
    const known = this.#apps.peek(appsKey(host), now)
    if (known !== undefined) return known.value
    return this.#apps.load(
      appsKey(host),
      (isCurrent) => this.#fetcher.fetchApps(host, { isCurrent, mayAsk: always }),
      now,
    )
  }

  /** For a visit, which does not wait long: the last known apps, or none, if no store responds in time. */
  findSoon(host: string, now: number): AppsRecord | null | Promise<AppsRecord | null> {
    const found = this.find(host, now)
    if (!(found instanceof Promise)) return found
    const old = this.#apps.lastSeen(appsKey(host)) ?? null
    return within(waitMostMs, found).catch((error: unknown) => {
      this.#log.debug({ err: error, host }, 'a visit opens an app without its current store URL')
      return old
    })
  }

  /** The file at this path, which names the apps; null if it is none. */
  async readFile(path: string, host: string, now: number): Promise<Answer | null> {
    const file = associationFiles.get(path)
    return file === undefined ? null : fileAnswer(file, await this.find(host, now))
  }

  /** Drops the apps with this key because they have changed. */
  drop(key: string): void {
    this.#apps.drop(key)
  }

  /** Marks all apps as stale, since invalidations may have been missed. */
  expireAll(): void {
    this.#apps.expireAll()
  }
}
