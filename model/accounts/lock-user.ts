import type { Tx } from '#runtime/postgres.ts'

/**
 * The order in which transactions lock rows, so that no two of them wait for each other: accounts in the order of their IDs
 * (lockAccount, lockAccountsOf, holdCaller), then the user (lockUser, lockUserById), memberships, sessions in the order of their
 * IDs (holdSession, endSessions), then the rest. Clearing of expired rows skips locked ones. Foreign keys take locks that
 * conflict with none of these.
 */

/** Locks the user with this email address until the transaction ends. Null if there is none. */
export async function lockUser(tx: Tx, email: string): Promise<{ id: string; email: string } | null> {
  const [row] = await tx<{ id: string; email: string }[]>`
    select id, email
    from users
    where lower(email) = lower(${email})
    for no key update`
  return row ?? null
}

export async function lockUserById(tx: Tx, userId: string): Promise<void> {
  await tx`select from users where id = ${userId} for no key update`
}

/** Locks the accounts of a user, whose keys and apps can then be ended (endAccess). Call before the user is locked. */
export async function lockAccountsOf(tx: Tx, userId: string): Promise<void> {
  const all = tx`(select account_id from memberships where user_id = ${userId})`
  await tx`select from accounts where id in ${all} order by id for no key update`
}
