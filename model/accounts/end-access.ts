import type { Tx } from '#runtime/postgres.ts'
import { hasRows } from '../rows.ts'
import type { Caller } from './caller.ts'

/**
 * Keys and apps of an account are created under this shared lock of its row, and ended under lockAccount(). A transaction
 * with both locks takes lockAccount() first, or two of them would wait for each other.
 *
 * Keeps the caller from being ended before it has created access for others: whatever ends the caller then ends that too.
 * False if the key or session has ended in the meantime, or the role of the user has changed.
 */
export async function holdCaller(
  tx: Tx,
  { account, role, key, session }: Pick<Caller, 'account' | 'role' | 'key' | 'session'>,
): Promise<boolean> {
  await tx`select from accounts where id = ${account.id} for share`
  if (key !== null) return await hasRows(tx, tx`api_keys where id = ${key.id} and revoked_at is null`)
  if (session === null) return false
  return await hasRows(
    tx,
    tx`sessions
      join memberships on memberships.user_id = sessions.user_id and memberships.account_id = ${account.id}
      where sessions.id = ${session.id} and memberships.role = ${role}`,
  )
}

export interface EndedAccess {
  keys: number
  apps: number
  passkeys: number
}

/**
 * Call after lockAccountsOf(). Revokes all keys, apps and open invitations of the accounts that the user owns, and the user's own ones elsewhere. Removes
 * the passkeys and single sign-on connections of the user, with which a stranger could sign in again.
 */
export async function endAccess(tx: Tx, userId: string): Promise<EndedAccess> {
  const owned = () => tx`(select account_id from memberships where user_id = ${userId} and role = 'owner')`
  const own = () => tx`(user_id = ${userId} or account_id in ${owned()})`
  const { count: keys } = await tx`
    update api_keys
    set revoked_at = now()
    where (account_id in ${owned()} or created_by = ${userId}) and revoked_at is null`
  await tx`delete from invitations where account_id in ${owned()} or created_by = ${userId}`
  const { count: apps } = await tx`delete from oauth_consents where ${own()}`
  await tx`
    update oauth_grants
    set revoked_at = now()
    where ${own()} and revoked_at is null`
  const { count: passkeys } = await tx`delete from passkeys where user_id = ${userId}`
  await tx`delete from identities where user_id = ${userId}`
  return { keys, apps, passkeys }
}
