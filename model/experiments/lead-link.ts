import { invalidField } from '#core/api-error.ts'
import type { Tx } from '#runtime/postgres.ts'
import type { Site } from '../links/describe-link.ts'
import { followLink, refuseForCode } from '../links/follow-link.ts'
import type { LockedLink } from '../links/locked-link.ts'
import { refuseTrashed } from '../links/trash-link.ts'
import { writeLink } from '../links/write-link.ts'
import type { Change } from '../publish/apply-change.ts'
import { readQrCode } from '../qr-codes/read-qr-code.ts'

/**
 * Makes a variant the destination of the locked link. Like a change by the owner, this also updates the QR code. `field` is named
 * if the code cannot change.
 */
export async function leadLink(
  tx: Tx,
  link: LockedLink & { account_id: string },
  { url, field }: { url: string; field: string },
  site: Site,
): Promise<Change[]> {
  refuseTrashed(link)
  const code = link.qr_code_id === null ? undefined : await readQrCode(tx, link.qr_code_id)
  const refusal = code && refuseForCode(code, link, { url })
  if (refusal !== undefined) throw invalidField(field, refusal.message)
  const { debts } = await writeLink(tx, link, { url }, site)
  if (code !== undefined) await followLink(tx, code, { url }, site)
  return debts
}
