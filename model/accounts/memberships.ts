import type { Part, Sql, Tx } from '#runtime/postgres.ts'
import type { Role } from '#schemas/roles.ts'
import { hasRows } from '../rows.ts'
import { mayOpen } from './may-open.ts'

export interface Membership {
  id: string
  name: string
  role: Role
}

/** The accounts of a user, by name. */
export async function selectMemberships(sql: Sql, userId: string): Promise<Membership[]> {
  return await sql<Membership[]>`
    select accounts.id, accounts.name, memberships.role
    from memberships
    join accounts on accounts.id = memberships.account_id
    where memberships.user_id = ${userId}
    order by accounts.name, accounts.id`
}

/** The user id of the owner who joined an account first; null if it has none. */
export const firstOwner = (sql: Sql | Tx, accountId: Part) => sql`
  (
    select user_id
    from memberships
    where account_id = ${accountId} and role = 'owner'
    order by created_at, user_id
    limit 1
  )`

/** Locks the account first (lockAccount). */
export async function insertMembership(tx: Tx, accountId: string, userId: string, role: Role): Promise<void> {
  await tx`
    insert into memberships (account_id, user_id, role)
    values (${accountId}, ${userId}, ${role})`
}

/** Moves a session to another account of its user. False if the user is not a member there, or must sign in differently. */
export async function openAccount(
  sql: Sql | Tx,
  sessionId: Buffer,
  userId: string,
  accountId: string,
): Promise<boolean> {
  const rows = await sql`
    with opened as (
      update memberships
      set opened_at = now()
      where user_id = ${userId} and account_id = ${accountId} and ${mayOpen(sql, limitOf(sql, sessionId))}
      returning account_id
    )
    update sessions
    set account_id = opened.account_id
    from opened
    where sessions.id = ${sessionId} and sessions.user_id = ${userId}
    returning sessions.id`
  return rows.length > 0
}

const limitOf = (sql: Sql | Tx, sessionId: Buffer) =>
  sql`(select provider_account_id from sessions where id = ${sessionId})`

/** Whether the user has accounts, but the password opens none of them. */
export const needsProvider = (sql: Sql, userId: string): Promise<boolean> =>
  hasRows(
    sql,
    sql`memberships where user_id = ${userId} having count(*) > 0 and not bool_or(${mayOpen(sql, sql`null::uuid`)})`,
  )
