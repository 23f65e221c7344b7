import type { Sql } from '#runtime/postgres.ts'

/** The same connection pool, with the number of its statements outside of transactions. Parts of statements count as well. */
export function countStatements(sql: Sql): { pool: Sql; sent: () => number } {
  let sent = 0
  const pool = new Proxy(sql, {
    apply(target, self, [strings, ...values]: Parameters<Sql>) {
      if (Array.isArray(strings.raw)) sent++
      return Reflect.apply(target, self, [strings, ...values])
    },
  })
  return { pool, sent: () => sent }
}
