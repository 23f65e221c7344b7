import { type Claim, noteEffect } from '#model/accounts/kept-replies.ts'
import type { Sql, Tx } from '#runtime/postgres.ts'

/**
 * The connection of a request with an Idempotency-Key: each of its transactions notes in the claim that it took effect,
 * and commits only while the claim is its own. So nobody repeats an effect whose reply was lost with its process, and a
 * process that was given up for dead has none when it wakes. What is written outside of a transaction is not noted.
 */
export function fence(sql: Sql, claim: Claim): Sql {
  const begin = (work: (tx: Tx) => unknown) =>
    sql.begin(async (tx) => {
      const result = await work(tx)
      await noteEffect(tx, claim)
      return result
    })
  return new Proxy(sql, { get: (target, name) => (name === 'begin' ? begin : Reflect.get(target, name)) })
}
