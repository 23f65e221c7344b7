import { z } from 'zod'
import { ch, uuid, uuids } from '#runtime/ch-tag.ts'
import type { Reach } from '../accounts/reach.ts'
import { askClicksBriefly } from '../clicks/ask-clicks.ts'
import { findUnpurged } from '../clicks/purge-clicks.ts'
import type { Stores } from '../stores.ts'

const row = z.object({ campaign_id: z.guid(), unique_visitors: z.int() })

/** Lifetime visitors of links within reach, by campaign id; null while the click store is unavailable. */
export async function countVisitors(
  { sql, ch }: Pick<Stores, 'sql' | 'ch'>,
  reach: Reach,
  campaignIds: readonly string[],
  gone: AbortSignal,
): Promise<(campaignId: string) => number | null> {
  if (campaignIds.length === 0) return () => null
  const deletedIds = await findUnpurged(sql, reach.account_id)
  const rows = await askClicksBriefly(ch, campaignVisitors(reach, campaignIds, deletedIds), row, gone)
  if (rows === null) return () => null
  const known = new Map(rows.map(({ campaign_id, unique_visitors }) => [campaign_id, unique_visitors]))
  return (campaignId) => known.get(campaignId) ?? 0
}

/** A join alone would read every click of the account; `in` lets the primary key skip links of other campaigns. */
export function campaignVisitors(
  { account_id: accountId, domain_ids }: Reach,
  campaignIds: readonly string[],
  deletedIds: readonly string[],
) {
  const facts = ch`
    from link_facts final
    where account_id = ${uuid(accountId)} and campaign_id in ${uuids(campaignIds)}
      ${domain_ids === null ? ch`` : ch`and domain_id in ${uuids(domain_ids)}`}
      ${deletedIds.length === 0 ? ch`` : ch`and link_id not in ${uuids(deletedIds)}`}`
  return ch`
    select campaign_id, uniqCombined64(visitor_id) as unique_visitors
    from clicks
    inner join (select link_id, campaign_id ${facts}) as facts using (link_id)
    where account_id = ${uuid(accountId)} and traffic != 'bot' and link_id in (select link_id ${facts})
    group by campaign_id`
}
