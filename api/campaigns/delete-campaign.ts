import { ApiError, demand } from '#core/api-error.ts'
import { runLanes } from '#core/run-lanes.ts'
import { outside, type Reach } from '#model/accounts/reach.ts'
import { announceMoved } from '#model/campaigns/announce-changes.ts'
import { lockCampaign, releaseMembers, removeCampaign, selectCampaign } from '#model/campaigns/campaigns.ts'
import { hasOthers, selectLinkIds } from '#model/campaigns/members.ts'
import { deleteLink } from '#model/links/delete-link.ts'
import type { LinkFilter } from '#model/links/link-page.ts'
import type { LockedLink } from '#model/links/locked-link.ts'
import { stillMatches } from '#model/links/select-links.ts'
import { announce } from '#model/webhooks/announce.ts'
import type { Tx } from '#runtime/postgres.ts'
import { campaignParams, deleteCampaignQuery } from '#schemas/campaigns.ts'
import { done } from '#schemas/envelope.ts'
import { endpoint, type Services } from '../frame/endpoint.ts'
import { noSuchCampaign } from './refusals.ts'

/** Links deleted with a campaign. Each deletion is its own transaction of about 5 ms, and the client waits for all. */
const mostDeletedLinks = 10_000
const linksAtOnce = 8
/** Links that leave the campaign in one transaction, so that changes of single ones, and clicks on them, never wait long. */
const releasedAtOnce = 200

export const deleteCampaign = endpoint({
  method: 'DELETE',
  path: '/campaigns/{id}',
  summary: 'Delete a campaign',
  description: 'Its short URLs stay unless `delete_urls=true`. Those in quarantine always stay.',
  permission: 'delete',
  params: campaignParams,
  query: deleteCampaignQuery,
  reply: done,
  errors: ['NOT_FOUND', 'CONFLICT'],
  async handle({ params, query, reach, sql, redis, config, log }) {
    const campaign = demand(await selectCampaign(sql, reach, params.id), noSuchCampaign)
    if (await hasOthers(sql, campaign.id, reach)) throw outside()
    if (query.delete_urls) {
      refuseTooMany(campaign.url_count)
      const ids = await selectLinkIds(sql, campaign.id, mostDeletedLinks)
      const isInside: LinkFilter = { status: 'all', campaign: campaign.id, type: undefined, host: undefined }
      // Links that left the campaign in the meantime stay.
      const isDue = async ({ id, quarantined_at }: LockedLink, tx: Tx) =>
        quarantined_at === null && (await stillMatches(tx, reach, isInside, id))
      await runLanes(ids, linksAtOnce, (id) => deleteLink({ sql, redis, config, log }, reach.account_id, id, isDue))
    }
    // The campaign is deleted last, so the same request can be repeated after a failure.
    while (!(await removeInPart({ sql, config }, reach, campaign.id)));
    return { message: query.delete_urls ? 'Campaign and its short URLs deleted' : 'Campaign deleted' }
  },
})

function refuseTooMany(url_count: number): void {
  if (url_count <= mostDeletedLinks) return
  const message = `\`delete_urls\` works for up to ${mostDeletedLinks.toLocaleString('en-US')} short URLs, and this campaign has more. Delete some of them first, or omit \`delete_urls\`.`
  throw new ApiError('CONFLICT', message, { url_count, limit: mostDeletedLinks })
}

/** Takes some links out of the campaign, and deletes it if no others are left. False if there are others. */
async function removeInPart(
  { sql, config }: Pick<Services, 'sql' | 'config'>,
  reach: Reach,
  campaignId: string,
): Promise<boolean> {
  const { account_id } = reach
  return await sql.begin(async (tx) => {
    const campaign = await lockCampaign(tx, account_id, campaignId)
    // Another request was faster.
    if (campaign === undefined) throw noSuchCampaign()
    if (await hasOthers(tx, campaignId, reach)) throw outside()
    const { id, name, tags, created_at } = campaign
    const { isEmpty, ...released } = await releaseMembers(tx, id, releasedAtOnce)
    await announceMoved(tx, config, account_id, released)
    if (!isEmpty) return false
    await removeCampaign(tx, id)
    await announce(tx, account_id, 'campaign.deleted', { id, name, tags, created_at: created_at.toISOString() })
    return true
  })
}
