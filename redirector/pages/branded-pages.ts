import { type BrandRecord, brandKey } from '#schemas/link-record.ts'
import type { Answer } from '../visit/answer.ts'
import { RecordFetcher, type RecordStores, readBrandRecord } from '../visit/fetch-record.ts'
import { RecordCache, type Trust } from '../visit/record-cache.ts'
import { within } from '../visit/unavailable.ts'
import { type Page, pageAnswer } from './page-answer.ts'

/** A brand has at most 12 kB of text, nearly all of it the logo. */
const brandsInMemory = { mostEntries: 500, mostEntryBytes: 8 * 1024 * 1024, mostTextBytes: 2 * 1024 * 1024 }
/** How long a page waits for its brand. */
const waitMostMs = 500

const always = () => true

/** Renders pages with the brand of their domain. Brands are read from memory, then from Redis, and only for pages. */
export class BrandedPages {
  readonly #brands: RecordCache<BrandRecord | null>
  readonly #fetcher: RecordFetcher
  readonly #log: RecordStores['log']
  readonly #isServed: (host: string) => boolean

  constructor(stores: RecordStores, trust: Trust, isServed: (host: string) => boolean) {
    this.#brands = new RecordCache({ ...brandsInMemory, read: readBrandRecord, trust })
    this.#isServed = isServed
    this.#fetcher = new RecordFetcher(stores)
    this.#log = stores.log
  }

  /** Synchronous if the brand is in memory. The host must have been resolved just before. */
  render(page: Page, host: string, now: number): Answer | Promise<Answer> {
    if (!this.#isServed(host)) return pageAnswer(page, null)
    const known = this.#brands.peek(brandKey(host), now)
    if (known !== undefined) return pageAnswer(page, known.value)
    const old = this.#brands.lastSeen(brandKey(host)) ?? null
    if (page.isUrgent) return pageAnswer(page, old)
    return within(waitMostMs, this.#load(host, now)).then(
      (brand) => pageAnswer(page, brand),
      (error: unknown) => {
        this.#log.debug({ err: error, host }, 'a page is shown without its current brand')
        return pageAnswer(page, old)
      },
    )
  }

  /** Drops the brand with this key because it has changed. */
  drop(key: string): void {
    this.#brands.drop(key)
  }

  /** Marks all brands as stale, since invalidations may have been missed. */
  expireAll(): void {
    this.#brands.expireAll()
  }

  #load(host: string, now: number): Promise<BrandRecord | null> {
    return this.#brands.load(
      brandKey(host),
      (isCurrent) => this.#fetcher.fetchBrand(host, { isCurrent, mayAsk: always }),
      now,
    )
  }
}
