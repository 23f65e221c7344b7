import { demand, invalidField } from '#core/api-error.ts'
import { type Sql, violates } from '#runtime/postgres.ts'
import { noId } from '#schemas/clicks.ts'
import { findCampaignId } from './campaigns.ts'

/** The id of the campaign with this UUID or name in a body. */
export async function resolveCampaign(sql: Sql, accountId: string, reference: string): Promise<string> {
  return demand(await findCampaignId(sql, accountId, reference), unknownCampaign)
}

/** The campaign id of a filter. noId, which matches no link, if the account has no such campaign. */
export async function readCampaignFilter(
  sql: Sql,
  accountId: string,
  reference: string | undefined,
): Promise<string | undefined> {
  return reference && ((await findCampaignId(sql, accountId, reference)) ?? noId)
}

/** Runs a write of a link. A campaign that was deleted since it was resolved is unknown. */
export async function withCampaign<Result>(write: () => Promise<Result>): Promise<Result> {
  try {
    return await write()
  } catch (error) {
    throw violates(error, 'links_campaign_id_fkey') ? unknownCampaign() : error
  }
}

export const unknownCampaign = () =>
  invalidField('campaign_id', 'Must be the UUID or name of a campaign in this account.')
