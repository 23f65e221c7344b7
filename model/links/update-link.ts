import { invalidField } from '#core/api-error.ts'
import { aliasTaken } from '#core/reserved-aliases.ts'
import type { Tx } from '#runtime/postgres.ts'
import { applyChange, type LinkStores } from '../publish/apply-change.ts'
import { readQrCode } from '../qr-codes/read-qr-code.ts'
import { announceMovedLimit } from './announce-limits.ts'
import type { DescribedLink } from './describe-link.ts'
import { followLink, refuseForCode, refuseForExperiment } from './follow-link.ts'
import type { LinkRow, LinkSettings } from './link-row.ts'
import { columnsOfRules } from './link-rules.ts'
import { withLockedLink } from './lock-link.ts'
import type { LockedLink } from './locked-link.ts'
import { refuseMove } from './quarantine-link.ts'
import { codeIsTaken } from './select-links.ts'
import { refuseTrashed } from './trash-link.ts'
import { type LinkColumns, writeLink } from './write-link.ts'

export interface LinkUpdate {
  account_id: string
  link_id: string
  /** New code; the old one is available immediately. */
  alias?: string | undefined
  /** Whether the new code counts as an alias. Default: true. */
  is_custom_alias?: boolean | undefined
  changes: Partial<LinkSettings>
  /** For percentages in new targeting rules, if the link has no secret. Encrypted. */
  rules_secret?: string | undefined
  /** Further changes that depend on the locked link. */
  adjust?: ((before: LinkRow) => Partial<LinkSettings>) | undefined
  /** Asked first under the lock of the link. Nothing changes if it is not due. */
  isDue?: ((tx: Tx) => Promise<boolean>) | undefined
  /** Runs under the lock of the link. Throws if it is not as expected. */
  begin?: ((tx: Tx) => Promise<void>) | undefined
  /** Throws if the changes do not fit the link. Nothing changes then. */
  judge: (before: LinkRow, after: LinkSettings) => void
}

/**
 * Changes a link of an account. When this returns, every redirector serves the change. undefined if there is no such link, or it
 * is not due.
 */
export async function updateLink(stores: LinkStores, update: LinkUpdate): Promise<DescribedLink | undefined> {
  const { account_id, link_id, alias } = update
  const updated = await withLockedLink(stores, { account_id, link_id, next_code: alias }, async (tx, link) => {
    if ((await update.isDue?.(tx)) === false) return undefined
    refuseTrashed(link)
    await update.begin?.(tx)
    const { columns, moves } = planUpdate(link, update)
    if (moves) refuseMove(link)
    update.judge(link, { ...link, ...columns })
    if (Object.keys(columns).length === 0) return { link: { ...link, stored: null }, debts: [] }
    if (moves && (await codeIsTaken(tx, link.domain.id, alias ?? ''))) throw aliasTaken(alias)
    const code = link.qr_code_id === null ? undefined : await readQrCode(tx, link.qr_code_id)
    const refusal = refuseForExperiment(link, columns) ?? (code && refuseForCode(code, link, columns))
    if (refusal !== undefined) throw invalidField(refusal.field, refusal.message)
    const written = await writeLink(tx, { ...link, account_id }, columns, stores.config)
    if (update.changes.max_clicks !== undefined) await announceMovedLimit(tx, stores.config, link.id)
    if (code !== undefined) await followLink(tx, code, columns, stores.config)
    return written
  })
  await Promise.all(updated?.debts.map((debt) => applyChange(stores, debt)) ?? [])
  return updated?.link
}

function planUpdate(
  link: LockedLink,
  { alias, is_custom_alias = true, changes, rules_secret, adjust }: LinkUpdate,
): { columns: LinkColumns; moves: boolean } {
  const moves = alias !== undefined && alias !== link.code
  const followed = adjust?.({ ...link, ...changes })
  const columns: LinkColumns = {
    ...{ ...changes, ...followed, ...columnsOfRules(link, changes, rules_secret) },
    ...(moves && { code: alias, is_custom_alias }),
  }
  // A changed click limit keeps its count; a new one starts from the stored clicks.
  if (changes.max_clicks === null) Object.assign(columns, { limited_since: null, limit_used: null })
  else if (changes.max_clicks !== undefined) columns.limited_since = link.limited_since ?? link.rev
  return { columns, moves }
}
