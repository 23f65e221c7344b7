import type { Tx } from '#runtime/postgres.ts'
import type { Site } from '../links/describe-link.ts'
import { announce } from '../webhooks/announce.ts'
import { describeQrCode } from './describe-qr-code.ts'
import { type FoundQrCode, type QrCodeSettings, qrCodeColumnsOf } from './qr-code-row.ts'
import { readQrCode } from './read-qr-code.ts'

/** A code that was drawn and scan-tested. */
export interface NewQrCode extends QrCodeSettings {
  id: string
  payload: string
  is_dynamic: boolean
}

interface Where {
  account_id: string
  /** The short URL that the code encodes; null if it encodes the content. */
  link_id: string | null
}

/** Inserts a code, in the transaction that creates its short URL if it has one. */
export async function insertQrCode(
  tx: Tx,
  code: NewQrCode,
  { account_id, link_id }: Where,
  site: Site,
): Promise<FoundQrCode> {
  const row = { ...qrCodeColumnsOf(tx, code), account_id, link_id }
  await tx`insert into qr_codes ${tx(row)}`
  const written = await readQrCode(tx, code.id)
  if (written === undefined) throw new Error(`QR code ${code.id} vanished from its transaction`)
  await announce(tx, account_id, 'qr.created', describeQrCode(written, site, Date.now()))
  return written
}
