import { ApiError, demand } from '#core/api-error.ts'
import type { Part, Sql, Tx } from '#runtime/postgres.ts'
import { outside, type Reach, reaches } from '../accounts/reach.ts'
import { idsOf } from '../rows.ts'
import { type FoundQrCode, qrCodeColumns, qrCodeSource } from './qr-code-row.ts'

/** Any account can own it. */
export async function readQrCode(sql: Sql | Tx, id: string): Promise<FoundQrCode | undefined> {
  const [found] = await sql<FoundQrCode[]>`
    select ${qrCodeColumns(sql)}
    from ${qrCodeSource(sql)}
    where qr_codes.id = ${id}`
  return found
}

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

export async function selectCodesById(tx: Tx, ids: readonly string[]): Promise<FoundQrCode[]> {
  return await tx<FoundQrCode[]>`
    select ${qrCodeColumns(tx)}
    from ${qrCodeSource(tx)}
    where qr_codes.id = any(${ids}::uuid[])
    order by qr_codes.id`
}

/** Locks the code if it is unchanged since it was read. Callers that also change its link lock the link first. */
export async function lockUnchanged(tx: Tx, { id, version }: FoundQrCode): Promise<FoundQrCode | undefined> {
  const [found] = await tx<FoundQrCode[]>`
    select ${qrCodeColumns(tx)}
    from ${qrCodeSource(tx)}
    where qr_codes.id = ${id} and qr_codes.xmin::text = ${version}
    for update of qr_codes`
  return found
}

/** Locks codes for changes that keep them. Several codes are always locked in this order, after their links, which prevents deadlocks. */
export const lockCodes = (tx: Tx, which: Part): Promise<string[]> =>
  idsOf(tx`
    select id
    from qr_codes
    where ${which}
    order by id
    for no key update`)
