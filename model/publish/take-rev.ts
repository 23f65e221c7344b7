import type { Sql, Tx } from '#runtime/postgres.ts'
import { theRow } from '../rows.ts'

interface Code {
  domain_id: string
  code: string
}

/**
 * Starts a change of one code, or of two for a rename. The lock comes before the rev: in the other order, a deletion that
 * waits for a creation would have the older rev, and its tombstone would lose against the deleted link.
 */
export const takeRev = (tx: Tx, domain_id: string, ...codes: string[]): Promise<number> =>
  takeSharedRev(
    tx,
    codes.map((code) => ({ domain_id, code })),
  )

/** One rev for changes of several codes. */
export const takeSharedRev = async (tx: Tx, codes: readonly Code[]): Promise<number> =>
  theRow(await tx<{ rev: number }[]>`select ${revOf(tx, codes)} as rev`, 'take_rev returned no row').rev

/** The same as an expression. Locks are always taken in one order, so that two changes cannot deadlock. */
export function revOf(sql: Sql | Tx, codes: readonly Code[]) {
  const keys = [...new Set(codes.map(({ domain_id, code }) => `${domain_id}:${code}`))].sort()
  return sql`take_rev(${keys}::text[])`
}

/** A rev for what has no code. */
export const nextRev = async (tx: Tx): Promise<number> =>
  theRow(await tx<{ rev: number }[]>`select nextval('link_rev') as rev`, 'nextval returned no row').rev
