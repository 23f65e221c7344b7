import { ApiError } from '#core/api-error.ts'
import type { Tx } from '#runtime/postgres.ts'
import { applyChange, type LinkStores } from '../publish/apply-change.ts'
import { touchQrCode } from '../qr-codes/write-qr-code.ts'
import { applySchedules } from './apply-schedules.ts'
import type { DescribedLink } from './describe-link.ts'
import { withLockedLink } from './lock-link.ts'
import { writeLink } from './write-link.ts'

export interface Move {
  account_id: string
  link_id: string
  to: 'trash' | 'lists'
  /** Asked under the lock of the link. Nothing happens if it is not due. */
  isDue?: ((tx: Tx) => Promise<boolean>) | undefined
}

/**
 * Moves a link of an account to the trash, or back. Its slug stays reserved, and its QR code and A/B test stay too. When
 * this returns, every redirector serves the change. Nothing happens to a link that is there already: its 30 days go on.
 * undefined if there is no such link, or it is not due.
 */
export async function moveLink(
  stores: LinkStores,
  { account_id, link_id, to, isDue }: Move,
): Promise<DescribedLink | undefined> {
  const moved = await withLockedLink(stores, { account_id, link_id }, async (tx, link) => {
    if ((await isDue?.(tx)) === false) return undefined
    const isThere = (link.trashed_at !== null) === (to === 'trash')
    if (isThere) return { link: { ...link, stored: null }, debts: [] }
    const trashed_at = to === 'trash' ? new Date() : null
    const written = await writeLink(tx, { ...link, account_id }, { trashed_at }, stores.config)
    if (link.qr_code_id !== null) await touchQrCode(tx, link.qr_code_id, stores.config)
    // Scheduled changes wait while a link is in the trash.
    const current = await applySchedules(tx, { ...written.link, account_id }, stores.config)
    return { link: current, debts: written.debts }
  })
  await Promise.all(moved?.debts.map((debt) => applyChange(stores, debt)) ?? [])
  return moved?.link
}

/** For a deletion that must not reach a link that was restored in the meantime. */
export function demandTrashed({ trashed_at }: { trashed_at: Date | null }): void {
  if (trashed_at === null) throw new ApiError('CONFLICT', 'This short URL is not in the trash.')
}

/** A link in the trash can only be restored or deleted. */
export function refuseTrashed({ trashed_at }: { trashed_at: Date | null }): void {
  if (trashed_at !== null) throw new ApiError('CONFLICT', 'This short URL is in the trash. Restore it first.')
}
