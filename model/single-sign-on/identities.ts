import type { Sql, Tx } from '#runtime/postgres.ts'
import { uuidv7 } from '#runtime/uuid.ts'
import type { IdentityRow } from '#schemas/single-sign-on.ts'
import { endSessions } from '../accounts/session-locks.ts'
import { hasRows } from '../rows.ts'

/** Who signed in at a provider. */
export interface Subject {
  issuer: string
  subject: string
}

export interface IdentityOwner {
  id: string
  user_id: string
  email: string
  role: string
  is_own: boolean
}

/** The member who has this identity. Connections are valid in one account only, because each account chooses its provider. */
export async function findIdentity(
  tx: Tx,
  accountId: string,
  { issuer, subject }: Subject,
): Promise<IdentityOwner | null> {
  const [row] = await tx<IdentityOwner[]>`
    select identities.id, identities.user_id, email, role, is_own
    from identities
    join users on users.id = identities.user_id
    join memberships
      on memberships.account_id = identities.account_id and memberships.user_id = identities.user_id
    where identities.account_id = ${accountId} and issuer = ${issuer} and subject = ${subject}`
  return row ?? null
}

interface NewIdentity extends Subject {
  account_id: string
  user_id: string
  is_own: boolean
}

/** Call under the lock of the account. False if the member has another identity of this provider. */
export async function insertIdentity(tx: Tx, identity: NewIdentity): Promise<boolean> {
  const { account_id, user_id, issuer } = identity
  const others = tx`identities where account_id = ${account_id} and user_id = ${user_id} and issuer = ${issuer}`
  if (await hasRows(tx, others)) return false
  await tx`insert into identities ${tx({ id: uuidv7(), ...identity })}`
  return true
}

/** Records that the user has asked for the connection. */
export async function ownIdentity(tx: Tx, id: string): Promise<void> {
  await tx`update identities set is_own = true where id = ${id}`
}

export async function touchIdentity(tx: Tx, accountId: string, { issuer, subject }: Subject): Promise<void> {
  await tx`
    update identities
    set last_used_at = now()
    where account_id = ${accountId} and issuer = ${issuer} and subject = ${subject}`
}

/** Identities of a user, in all accounts or in the one that the session is limited to. */
export async function selectIdentities(sql: Sql, userId: string, limit: string | null): Promise<IdentityRow[]> {
  return await sql<IdentityRow[]>`
    select identities.id, identities.account_id, accounts.name as account_name, issuer, identities.created_at, last_used_at
    from identities
    join accounts on accounts.id = identities.account_id
    where user_id = ${userId} and (${limit}::uuid is null or account_id = ${limit})
    order by accounts.name, identities.created_at, identities.id`
}

/** Call after holdSession(). Also ends the sessions that it opened. False if the user has no such identity. */
export async function deleteIdentity(tx: Tx, userId: string, limit: string | null, id: string): Promise<boolean> {
  const [row] = await tx<{ account_id: string }[]>`
    delete from identities
    where id = ${id} and user_id = ${userId} and (${limit}::uuid is null or account_id = ${limit})
    returning account_id`
  if (row === undefined) return false
  await endSessions(tx, tx`user_id = ${userId} and provider_account_id = ${row.account_id}`)
  return true
}
