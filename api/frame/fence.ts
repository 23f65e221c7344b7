import { type Claim, noteEffect } from '#model/accounts/kept-replies.ts'
import { type Sql, withTransactions } from '#runtime/postgres.ts'

/**
 * The connection of a request with an Idempotency-Key. Each of its transactions records its effect in the claim and commits
 * only while it owns the claim. This prevents repeating an effect whose reply was lost with its process, and late effects
 * of a process that was considered dead. Writes outside of a transaction are not recorded.
 */
export const fence = (sql: Sql, claim: Claim): Sql =>
  withTransactions(sql, (work) =>
    sql.begin(async (tx) => {
      const result = await work(tx)
      await noteEffect(tx, claim)
      return result
    }),
  )
