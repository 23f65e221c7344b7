import { LRUCache } from 'lru-cache'
import { type Counts, dropPast, type Quota, sliceMsOf, type Usage, usageOf } from './sliding-window.ts'

/** Keys counted in this process; the least recently used are dropped beyond this. Each takes about 300 bytes. */
const mostKeys = 50_000

export interface Taking {
  isAllowed: boolean
  /** The usage of each quota, after this request. */
  usages: Usage[]
}

/** Counts requests in this process only. */
export class LocalCounter {
  /** Created with the first request, because it allocates room for all keys at once. */
  #created: LRUCache<string, Counts> | undefined

  get #counts(): LRUCache<string, Counts> {
    this.#created ??= new LRUCache({ max: mostKeys })
    return this.#created
  }

  /** Counts a request in all quotas, or in none if one of them is used up. */
  take(quotas: readonly Quota[], now: number): Taking {
    const counted = quotas.map((quota) => ({ quota, counts: this.#countsOf(quota, now) }))
    const isAllowed = counted.every(({ quota, counts }) => usageOf(counts, quota, now).freeInMs === 0)
    if (isAllowed) {
      for (const { quota, counts } of counted) {
        const slice = Math.floor(now / sliceMsOf(quota))
        counts.set(slice, (counts.get(slice) ?? 0) + 1)
      }
    }
    return { isAllowed, usages: counted.map(({ quota, counts }) => usageOf(counts, quota, now)) }
  }

  #countsOf(quota: Quota, now: number): Counts {
    const known = this.#counts.get(quota.key)
    if (known !== undefined) {
      dropPast(known, quota, now)
      return known
    }
    const counts: Counts = new Map()
    this.#counts.set(quota.key, counts)
    return counts
  }
}
