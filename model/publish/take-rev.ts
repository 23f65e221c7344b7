import type { Tx } from '#runtime/postgres.ts'

/**
 * Begins a change of what stands under a code, or under two: a rename. The lock comes before the rev: taken the other way
 * round, a deletion that waits for a creation would hold the older rev, and its tombstone would lose against a link that is
 * gone. Two locks are taken in one order by everybody, so that two renames never wait for each other.
 */
export async function takeRev(tx: Tx, domainId: string, ...codes: string[]): Promise<number> {
  for (const code of [...new Set(codes)].sort()) {
    await tx`select pg_advisory_xact_lock(hashtextextended(${`${domainId}:${code}`}, 0))`
  }
  const [row] = await tx<{ rev: number }[]>`select nextval('link_rev') as rev`
  if (row === undefined) throw new Error('nextval answered no row')
  return row.rev
}
