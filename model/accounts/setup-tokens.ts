import type { Sql } from '#runtime/postgres.ts'
import { hasRows } from '../rows.ts'

/** Tokens that are kept: one for each API process started before setup. Older ones are removed. */
const mostTokens = 16

export async function insertSetupToken(sql: Sql, tokenHash: Buffer): Promise<void> {
  await sql`
    insert into setup_tokens (token_hash)
    values (${tokenHash})`
  await sql`
    delete from setup_tokens
    where token_hash in (
      select token_hash
      from setup_tokens
      order by created_at desc
      offset ${mostTokens}
    )`
}

export const holdsSetupToken = (sql: Sql, tokenHash: Buffer): Promise<boolean> =>
  hasRows(sql, sql`setup_tokens where token_hash = ${tokenHash}`)

export async function deleteSetupTokens(sql: Sql): Promise<void> {
  await sql`delete from setup_tokens`
}
