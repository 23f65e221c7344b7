import { ApiError, demand } from '#core/api-error.ts'
import { type Reach, refuseOutside } from '#model/accounts/reach.ts'
import { announceMoved, announceUpdated } from '#model/campaigns/announce-changes.ts'
import { type CampaignRow, lockCampaign } from '#model/campaigns/campaigns.ts'
import { lockLinks, type Member, moveLinks } from '#model/campaigns/members.ts'
import type { Config } from '#runtime/config.ts'
import type { Tx } from '#runtime/postgres.ts'
import { noSuchCampaign } from './refusals.ts'

interface CampaignMove {
  reach: Reach
  /** The campaign's UUID or name. */
  campaign: string
  link_ids: readonly string[]
  way: 'in' | 'out'
}

/**
 * Adds links to a campaign, or removes those that are in it. Changes nothing if one link is outside the caller's reach, or in
 * the trash and not yet where it should be.
 */
export async function moveByCampaign(tx: Tx, config: Config, move: CampaignMove): Promise<CampaignRow> {
  const { reach, link_ids, way } = move
  const { account_id } = reach
  const campaign = demand(await lockCampaign(tx, account_id, move.campaign, 'stays'), noSuchCampaign)
  const members = await lockLinks(tx, account_id, link_ids)
  refuseMissing(link_ids, members)
  for (const { domain_id } of members) refuseOutside(reach, domain_id)
  const isIn = ({ campaign_id }: Member) => campaign_id === campaign.id
  const movers = members.filter((member) => isIn(member) === (way === 'out'))
  const moving = movers.map(({ id }) => id)
  if (moving.length === 0) return campaign
  refuseTrashed(movers)
  const codes = await moveLinks(tx, moving, way === 'in' ? campaign.id : null)
  await announceMoved(tx, config, account_id, { links: moving, codes })
  await announceUpdated(tx, account_id, campaign.id)
  return campaign
}

function refuseMissing(wanted: readonly string[], members: readonly Member[]): void {
  const own = new Set(members.map(({ id }) => id))
  const missing = wanted.filter((id) => !own.has(id))
  if (missing.length > 0) throw new ApiError('NOT_FOUND', 'Link not found. Nothing was changed.', { url_ids: missing })
}

function refuseTrashed(members: readonly Member[]): void {
  const trashed = members.filter(({ trashed_at }) => trashed_at !== null).map(({ id }) => id)
  if (trashed.length === 0) return
  throw new ApiError('CONFLICT', 'Links in the trash cannot be moved. Restore them first. Nothing was changed.', {
    url_ids: trashed,
  })
}
