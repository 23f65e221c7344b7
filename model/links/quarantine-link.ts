import { ApiError, invalidField } from '#core/api-error.ts'
import { type Origin, recordChange } from '../accounts/audit-log.ts'
import { asActor } from '../history/change-origin.ts'
import { applyChange, type LinkStores } from '../publish/apply-change.ts'
import { touchQrCode } from '../qr-codes/write-qr-code.ts'
import { announce } from '../webhooks/announce.ts'
import { describeLink } from './describe-link.ts'
import type { LinkRow } from './link-row.ts'
import { withLockedLink } from './lock-link.ts'
import { writeLink } from './write-link.ts'

interface Quarantine {
  link_id: string
  /** Shown to the account. null lifts the quarantine. */
  reason: string | null
  origin: Origin
  /** Asked under the lock of the link. */
  isDue?: (link: LinkRow) => boolean
}

/**
 * Puts a link in quarantine, or lifts it. When this returns, every redirector serves the change. False if the link is in that
 * state already: the earlier reason stays. undefined if there is no such link.
 */
export async function quarantineLink(
  stores: LinkStores,
  { link_id, reason, origin, isDue = () => true }: Quarantine,
): Promise<boolean | undefined> {
  const { account_id, actor } = origin
  const { config } = stores
  const debts = await withLockedLink(stores, { account_id, link_id }, async (tx, link) => {
    if ((link.quarantined_at !== null) === (reason !== null) || !isDue(link)) return []
    return await asActor(tx, actor, async () => {
      const columns = { quarantined_at: reason === null ? null : new Date(), quarantine_reason: reason }
      const written = await writeLink(tx, { ...link, account_id }, columns, config)
      if (link.qr_code_id !== null) await touchQrCode(tx, link.qr_code_id, config)
      if (reason !== null)
        await announce(tx, account_id, 'url.quarantined', describeLink(written.link, config, Date.now()))
      await recordChange(tx, origin, {
        action: reason === null ? 'lift_quarantine' : 'quarantine',
        summary: reason === null ? 'Lift the quarantine of a short URL' : 'Put a short URL in quarantine',
        object_ids: [link_id],
        ...(reason === null ? { before: { reason: link.quarantine_reason ?? '' } } : { after: { reason } }),
      })
      return written.debts
    })
  })
  await Promise.all(debts?.map((debt) => applyChange(stores, debt)) ?? [])
  return debts && debts.length > 0
}

type State = Pick<LinkRow, 'quarantined_at'>

/** Otherwise the slug would be free for a new link to the same destination. */
export function refuseMove({ quarantined_at }: State): void {
  if (quarantined_at !== null)
    throw invalidField('custom_alias', 'Cannot be changed while this short URL is in quarantine.')
}

export function refuseDeletion({ quarantined_at }: State): void {
  if (quarantined_at !== null) throw refusal('deleted. Move it to the trash, or ask the operator of this installation')
}

export function refuseCopy({ quarantined_at }: State): void {
  if (quarantined_at !== null) throw refusal('duplicated')
}

const refusal = (what: string) => new ApiError('CONFLICT', `This short URL is in quarantine, so it cannot be ${what}.`)
