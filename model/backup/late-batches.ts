import type { Sql, Tx } from '#runtime/postgres.ts'

/** Longer than it takes to commit a claim, whose time is that of the beginning of its transaction. */
export const claimMargin = '1 minute'

/** Batches of clicks in Postgres at the moment of a backup. */
export interface Ledger {
  at: Date
  /** Claimed and not counted. */
  open: string[]
  /** The last ones that are counted. */
  counted: string[]
}

export async function readLedger(tx: Tx): Promise<Ledger> {
  const [now] = await tx<{ at: Date }[]>`select now() as at`
  const open = await tx<{ batch_id: string }[]>`select batch_id from click_batches where stored_at is null`
  const counted = await tx<{ batch_id: string }[]>`
    select batch_id
    from click_batches
    where stored_at is not null and claimed_at > now() - ${claimMargin}::interval`
  return { at: now?.at ?? new Date(), open: idsOf(open), counted: idsOf(counted) }
}

/**
 * Batches that can be in the click store although Postgres did not count them at the moment of the backup. Called when
 * everything was read from the click store: a batch is claimed before it is inserted.
 */
export async function findLateBatches(sql: Sql, { at, open, counted }: Ledger): Promise<string[]> {
  const claimed = await sql<{ batch_id: string }[]>`
    select batch_id from click_batches where claimed_at > ${at}::timestamptz - ${claimMargin}::interval`
  const known = new Set(counted)
  return [...new Set([...open, ...idsOf(claimed).filter((id) => !known.has(id))])]
}

const idsOf = (rows: readonly { batch_id: string }[]) => rows.map(({ batch_id }) => batch_id)
