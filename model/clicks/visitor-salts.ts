import { randomBytes } from 'node:crypto'
import type { Sql, Tx } from '#runtime/postgres.ts'
import { theRow } from '../rows.ts'

const saltBytes = 32

/** The salt for visitor ids of one window, named by its first day (2026-01-31). Created at the first use. */
export async function loadSalt(sql: Sql | Tx, windowStart: string): Promise<Buffer> {
  await sql`
    insert into visitor_salts (window_start, salt)
    values (${windowStart}, ${randomBytes(saltBytes)})
    on conflict (window_start) do nothing`
  const rows = await sql<{ salt: Buffer }[]>`
    select salt
    from visitor_salts
    where window_start = ${windowStart}`
  return theRow(rows, `the salt of ${windowStart} vanished`).salt
}
