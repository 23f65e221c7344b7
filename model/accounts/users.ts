import { type Sql, type Tx, violates } from '#runtime/postgres.ts'
import { uuidv7 } from '#runtime/uuid.ts'
import { hasRows } from '../rows.ts'
import { isClaimed } from '../single-sign-on/settings.ts'
import { fromCli, recordOfUser } from './audit-log.ts'
import { type EndedAccess, endAccess } from './end-access.ts'
import { lockAccountsOf } from './lock-user.ts'
import { deleteResets } from './password-resets.ts'
import { deleteSessions } from './sessions.ts'
import { deleteSetupTokens } from './setup-tokens.ts'

export interface UserRow {
  id: string
  email: string
  password_hash: string
}

export const hasUsers = (sql: Sql): Promise<boolean> => hasRows(sql, sql`users`)

export async function findUser(sql: Sql, email: string): Promise<UserRow | null> {
  const [row] = await sql<UserRow[]>`
    select id, email, password_hash
    from users
    where lower(email) = lower(${email})`
  return row ?? null
}

/**
 * Ends every session of the user, and if asked for all other access. False if the password was changed since the given
 * row was read.
 */
export async function changePassword(
  sql: Sql,
  user: UserRow,
  passwordHash: string,
  revokeAccess = false,
): Promise<boolean> {
  return await sql.begin(async (tx) => {
    if (revokeAccess) await lockAccountsOf(tx, user.id)
    const { count } = await tx`
      update users
      set password_hash = ${passwordHash}, updated_at = now()
      where id = ${user.id} and password_hash = ${user.password_hash}`
    if (count === 0) return false
    await deleteSessions(tx, user.id)
    await deleteResets(tx, user.id)
    if (revokeAccess) await endAccess(tx, user.id)
    return true
  })
}

/** `outdated`: the password was changed since the given row was read. `claimed`: single sign-on decides who has the email. */
export async function changeEmail(
  sql: Sql,
  user: UserRow,
  email: string,
): Promise<'changed' | 'taken' | 'outdated' | 'claimed'> {
  try {
    const count = await sql.begin(async (tx) => {
      if (email.toLowerCase() !== user.email.toLowerCase() && (await isClaimed(tx, email))) return null
      const changed = await tx`
        update users
        set email = ${email}, updated_at = now()
        where id = ${user.id} and password_hash = ${user.password_hash}`
      if (changed.count > 0) await deleteResets(tx, user.id)
      return changed.count
    })
    if (count === null) return 'claimed'
    return count === 0 ? 'outdated' : 'changed'
  } catch (error) {
    if (violates(error, 'users_email')) return 'taken'
    throw error
  }
}

export async function changeTimeZone(sql: Tx, userId: string, timeZone: string | null): Promise<void> {
  await sql`
    update users
    set time_zone = ${timeZone}, updated_at = now()
    where id = ${userId}`
}

/**
 * Sets the password of the user with this email and signs them out everywhere. Ends their other access too, unless it
 * is kept. Null if there is no such user.
 */
export async function resetPassword(
  sql: Sql,
  email: string,
  passwordHash: string,
  { keepAccess }: { keepAccess: boolean },
): Promise<EndedAccess | null> {
  return await sql.begin(async (tx) => {
    const [user] = await tx<{ id: string }[]>`select id from users where lower(email) = lower(${email})`
    if (user === undefined) return null
    if (!keepAccess) await lockAccountsOf(tx, user.id)
    await tx`
      update users
      set password_hash = ${passwordHash}, updated_at = now()
      where id = ${user.id}`
    await deleteSessions(tx, user.id)
    await deleteResets(tx, user.id)
    const change = { action: 'waymark owner create', summary: 'Reset the password of a user', object_ids: [user.id] }
    await recordOfUser(tx, user.id, fromCli, change)
    return keepAccess ? { keys: 0, apps: 0, passkeys: 0 } : await endAccess(tx, user.id)
  })
}

/** Inserts the owner of an account, which ends setup; null if it already has one. */
export async function insertOwner(
  sql: Sql,
  accountId: string,
  email: string,
  passwordHash: string,
): Promise<UserRow | null> {
  return await sql.begin(async (tx) => {
    await tx`select 1 from accounts where id = ${accountId} for update`
    if (await hasRows(tx, tx`memberships where account_id = ${accountId} and role = 'owner'`)) return null
    const user = { id: uuidv7(), email, password_hash: passwordHash }
    await tx`
      insert into users (id, email, password_hash)
      values (${user.id}, ${user.email}, ${user.password_hash})`
    await tx`
      insert into memberships (account_id, user_id, role)
      values (${accountId}, ${user.id}, 'owner')`
    await deleteSetupTokens(tx)
    return user
  })
}

export interface NewUser {
  email: string
  password_hash: string
}

/** The id of a new user, who is no member of any account. */
export async function insertUser(tx: Tx, { email, password_hash }: NewUser): Promise<string> {
  const id = uuidv7()
  await tx`
    insert into users (id, email, password_hash)
    values (${id}, ${email}, ${password_hash})`
  return id
}
