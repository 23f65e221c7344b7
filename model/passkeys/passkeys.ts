import type { Sql, Tx } from '#runtime/postgres.ts'
import { uuidv7 } from '#runtime/uuid.ts'
import type { PasskeyRow } from '#schemas/passkeys.ts'
import type { KnownUser } from '../accounts/sessions.ts'

/** Maximum passkeys of a user. */
export const mostPasskeys = 20

export async function selectPasskeys(sql: Sql, userId: string): Promise<PasskeyRow[]> {
  return await sql<PasskeyRow[]>`
    select id, name, created_at, last_used_at
    from passkeys
    where user_id = ${userId}
    order by created_at, id
    limit ${mostPasskeys}`
}

/** With these, the browser does not offer the same authenticator again. */
export async function selectCredentialIds(sql: Sql, userId: string): Promise<string[]> {
  const rows = await sql<{ credential_id: Buffer }[]>`
    select credential_id
    from passkeys
    where user_id = ${userId}
    limit ${mostPasskeys}`
  return rows.map(({ credential_id }) => credential_id.toString('base64url'))
}

interface NewPasskey {
  user_id: string
  name: string
  credential_id: Buffer
  public_key: Buffer
  counter: number
}

/** Call after holdSession(), whose lock keeps two requests from exceeding the limit. */
export async function insertPasskey(
  tx: Tx,
  { user_id, ...passkey }: NewPasskey,
): Promise<PasskeyRow | 'full' | 'taken'> {
  const { name, credential_id, public_key, counter } = passkey
  const rows = await tx<PasskeyRow[]>`
    with others as (select count(*)::int as count from passkeys where user_id = ${user_id})
    insert into passkeys (id, user_id, name, credential_id, public_key, counter)
    select ${uuidv7()}::uuid, ${user_id}::uuid, ${name}, ${credential_id}, ${public_key}, ${counter}
    from others
    where others.count < ${mostPasskeys}
    on conflict (credential_id) do nothing
    returning id, name, created_at, last_used_at`
  if (rows[0] !== undefined) return rows[0]
  const taken = await tx`select from passkeys where credential_id = ${credential_id}`
  return taken.length > 0 ? 'taken' : 'full'
}

export async function renamePasskey(tx: Tx, userId: string, id: string, name: string): Promise<PasskeyRow | null> {
  const [row] = await tx<PasskeyRow[]>`
    update passkeys
    set name = ${name}
    where id = ${id} and user_id = ${userId}
    returning id, name, created_at, last_used_at`
  return row ?? null
}

/** False if the user has no such passkey. */
export async function deletePasskey(tx: Tx, userId: string, id: string): Promise<boolean> {
  const { count } = await tx`delete from passkeys where id = ${id} and user_id = ${userId}`
  return count > 0
}

export interface Credential {
  id: string
  public_key: Buffer
  counter: number
  user: KnownUser
}

export async function findCredential(sql: Sql, credentialId: Buffer): Promise<Credential | null> {
  const [row] = await sql<(Omit<Credential, 'user'> & { user_id: string; email: string; password_hash: string })[]>`
    select passkeys.id, public_key, counter::float8 as counter, user_id, email, password_hash
    from passkeys
    join users on users.id = passkeys.user_id
    where credential_id = ${credentialId}`
  if (row === undefined) return null
  const { user_id, email, password_hash, ...credential } = row
  return { ...credential, user: { id: user_id, email, password_hash } }
}

/** False if the passkey has been used with this counter or a higher one, or was removed. Some authenticators always send 0. */
export async function recordUse(sql: Sql, id: string, counter: number): Promise<boolean> {
  const { count } = await sql`
    update passkeys
    set counter = ${counter}, last_used_at = now()
    where id = ${id} and (counter < ${counter} or (counter = 0 and ${counter} = 0))`
  return count > 0
}
