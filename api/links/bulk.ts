import { type ApiError, invalidField } from '#core/api-error.ts'
import { runLanes } from '#core/run-lanes.ts'
import { type FieldError, sentenceAbout } from '#core/sentence-about.ts'
import type { Reach } from '#model/accounts/reach.ts'
import { readCampaignFilter } from '#model/campaigns/resolve-campaign.ts'
import { readDomainFilter } from '#model/links/find-own-link.ts'
import type { LinkFilter } from '#model/links/link-page.ts'
import { countLinks, selectLinks, stillMatches } from '#model/links/select-links.ts'
import type { Tx } from '#runtime/postgres.ts'
import { type BulkFailure, type BulkFilter, bulkMost } from '#schemas/bulk-links.ts'
import type { Services } from '../frame/endpoint.ts'
import { toApiError } from '../frame/error-replies.ts'

/** Concurrent transactions of one call: leaves connections in the pool for other calls. */
const atOnce = 5

/** Outcomes of a bulk call. A failure is reported with its index and does not affect the others. */
export class Outcomes<Result> {
  readonly #log: Services['log']
  readonly #results: (Result | undefined)[] = []
  readonly #failed: BulkFailure[] = []

  constructor(log: Services['log']) {
    this.#log = log
  }

  succeed(index: number, result: Result | undefined): void {
    this.#results[index] = result
  }

  fail(index: number, error: unknown): void {
    this.#failed.push({ index, ...describeFailure(this.#log, error) })
  }

  /** Does the work for each item, some concurrently. An item without a result is not reported. */
  async forEach<Item extends { index: number }>(
    items: readonly Item[],
    work: (item: Item) => Promise<Result | undefined>,
  ) {
    for (const { index, found } of await this.find(items, work)) this.succeed(index, found)
  }

  /** The same for work that comes before the outcome. Returns what did not fail. */
  async find<Item extends { index: number }, Found>(items: readonly Item[], work: (item: Item) => Promise<Found>) {
    const all = await runLanes(items, atOnce, async (item) => {
      try {
        return { index: item.index, found: await work(item) }
      } catch (error) {
        this.fail(item.index, error)
        return undefined
      }
    })
    return all.filter((one) => one !== undefined)
  }

  get(): { succeeded: Result[]; failed: BulkFailure[] } {
    const succeeded = this.#results.filter((result) => result !== undefined)
    return { succeeded, failed: this.#failed.toSorted((one, other) => one.index - other.index) }
  }
}

/** Does the work for each item, some concurrently. An item without a result is not reported. */
export async function forEachLink<Item, Result>(
  log: Services['log'],
  items: readonly Item[],
  work: (item: Item) => Promise<Result | undefined>,
): Promise<{ succeeded: Result[]; failed: BulkFailure[] }> {
  const outcomes = new Outcomes<Result>(log)
  await outcomes.forEach(
    items.map((item, index) => ({ item, index })),
    ({ item }) => work(item),
  )
  return outcomes.get()
}

/** The links that a bulk call selects. */
interface Selection {
  ids: string[]
  /** With a filter: locks a link, and returns whether it still matches. */
  isDue?: (tx: Tx, id: string) => Promise<boolean>
}

export async function readSelection(
  { sql, config }: Pick<Services, 'sql' | 'config'>,
  reach: Reach,
  { ids, filter }: { ids?: string[] | undefined; filter?: BulkFilter | undefined },
): Promise<Selection> {
  if (filter === undefined) return { ids: ids ?? [] }
  const criteria: LinkFilter = {
    status: filter.status,
    search: filter.search,
    tags: filter.tags,
    created_after: filter.created_after,
    created_before: filter.created_before,
    ...readDomainFilter(filter, config),
    campaign: await readCampaignFilter(sql, reach.account_id, filter.campaign_id),
  }
  const total = await countLinks(sql, reach, criteria)
  if (total > bulkMost)
    throw invalidField(
      'filter',
      `Must select at most ${bulkMost.toLocaleString('en-US')} short URLs, not ${total.toLocaleString('en-US')}.`,
    )
  const order = { sortBy: 'created_at', sortOrder: 'asc' } as const
  const page = { cursor: undefined, limit: bulkMost, offset: 0 }
  const links = await selectLinks(sql, reach, { ...criteria, ...order }, page)
  return { ids: links.map(({ id }) => id), isDue: (tx, id) => stillMatches(tx, reach, criteria, id) }
}

function describeFailure(log: Services['log'], error: unknown): Pick<BulkFailure, 'code' | 'message'> {
  const refusal = toApiError(error)
  if (refusal.status >= 500) log.error({ err: error }, 'an item of a bulk call failed')
  return { code: refusal.code, message: describe(refusal) }
}

/** A failed item has no details, so its message is about all of its fields. */
function describe({ code, message, details }: ApiError): string {
  if (code === 'BAD_REQUEST' && typeof details === 'string') return details
  const { errors } = (typeof details === 'object' ? details : {}) as { errors?: FieldError[] }
  return errors?.map(sentenceAbout).join(' ') ?? message
}
