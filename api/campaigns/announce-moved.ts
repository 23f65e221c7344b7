import { describeLink } from '#model/links/describe-link.ts'
import { joinCounts } from '#model/links/present-links.ts'
import { selectLinksById } from '#model/links/select-links.ts'
import { describeQrCode } from '#model/qr-codes/describe-qr-code.ts'
import { selectCodesById } from '#model/qr-codes/read-qr-code.ts'
import { announceEach } from '#model/webhooks/announce.ts'
import { findListeners } from '#model/webhooks/listeners.ts'
import type { Config } from '#runtime/config.ts'
import type { Tx } from '#runtime/postgres.ts'

/** Links read and announced at once. */
const mostAtOnce = 1_000

/** Announces links that joined or left a campaign. There may be any number of them. */
export interface Moved {
  links: readonly string[]
  codes: readonly string[]
}

/** Reads nothing if no webhook endpoint listens. */
export async function announceMoved(tx: Tx, config: Config, accountId: string, { links, codes }: Moved): Promise<void> {
  if ((await findListeners(tx, [accountId], ['url.updated', 'qr.updated'])).length === 0) return
  const now = Date.now()
  const happened = <Data>(records: Data[]) => records.map((data) => ({ account_id: accountId, data }))
  for (const ids of inParts(links)) {
    const found = await selectLinksById(tx, ids)
    const records = found.map((link) => describeLink(joinCounts(link, null), config, now))
    if (records.length > 0) await announceEach(tx, 'url.updated', happened(records))
  }
  for (const ids of inParts(codes)) {
    const records = (await selectCodesById(tx, ids)).map((code) => describeQrCode(code, config, now))
    if (records.length > 0) await announceEach(tx, 'qr.updated', happened(records))
  }
}

const inParts = (ids: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / mostAtOnce) }, (_, part) =>
    ids.slice(part * mostAtOnce, (part + 1) * mostAtOnce),
  )
