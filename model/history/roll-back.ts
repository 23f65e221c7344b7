import type { Sql, Tx } from '#runtime/postgres.ts'
import { type ScheduledChange, scheduledChanges } from '#schemas/schedules.ts'
import { type LinkRow, linkColumns } from '../links/link-row.ts'
import { withOrigin } from './change-origin.ts'
import { planRestoration, type Restoration } from './link-changes.ts'
import { newestOf, readEarlier } from './read-history.ts'

export interface Rollback extends Restoration {
  /** The newest entry that the plan knows. */
  newest: string | null
  /** Whether the slug that is restored was an alias. */
  is_custom_alias: boolean
}

/**
 * The changes that restore the state before an entry. Only scheduled changes in the future are restored. undefined if the
 * link has no such entry.
 */
export async function planRollback(
  sql: Sql,
  linkId: string,
  { entry_id, fields }: { entry_id: string; fields?: readonly string[] | undefined },
): Promise<Rollback | undefined> {
  // One statement, so the link and its newest entry are of one moment. A later change makes beginRollback() refuse.
  const [link] = await sql<(LinkRow & { newest: string | null })[]>`
    select ${linkColumns(sql)}, ${newestOf(sql, linkId)} as newest
    from links
    where id = ${linkId}`
  const earlier = await readEarlier(sql, linkId, entry_id)
  if (link === undefined || earlier === undefined) return undefined
  const is_custom_alias = earlier['is_custom_alias'] !== false
  const pending = { ...earlier, ...('schedules' in earlier && { schedules: pendingOf(earlier['schedules']) }) }
  return { ...planRestoration(link, pending, fields), newest: link.newest, is_custom_alias }
}

const pendingOf = (schedules: unknown): ScheduledChange[] => {
  const now = Date.now()
  return scheduledChanges.parse(schedules).filter(({ at }) => Date.parse(at) > now)
}

interface Begun {
  entry_id: string
  newest: string | null
}

/** Begins the change of a locked link. False if it has changed since the rollback was planned. */
export async function beginLinkRollback(tx: Tx, linkId: string, begun: Begun): Promise<boolean> {
  // Moves between campaigns take only this lock.
  await tx`select from links where id = ${linkId} for update`
  return await beginRollback(tx, linkId, begun)
}

/** The same for a QR code or an A/B test whose row is locked. */
export async function beginRollback(tx: Tx, objectId: string, { entry_id, newest }: Begun): Promise<boolean> {
  const [found] = await tx<{ newest: string | null }[]>`
    select ${newestOf(tx, objectId)} as newest, ${withOrigin(tx, { restored_from: entry_id })}`
  return found?.newest === newest
}
