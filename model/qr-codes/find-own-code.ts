import { ApiError, demand } from '#core/api-error.ts'
import type { Sql } from '#runtime/postgres.ts'
import { outside, type Reach, reaches } from '../accounts/reach.ts'
import type { FoundQrCode } from './qr-code-row.ts'
import { readQrCode } from './read-qr-code.ts'

export const noSuchCode = () => new ApiError('NOT_FOUND', 'QR code not found.')

/** The caller's own code. Another account's code is not found, or forbidden if `foreign` is given. */
export async function findOwnCode(
  sql: Sql,
  reach: Reach,
  id: string,
  foreign: () => ApiError = noSuchCode,
): Promise<FoundQrCode> {
  const code = demand(await readQrCode(sql, id), noSuchCode)
  if (code.account_id !== reach.account_id) throw foreign()
  if (code.link !== null && !reaches(reach, code.link.domain.id)) throw outside()
  return code
}
