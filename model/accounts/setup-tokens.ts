import type { Sql, Tx } from '#runtime/postgres.ts'
import { hasRows } from '../rows.ts'

/** Tokens that are kept: one for each API process started before setup. Older ones are removed. */
const mostTokens = 16
/** The link is in the log, which others may read later. */
const validHours = 24

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

/** False once it has expired. */
export const holdsSetupToken = (sql: Sql, tokenHash: Buffer): Promise<boolean> =>
  hasRows(
    sql,
    sql`setup_tokens where token_hash = ${tokenHash} and created_at > now() - make_interval(hours => ${validHours})`,
  )

export async function deleteSetupTokens(sql: Sql | Tx): Promise<void> {
  await sql`delete from setup_tokens`
}
