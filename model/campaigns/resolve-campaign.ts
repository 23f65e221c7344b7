import { invalidField } from '#core/api-error.ts'
import { type Sql, violates } from '#runtime/postgres.ts'
import { noId } from '#schemas/clicks.ts'
import { findCampaignId } from './campaigns.ts'

/** The id of the campaign that a body names by UUID or name. */
export async function resolveCampaign(sql: Sql, accountId: string, reference: string): Promise<string> {
  const id = await findCampaignId(sql, accountId, reference)
  if (id === undefined) throw unknownCampaign()
  return id
}

/** What a filter means by a campaign. One that the account does not have is noId: no link is in it. */
export async function readCampaignFilter(
  sql: Sql,
  accountId: string,
  reference: string | undefined,
): Promise<string | undefined> {
  return reference && ((await findCampaignId(sql, accountId, reference)) ?? noId)
}

/** Runs what writes a link. A campaign that was deleted since it was resolved is an unknown one. */
export async function withCampaign<Result>(write: () => Promise<Result>): Promise<Result> {
  try {
    return await write()
  } catch (error) {
    throw violates(error, 'links_campaign_id_fkey') ? unknownCampaign() : error
  }
}

export const unknownCampaign = () => invalidField('campaign_id', 'must be the UUID or the name of a campaign')
