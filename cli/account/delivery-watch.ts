import type { Waymark } from '#sdk'

type List = Waymark['webhooks']['deliveries']
type Query = Omit<NonNullable<Parameters<List>[1]>, 'page' | 'cursor'>
type Delivery = Awaited<ReturnType<List>>['data'][number]

/** New deliveries that are read at a time, and pending ones that are watched. */
const most = 2_000
/** IDs that the API looks up at a time. */
const mostIds = 100
/** A delivery has the time at which its transaction began. It is listed when the transaction ends, behind newer ones. */
const lateMs = 10_000
/** Deliveries per page, in addition to those that have been read. */
const usualPage = 20

/** Finds the deliveries of a webhook that end from now on, each once: those that are pending now, and new ones. */
export class DeliveryWatch {
  readonly #list: (query: Query) => ReturnType<List>
  /** The newest delivery at the start. */
  #start: Delivery | undefined
  /** The time of the oldest deliveries that are still read again. */
  #since = 0
  /** Deliveries from then on that have been read. */
  #read = new Set<string>()
  /** In the order of their last look-up. */
  readonly #pending = new Set<string>()
  #isIncomplete = false

  constructor(waymark: Waymark, webhookId: string) {
    this.#list = (query) => waymark.webhooks.deliveries(webhookId, query)
  }

  async start(): Promise<void> {
    const { data } = await this.#list({ limit: 1 })
    this.#start = data[0]
    for await (const delivery of this.#list({ status: 'pending', limit: 100 })) {
      this.#watch([delivery])
      if (this.#isIncomplete) break
    }
  }

  /** Whether there were too many deliveries to find them all. */
  get isIncomplete(): boolean {
    return this.#isIncomplete
  }

  /** Oldest first. */
  async findEnded(): Promise<Delivery[]> {
    const recent = await this.#readRecent()
    const changed = recent.filter(({ id }) => !this.#read.has(id) || this.#pending.has(id))
    const seen = new Set(recent.map(({ id }) => id))
    const others = await this.#lookUp([...this.#pending].filter((id) => !seen.has(id)).slice(0, mostIds))
    this.#remember(recent)
    const found = [...changed, ...others]
    this.#watch(found)
    return found.filter((delivery) => !isPending(delivery)).sort((one, other) => (isNewer(one, other) ? 1 : -1))
  }

  async #readRecent(): Promise<Delivery[]> {
    const recent: Delivery[] = []
    for await (const delivery of this.#list({ limit: Math.min(usualPage + this.#read.size, 100) })) {
      const isFromBefore = this.#start !== undefined && !isNewer(delivery, this.#start)
      if (isFromBefore || timeOf(delivery) < this.#since) break
      recent.push(delivery)
      if (recent.length < most) continue
      this.#isIncomplete ||= !this.#read.has(delivery.id)
      break
    }
    return recent
  }

  #remember(recent: readonly Delivery[]): void {
    const [newest] = recent
    if (newest !== undefined) this.#since = timeOf(newest) - lateMs
    this.#read = new Set(recent.filter((delivery) => timeOf(delivery) >= this.#since).map(({ id }) => id))
  }

  /** A delivery that has been deleted is not found, and not looked up again. */
  async #lookUp(ids: string[]): Promise<Delivery[]> {
    if (ids.length === 0) return []
    const { data } = await this.#list({ ids: ids.join(','), limit: mostIds })
    for (const id of ids) this.#pending.delete(id)
    return data
  }

  #watch(found: readonly Delivery[]): void {
    for (const delivery of found) {
      this.#pending.delete(delivery.id)
      if (!isPending(delivery)) continue
      this.#isIncomplete ||= this.#pending.size === most
      if (this.#pending.size < most) this.#pending.add(delivery.id)
    }
  }
}

const isPending = ({ status }: Delivery) => status === 'pending'
const timeOf = ({ created_at }: Delivery) => Date.parse(created_at)

/** In the order of the list. */
const isNewer = (one: Delivery, other: Delivery) =>
  one.created_at === other.created_at ? one.id > other.id : one.created_at > other.created_at
