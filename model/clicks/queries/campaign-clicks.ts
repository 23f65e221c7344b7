import { z } from 'zod'
import { ch, type Fragment, int, uuid } from '#runtime/ch-tag.ts'
import { mostCampaigns } from '#schemas/report-limits.ts'

const noCampaign = '00000000-0000-0000-0000-000000000000'

export const campaignClicksRow = z.object({ campaign_id: z.guid(), clicks: z.int(), unique_visitors: z.int() })

/**
 * Clicks and visitors by the current campaign of the link. A join alone would read every click of the account; `in` lets the
 * primary key skip links without a campaign.
 */
export function campaignClicks(where: Fragment, accountId: string) {
  const facts = ch`
    from link_facts final
    where account_id = ${uuid(accountId)} and campaign_id != ${uuid(noCampaign)}`
  return ch`
    select campaign_id, count() as clicks, uniqCombined64(visitor_id) as unique_visitors
    from clicks
    inner join (select link_id, campaign_id ${facts}) as facts using (link_id)
    where ${where} and clicks.link_id in (select link_id ${facts})
    group by campaign_id
    order by clicks desc, toString(campaign_id)
    limit ${int(mostCampaigns)}`
}
