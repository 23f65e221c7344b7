import type { Sql } from '#runtime/postgres.ts'

/** The same connection pool, with the number of statements that were sent through it outside of transactions. */
export function countStatements(sql: Sql): { pool: Sql; sent: () => number } {
  let sent = 0
  const pool = new Proxy(sql, {
    apply(target, self, [strings, ...values]: Parameters<Sql>) {
      // Called with an array of names, it makes a part of a statement.
      if ('raw' in strings) sent++
      return Reflect.apply(target, self, [strings, ...values])
    },
  })
  return { pool, sent: () => sent }
}
