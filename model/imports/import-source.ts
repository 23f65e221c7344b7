import type { Sql, Tx } from '#runtime/postgres.ts'
import type { SecretKeys } from '#runtime/secret-keys.ts'
import { sealSecret } from '../installation/stored-secrets.ts'

/** The API of a service, and the position up to which it was read. */
export interface ImportSourceRow {
  token: string
  /** The next page, which is null after the last one. null before the first one. */
  cursor: { next: unknown } | null
  /** Number of the last link that was read. */
  position: number
}

export async function insertSource(tx: Tx, keys: SecretKeys, importId: string, token: string): Promise<void> {
  const sealed = await sealSecret(tx, keys, 'source token', token)
  await tx`insert into import_sources (import_id, token) values (${importId}, ${sealed})`
}

/** undefined if everything was read. */
export async function readSource(sql: Sql, keys: SecretKeys, importId: string): Promise<ImportSourceRow | undefined> {
  const [row] = await sql<ImportSourceRow[]>`
    select token, cursor, position
    from import_sources
    where import_id = ${importId}`
  return row === undefined ? undefined : { ...row, token: keys.open('source token', row.token) }
}

/** Call in the transaction that stores the links of the page. */
export async function moveSource(
  tx: Tx,
  importId: string,
  { next, position }: { next: unknown; position: number },
): Promise<void> {
  await tx`
    update import_sources
    set cursor = ${tx.json({ next } as never)}, position = ${position}
    where import_id = ${importId}`
}
