import { asksFor } from '#core/rules/record-rules.ts'
import { classifyRequest } from '#core/visits/classify-traffic.ts'
import { readClickCount } from '#model/links/read-click-count.ts'
import { useUpLimit } from '#model/links/use-up-limit.ts'
import { visitCounter } from '#model/links/visit-counters.ts'
import type { Sql } from '#runtime/postgres.ts'
import type { Redis } from '#runtime/redis.ts'
import { redisScript } from '#runtime/redis-script.ts'
import type { LinkExtras, LinkRecord } from '#schemas/link-record.ts'
import { classifyAgent } from './classify-agent.ts'
import type { Visitor } from './read-visit.ts'
import { postgresDeadlineMs, Unavailable, within } from './unavailable.ts'

/** After this long without a visit, the count is read from Postgres again, which has every click by then. */
const trackedTtlSeconds = 30 * 86_400
/** Nothing else counts the visits of an untracked link. Its counter is deleted with the link or its limit. */
const never = ''

/**
 * Returns the clicks left if admitted (and counted if it counts), -1 if the limit was reached before, -2 if the count is
 * unknown: pass a seed. A counter that has counted untracked visits does not expire, even if the link is tracked now.
 */
const [refused, unknown] = [-1, -2]
const admit = redisScript(`
local most, counts, seed, ttl = tonumber(ARGV[1]), ARGV[2], ARGV[3], tonumber(ARGV[4])
local used = redis.call('GET', KEYS[1])
if not used then
  if seed == '' then return -2 end
  used = seed
end
local admitted = tonumber(used) < most
if admitted and counts == '1' then used = tonumber(used) + 1 end
local expires = ttl and redis.call('TTL', KEYS[1]) ~= -1
redis.call('SET', KEYS[1], string.format('%d', used), unpack(expires and { 'EX', ttl } or {}))
return admitted and most - tonumber(used) or -1
`)

interface Stores {
  sql: Sql
  redis: Redis
}

export interface LimitedLink extends LinkRecord {
  /** The click limit whose end was reported. */
  reportedLimit?: number
}

export type Limit = NonNullable<LinkExtras['limit']>

/** Admits a visit to a link with a click limit, atomically across all redirectors. Rejects with Unavailable if unknown. */
export async function admitVisit(stores: Stores, link: LimitedLink, limit: Limit, counts: boolean): Promise<boolean> {
  return (await takeNumber(stores, link, limit, counts)) !== null
}

/**
 * The number of this click among those of the link, or of the next one if this visit does not count. null if the limit was
 * reached before. Rejects with Unavailable if unknown.
 */
export async function takeNumber(
  stores: Stores,
  link: LimitedLink,
  limit: Limit,
  counts: boolean,
): Promise<number | null> {
  const left = await countDown(stores, link, limit, counts)
  if (left <= 0 && !link.tracking_enabled) reportUsed(stores.sql, link, limit)
  return left === refused ? null : limit.most - left + (counts ? 0 : 1)
}

async function countDown({ sql, redis }: Stores, link: LinkRecord, limit: Limit, counts: boolean) {
  const { link_id, tracking_enabled } = link
  const key = visitCounter(link_id, limit.since)
  const ttlSeconds = tracking_enabled ? trackedTtlSeconds : never
  const ask = async (seed: number | '') =>
    Number(await admit(redis, key, limit.most, counts ? '1' : '0', seed, ttlSeconds))
  try {
    const left = await ask('')
    return left === unknown ? await ask(await within(postgresDeadlineMs, readClickCount(sql, link_id))) : left
  } catch (error) {
    throw new Unavailable('the clicks of a limited link cannot be counted', { cause: error })
  }
}

/** Not awaited: if it fails, the next visit reports again. Reported once for each time that the link is loaded. */
function reportUsed(sql: Sql, link: LimitedLink, { most, since }: Limit): void {
  if (link.reportedLimit === most) return
  link.reportedLimit = most
  useUpLimit(sql, { link_id: link.link_id, most, since }).catch(() => {
    delete link.reportedLimit
  })
}

/** Whether a visit is counted before its click is recorded: for the click limit of the link, or to number it for its rules. */
export const isCountedFirst = ({ extras }: LinkRecord): boolean =>
  extras?.limit !== undefined || (extras?.rules !== undefined && asksFor(extras.rules.list, 'click_number'))

/** Uses the same rule as the click workers: bot visits do not count toward the limit. */
export function countsAsClick(method: string, { purpose, user_agent }: Visitor): boolean {
  return (classifyRequest(method, purpose) ?? classifyAgent(user_agent)).traffic !== 'bot'
}
