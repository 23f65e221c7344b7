import type { Config } from '#runtime/config.ts'
import type { Tx } from '#runtime/postgres.ts'
import { announce } from '#store/announce.ts'
import { describeLink } from '#store/describe-link.ts'
import { ApiError } from '../http/api-error.ts'
import { selectLinksById } from '../links/links.sql.ts'
import { joinCounts } from '../links/present-links.ts'
import { type CountedCampaign, lockCampaign, selectCampaign } from './campaigns.sql.ts'
import { describeCampaign } from './describe-campaign.ts'
import { lockLinks, type Member, moveLinks as writeMoves } from './members.sql.ts'
import { noSuchCampaign } from './refusals.ts'

export interface Move {
  account_id: string
  /** The campaign's UUID or name. */
  campaign: string
  link_ids: readonly string[]
  way: 'in' | 'out'
}

/** Takes links into a campaign, or those out that are in it. One link that the account does not have: nothing changes. */
export async function moveLinks(tx: Tx, config: Config, move: Move): Promise<CountedCampaign> {
  const { account_id, link_ids, way } = move
  const campaign = await lockCampaign(tx, account_id, move.campaign)
  if (campaign === undefined) throw noSuchCampaign()
  const members = await lockLinks(tx, account_id, link_ids)
  refuseMissing(link_ids, members)
  const isIn = ({ campaign_id }: Member) => campaign_id === campaign.id
  const moving = members.filter((member) => isIn(member) === (way === 'out')).map(({ id }) => id)
  if (moving.length > 0) await writeMoves(tx, moving, way === 'in' ? campaign.id : null)
  const counted = await selectCampaign(tx, account_id, campaign.id)
  if (counted === undefined) throw new Error(`campaign ${campaign.id} vanished under its lock`)
  if (moving.length > 0) await announceMoves(tx, config, account_id, { counted, moving })
  return counted
}

function refuseMissing(wanted: readonly string[], members: readonly Member[]): void {
  const own = new Set(members.map(({ id }) => id))
  const missing = wanted.filter((id) => !own.has(id))
  if (missing.length > 0) throw new ApiError('NOT_FOUND', 'No such short URL', { url_ids: missing })
}

async function announceMoves(
  tx: Tx,
  config: Config,
  accountId: string,
  { counted, moving }: { counted: CountedCampaign; moving: readonly string[] },
): Promise<void> {
  const now = Date.now()
  for (const link of await selectLinksById(tx, moving)) {
    await announce(tx, accountId, 'url.updated', describeLink(joinCounts(link, null), config, now))
  }
  await announce(tx, accountId, 'campaign.updated', describeCampaign(counted, null, now))
}
