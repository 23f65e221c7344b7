import type { Tx } from '#runtime/postgres.ts'
import { announce } from './announce.ts'
import { applyChange, type Change, type LinkStores } from './apply-change.ts'
import { type DescribedLink, describeLink } from './describe-link.ts'
import { bindable, type LinkRow, type LinkSettings } from './link-row.ts'
import { type LockedLink, withLockedLink } from './lock-link.ts'

export interface LinkUpdate {
  account_id: string
  link_id: string
  /** Another code: the old one is free at once. */
  alias?: string | undefined
  changes: Partial<LinkSettings>
  /** Throws where the changes do not fit what the link is: then nothing changes. */
  judge: (before: LinkRow, after: LinkSettings) => void
}

export type UpdateOutcome = { kind: 'updated'; link: DescribedLink } | { kind: 'not-found' } | { kind: 'alias-taken' }

/** Changes a link of an account: when this returns, every redirector will serve it so. */
export async function updateLink(stores: LinkStores, update: LinkUpdate): Promise<UpdateOutcome> {
  const { account_id, link_id, alias } = update
  const outcome = await withLockedLink(stores.sql, { account_id, link_id, next_code: alias }, async (tx, link) => {
    const { columns, moves } = planUpdate(link, update)
    update.judge(link, { ...link, ...columns })
    if (Object.keys(columns).length === 0) return { kind: 'updated', link: withoutCounts(link), debts: [] } as const
    if (moves && (await codeIsTaken(tx, link, alias))) return { kind: 'alias-taken' } as const
    const row = await writeLink(tx, link, columns)
    const updated = withoutCounts({ ...link, ...row })
    await announce(tx, account_id, 'url.updated', describeLink(updated, stores.config, Date.now()))
    const debts = await owe(tx, link, row.code)
    return { kind: 'updated', link: updated, debts } as const
  })
  if (outcome === undefined) return { kind: 'not-found' }
  if (outcome.kind === 'alias-taken') return outcome
  await Promise.all(outcome.debts.map((debt) => applyChange(stores, debt)))
  return { kind: 'updated', link: outcome.link }
}

type Columns = Partial<LinkSettings & Pick<LinkRow, 'code' | 'is_custom_alias' | 'limited_since'>>

function planUpdate(link: LockedLink, { alias, changes }: LinkUpdate): { columns: Columns; moves: boolean } {
  const moves = alias !== undefined && alias !== link.code
  const columns: Columns = { ...changes, ...(moves && { code: alias, is_custom_alias: true }) }
  // A limit that is moved goes on with its count; one that begins anew counts from what is stored.
  if (changes.max_clicks === null) columns.limited_since = null
  else if (changes.max_clicks !== undefined) columns.limited_since = link.limited_since ?? link.rev
  return { columns, moves }
}

const withoutCounts = (link: LockedLink): DescribedLink => ({ ...link, stored: null })

async function codeIsTaken(tx: Tx, { domain }: LockedLink, code = ''): Promise<boolean> {
  const [row] = await tx`select from links where domain_id = ${domain.id} and code = ${code}`
  return row !== undefined
}

async function writeLink(tx: Tx, { id, rev }: LockedLink, columns: Columns): Promise<LinkRow> {
  const [row] = await tx<LinkRow[]>`
    update links
    set ${tx(bindable(tx, columns))}, rev = ${rev}, updated_at = now()
    where id = ${id}
    returning *`
  if (row === undefined) throw new Error(`link ${id} vanished under its lock`)
  return row
}

/** Redis is owed both codes of a rename. The click store knows no codes: it is owed what now stands under the new one. */
async function owe(tx: Tx, { code: before, domain, rev }: LockedLink, after: string): Promise<Change[]> {
  const debt = { domain_id: domain.id, rev }
  const debts = [
    ...[...new Set([before, after])].map((code) => ({ target: 'redis', ...debt, code })),
    { target: 'facts', ...debt, code: after },
  ]
  const owed = await tx<(Change & { target: string })[]>`
    insert into outbox ${tx(debts)}
    returning target, id as outbox_id, domain_id, code, rev`
  return owed.filter(({ target }) => target === 'redis')
}
