import { invalidField } from '#core/api-error.ts'
import type { Reach } from '#model/accounts/reach.ts'
import { readCampaignFilter } from '#model/campaigns/resolve-campaign.ts'
import { readDomainFilter } from '#model/links/find-own-link.ts'
import type { LinkFilter } from '#model/links/link-page.ts'
import { countLinks, selectLinks } from '#model/links/select-links.ts'
import { type BulkFailure, type BulkFilter, bulkMost } from '#schemas/bulk-links.ts'
import type { Services } from '../frame/endpoint.ts'
import { toApiError } from '../frame/error-replies.ts'

/** Transactions of one call at the same time: the pool has connections left for other calls. */
const atOnce = 5

/** Does the work for each, some at the same time. What fails is told by its place and leaves the others alone. */
export async function forEachLink<Item, Result>(
  log: Services['log'],
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<{ succeeded: Result[]; failed: BulkFailure[] }> {
  const results: (Result | undefined)[] = []
  const failed: BulkFailure[] = []
  let next = 0
  const run = async () => {
    for (let index = next++; index < items.length; index = next++) {
      try {
        results[index] = await work(items[index] as Item)
      } catch (error) {
        failed.push({ index, ...describeFailure(log, error) })
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, run))
  const succeeded = results.filter((result) => result !== undefined)
  return { succeeded, failed: failed.sort((one, other) => one.index - other.index) }
}

/** The ids that a bulk call means. */
export async function readSelection(
  { sql, config }: Pick<Services, 'sql' | 'config'>,
  reach: Reach,
  { ids, filter }: { ids?: string[] | undefined; filter?: BulkFilter | undefined },
): Promise<string[]> {
  if (filter === undefined) return ids ?? []
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
  if (total > bulkMost) throw invalidField('filter', `finds ${total} short URLs; at most ${bulkMost} go in one call`)
  const order = { sortBy: 'created_at', sortOrder: 'asc' } as const
  const page = { cursor: undefined, limit: bulkMost, offset: 0 }
  return (await selectLinks(sql, reach, { ...criteria, ...order }, page)).map(({ id }) => id)
}

function describeFailure(log: Services['log'], error: unknown): Pick<BulkFailure, 'code' | 'message'> {
  const { code, message, details, status } = toApiError(error)
  if (status >= 500) log.error({ err: error }, 'one of a bulk call failed')
  return { code, message: [message, ...detailsIn(details)].join(': ') }
}

function detailsIn(details: unknown): string[] {
  if (typeof details === 'string') return [details]
  const errors = (details as { errors?: { field: string; message: string }[] } | undefined)?.errors
  return errors === undefined ? [] : [errors.map(({ field, message }) => `${field} ${message}`).join('; ')]
}
