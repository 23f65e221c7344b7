import type { Tx } from '#runtime/postgres.ts'
import { wholeAccount } from '../accounts/reach.ts'
import { announceLinks } from '../links/announce-links.ts'
import type { Site } from '../links/describe-link.ts'
import { announceCodes } from '../qr-codes/write-qr-code.ts'
import { announce } from '../webhooks/announce.ts'
import { findListeners } from '../webhooks/listeners.ts'
import { selectCampaign } from './campaigns.ts'
import { describeCampaign } from './describe-campaign.ts'

/** Links read and announced at once. */
const mostAtOnce = 1_000

/** Links and codes that joined or left a campaign. There may be any number of them. */
interface Moved {
  links: readonly string[]
  codes: readonly string[]
}

/** Reads nothing if no webhook endpoint listens. */
export async function announceMoved(tx: Tx, site: Site, accountId: string, { links, codes }: Moved): Promise<void> {
  if ((await findListeners(tx, [accountId], ['url.updated', 'qr.updated'])).length === 0) return
  for (const ids of inParts(links)) await announceLinks(tx, 'url.updated', ids, site)
  for (const ids of inParts(codes)) await announceCodes(tx, 'qr.updated', ids, site)
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
