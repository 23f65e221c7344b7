import { classifyRequest, classifyUserAgent } from '#core/visits/classify-traffic.ts'
import { readClickCount } from '#model/links/read-click-count.ts'
import type { Sql } from '#runtime/postgres.ts'
import type { Redis } from '#runtime/redis.ts'
import { redisScript } from '#runtime/redis-script.ts'
import type { LinkExtras, LinkRecord } from '#schemas/link-record.ts'
import type { Visitor } from './read-visit.ts'
import { postgresDeadlineMs, Unavailable, within } from './unavailable.ts'

/** After this long without a visit, the count is read from Postgres again, which has every click by then. */
const counterTtlSeconds = 30 * 86_400

/** Returns 1 if admitted (and counted if it counts), 0 if the limit is reached, -1 if the count is unknown: pass a seed. */
const admit = redisScript(`
local most, counts, seed, ttl = tonumber(ARGV[1]), ARGV[2], ARGV[3], tonumber(ARGV[4])
local used = redis.call('GET', KEYS[1])
if not used then
  if seed == '' then return -1 end
  used = seed
end
local admitted = tonumber(used) < most
if admitted and counts == '1' then used = tonumber(used) + 1 end
redis.call('SET', KEYS[1], string.format('%d', used), 'EX', ttl)
return admitted and 1 or 0
`)

interface Stores {
  sql: Sql
  redis: Redis
}

type Limit = NonNullable<LinkExtras['limit']>

/** Admits a visit to a link with a click limit, atomically across all redirectors. Rejects with Unavailable if unknown. */
export async function admitVisit(stores: Stores, link: LinkRecord, limit: Limit, counts: boolean): Promise<boolean> {
  const ask = (seed: string) =>
    admit(
      stores.redis,
      `visits:${link.link_id}:${limit.since}`,
      limit.most,
      counts ? '1' : '0',
      seed,
      counterTtlSeconds,
    )
  try {
    const known = await ask('')
    return (
      (known === -1
        ? await ask(String(await within(postgresDeadlineMs, readClickCount(stores.sql, link.link_id))))
        : known) === 1
    )
  } catch (error) {
    throw new Unavailable('the clicks of a limited link cannot be counted', { cause: error })
  }
}

/** Uses the same rule as the click workers: bot visits do not count toward the limit. */
export function countsAsClick(method: string, { purpose, user_agent }: Visitor): boolean {
  return (classifyRequest(method, purpose) ?? classifyUserAgent(user_agent)).traffic !== 'bot'
}
