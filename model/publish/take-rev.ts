import type { Tx } from '#runtime/postgres.ts'
import { theRow } from '../rows.ts'

/**
 * Starts a change of one code, or of two for a rename. The lock comes before the rev: in the other order, a deletion that
 * waits for a creation would have the older rev, and its tombstone would lose against the deleted link. Two locks are always
 * taken in the same order, so that two renames cannot deadlock.
 */
export async function takeRev(tx: Tx, domainId: string, ...codes: string[]): Promise<number> {
  for (const code of [...new Set(codes)].sort()) {
    await tx`select pg_advisory_xact_lock(hashtextextended(${`${domainId}:${code}`}, 0))`
  }
  return await nextRev(tx)
}

export const nextRev = async (tx: Tx): Promise<number> =>
  theRow(await tx<{ rev: number }[]>`select nextval('link_rev') as rev`, 'nextval answered no row').rev
