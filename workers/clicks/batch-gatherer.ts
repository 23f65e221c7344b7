import type { ClickBatchJob } from '#schemas/queues.ts'

/** Batches that are stored together at most. */
export const mostTogether = 16
/** A batch with more clicks has its own insert. With this limit, a group has no more clicks than a full segment. */
const smallMostRows = 10_000 / mostTogether
/** A small batch waits this long for others. Redirectors seal theirs at the same moments (redirector/clicks/click-spool.ts). */
const gatherMs = 50

interface Waiting {
  job: ClickBatchJob
  stored: (outcome: Promise<void>) => void
}

/** Stores batches, one promise for each. */
type Store = (jobs: readonly ClickBatchJob[]) => Promise<void>[]

/** Gathers small batches that arrive at about the same time, and limits how many groups and large batches run at once. */
export class BatchGatherer {
  readonly #store: Store
  readonly #mostAtOnce: number
  readonly #alone: Waiting[] = []
  readonly #small: Waiting[] = []
  #timer: NodeJS.Timeout | undefined
  #isDue = false
  #wasGroup = false
  #running = 0

  constructor(store: Store, mostAtOnce: number) {
    this.#store = store
    this.#mostAtOnce = mostAtOnce
  }

  /** Resolves when the batch is stored. A retry is stored alone. */
  add(job: ClickBatchJob, { isRetry }: { isRetry: boolean }): Promise<void> {
    return new Promise((stored) => {
      const isSmall = !isRetry && job.rows <= smallMostRows
      ;(isSmall ? this.#small : this.#alone).push({ job, stored })
      if (isSmall) this.#timer ??= setTimeout(() => this.#becomeDue(), gatherMs)
      this.#start()
    })
  }

  #becomeDue(): void {
    this.#isDue = true
    this.#start()
  }

  #start(): void {
    while (this.#running < this.#mostAtOnce) {
      const batches = this.#next()
      if (batches.length === 0) return
      this.#running++
      const outcomes = this.#store(batches.map(({ job }) => job))
      for (const [index, { stored }] of batches.entries()) stored(outcomes[index] ?? Promise.resolve())
      void Promise.allSettled(outcomes).then(() => {
        this.#running--
        this.#start()
      })
    }
  }

  /** Takes turns, so that neither kind waits until there are none of the other. */
  #next(): Waiting[] {
    const hasGroup = this.#small.length > 0 && (this.#isDue || this.#small.length >= mostTogether)
    this.#wasGroup = hasGroup && !(this.#wasGroup && this.#alone.length > 0)
    if (!this.#wasGroup) return this.#alone.splice(0, 1)
    const batches = this.#small.splice(0, mostTogether)
    if (this.#small.length === 0) {
      clearTimeout(this.#timer)
      this.#timer = undefined
      this.#isDue = false
    }
    return batches
  }
}
