import type { Tx } from '#runtime/postgres.ts'
import type { QrCode } from '#schemas/qr-codes.ts'
import type { Site } from '../links/describe-link.ts'
import { announceEach } from '../webhooks/announce.ts'
import { describeQrCode } from './describe-qr-code.ts'
import { type FoundQrCode, type QrCodeSettings, qrCodeColumnsOf } from './qr-code-row.ts'
import { readQrCode, selectCodesById } from './read-qr-code.ts'

type CodeEvent = 'qr.updated' | 'qr.expired'

/** Announces an event of codes, if there are any. */
export async function announceCodes(tx: Tx, type: CodeEvent, ids: readonly string[], site: Site): Promise<void> {
  if (ids.length === 0) return
  const codes = await selectCodesById(tx, ids)
  const now = Date.now()
  const records = codes.map((code) => ({ account_id: code.account_id, data: describeQrCode(code, site, now) }))
  await announceEach(tx, type, records)
}

/** Writes settings of a code and announces the change. Does nothing without settings. */
export async function writeQrCode(
  tx: Tx,
  code: FoundQrCode,
  changes: Partial<QrCodeSettings>,
  site: Site,
): Promise<FoundQrCode> {
  if (Object.keys(changes).length === 0) return code
  const columns = { ...qrCodeColumnsOf(tx, changes), ...(isPutOff(code, changes) && { expiry_announced: false }) }
  await tx`
    update qr_codes
    set ${tx(columns)}, updated_at = now()
    where id = ${code.id}`
  return await tellOfChange(tx, code.id, site)
}

/** Members that a record loses when its short URL is deleted. */
type LostLink = Pick<QrCode, 'short_url_id' | 'short_url'>

/** Announces a code whose record changes because its short URL was changed or deleted. */
export async function touchQrCode(tx: Tx, id: string, site: Site, lost?: LostLink): Promise<FoundQrCode> {
  await tx`update qr_codes set updated_at = now() where id = ${id}`
  return await tellOfChange(tx, id, site, lost)
}

async function tellOfChange(tx: Tx, id: string, site: Site, lost?: LostLink): Promise<FoundQrCode> {
  const code = await readQrCode(tx, id)
  if (code === undefined) throw new Error(`QR code ${id} vanished under its lock`)
  const data = describeQrCode(code, site, Date.now())
  await announceEach(tx, 'qr.updated', [{ account_id: code.account_id, data, filteredMembers: lost }])
  return code
}

const isPutOff = (before: FoundQrCode, { expires_at }: Partial<QrCodeSettings>): boolean =>
  expires_at !== undefined && expires_at?.getTime() !== before.expires_at?.getTime()
