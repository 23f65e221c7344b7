import type { Sql } from '#runtime/postgres.ts'
import { claimMargin, type Ledger } from '../backup/late-batches.ts'

/** Batches of clicks that the counters of an archive do not include, although the click store may have them by now. */
export class LateBatches {
  readonly #sql: Sql
  readonly #counted: ReadonlySet<string>
  readonly #late: Set<string>
  /** As Postgres writes it, with microseconds. */
  #since: string

  constructor(sql: Sql, { at, open, counted }: Ledger) {
    this.#sql = sql
    this.#counted = new Set(counted)
    this.#late = new Set(open)
    this.#since = at.toISOString()
  }

  has(batchId: string): boolean {
    return this.#late.has(batchId)
  }

  /** Call after clicks were read: a batch is claimed before it is inserted. */
  async refresh(): Promise<void> {
    const sql = this.#sql
    const rows = await sql<{ batch_id: string; at: string }[]>`
      select batch_id, now()::text as at
      from click_batches
      where claimed_at > ${this.#since}::timestamptz - ${claimMargin}::interval`
    for (const { batch_id } of rows) if (!this.#counted.has(batch_id)) this.#late.add(batch_id)
    this.#since = rows[0]?.at ?? this.#since
  }
}
