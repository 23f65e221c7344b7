import type { Sql, Tx } from '#runtime/postgres.ts'
import { userActor } from './actor.ts'
import { recordOfUser, type UserOrigin } from './audit-log.ts'
import { endAccess } from './end-access.ts'
import { lockAccountsOf, lockUser, lockUserById } from './lock-user.ts'
import { hashToken, mintToken } from './open-session.ts'
import { deleteSessions } from './sessions.ts'

const validMinutes = 30
/** Links of a user that work at the same time: a stranger who asks for more cannot end the one that the user waits for. */
const mostLinks = 3

/** The page that sets a new password. */
export const resetUrl = (baseUrl: string, token: string): string => `${baseUrl}/login/reset?token=${token}`

/**
 * Creates a link. Only the hash of its token is stored. Null if there is no such user, or they have enough links. With an
 * origin, the accounts of the user have an entry about it.
 */
export async function insertReset(
  sql: Sql,
  email: string,
  origin?: UserOrigin,
): Promise<{ token: string; email: string } | null> {
  return await sql.begin(async (tx) => {
    const token = mintToken()
    const user = await lockUser(tx, email)
    if (user === null) return null
    const rows = await tx`
      insert into password_resets (token_hash, user_id, expires_at)
      select ${hashToken(token)}, ${user.id}, now() + make_interval(mins => ${validMinutes})
      where (select count(*) from password_resets where user_id = ${user.id} and expires_at > now()) < ${mostLinks}
      returning user_id`
    if (rows.length === 0) return null
    const change = { action: 'waymark members reset-link', summary: 'Print a reset link', object_ids: [user.id] }
    if (origin !== undefined) await recordOfUser(tx, user.id, origin, change)
    return { token, email: user.email }
  })
}

export async function deleteReset(sql: Sql | Tx, token: string): Promise<number> {
  const { count } = await sql`delete from password_resets where token_hash = ${hashToken(token)}`
  return count
}

/** The user whose password the link sets; null if it was used, has expired, or never existed. */
export async function findReset(sql: Sql | Tx, token: string): Promise<{ id: string; email: string } | null> {
  const [user] = await sql<{ id: string; email: string }[]>`
    select users.id, users.email
    from password_resets
    join users on users.id = password_resets.user_id
    where token_hash = ${hashToken(token)} and expires_at > now()`
  return user ?? null
}

interface Reset {
  token: string
  password_hash: string
  /** Also end all other access. */
  revokes_access: boolean
  address: string
}

/** Sets the password, and ends all links and sessions of the user. False if the link no longer works. */
export async function applyReset(sql: Sql, { token, password_hash, revokes_access, address }: Reset): Promise<boolean> {
  return await sql.begin(async (tx) => {
    const user = await findReset(tx, token)
    if (user === null) return false
    // The row of the user is locked first, as by insertReset(); of two requests with one link, the second finds none.
    if (revokes_access) await lockAccountsOf(tx, user.id)
    await lockUserById(tx, user.id)
    if ((await deleteReset(tx, token)) === 0) return false
    await tx`
      update users
      set password_hash = ${password_hash}, updated_at = now()
      where id = ${user.id}`
    await deleteResets(tx, user.id)
    await deleteSessions(tx, user.id)
    if (revokes_access) await endAccess(tx, user.id)
    const change = { action: 'reset_password', summary: 'Reset the password with a link', object_ids: [user.id] }
    await recordOfUser(tx, user.id, { actor: userActor(user), address }, change)
    return true
  })
}

/** Links that were sent before a password or email changed end with it. */
export async function deleteResets(tx: Tx, userId: string): Promise<void> {
  await tx`delete from password_resets where user_id = ${userId}`
}
