import { wholeAccount } from '#model/accounts/reach.ts'
import { selectCampaign } from '#model/campaigns/campaigns.ts'
import { announceLinks } from '#model/links/announce-links.ts'
import { announceCodes } from '#model/qr-codes/write-qr-code.ts'
import { announce } from '#model/webhooks/announce.ts'
import { findListeners } from '#model/webhooks/listeners.ts'
import type { Config } from '#runtime/config.ts'
import type { Tx } from '#runtime/postgres.ts'
import { describeCampaign } from './describe-campaign.ts'

/** Links read and announced at once. */
const mostAtOnce = 1_000

/** Links and codes that joined or left a campaign. There may be any number of them. */
interface Moved {
  links: readonly string[]
  codes: readonly string[]
}

/** Reads nothing if no webhook endpoint listens. */
export async function announceMoved(tx: Tx, config: Config, accountId: string, { links, codes }: Moved): Promise<void> {
  if ((await findListeners(tx, [accountId], ['url.updated', 'qr.updated'])).length === 0) return
  for (const ids of inParts(links)) await announceLinks(tx, 'url.updated', ids, config)
  for (const ids of inParts(codes)) await announceCodes(tx, 'qr.updated', ids, config)
}

const inParts = (ids: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / mostAtOnce) }, (_, part) =>
    ids.slice(part * mostAtOnce, (part + 1) * mostAtOnce),
  )

/** Announces a change of a locked campaign or of its links. */
export async function announceUpdated(tx: Tx, accountId: string, campaignId: string): Promise<void> {
  const counted = await selectCampaign(tx, wholeAccount(accountId), campaignId)
  if (counted === undefined) throw new Error(`campaign ${campaignId} vanished under its lock`)
  await announce(tx, accountId, 'campaign.updated', describeCampaign(counted, null, Date.now()))
}
