import type { Sql } from '#runtime/postgres.ts'
import { uuidv7 } from '#runtime/uuid.ts'

/** True when there is a user of this address: their password is now the given one. */
export async function resetPassword(sql: Sql, email: string, passwordHash: string): Promise<boolean> {
  const { count } = await sql`
    update users
    set password_hash = ${passwordHash}, updated_at = now()
    where lower(email) = lower(${email})`
  return count === 1
}

/** Gives an account its owner; false when it has one already. */
export async function insertOwner(sql: Sql, accountId: string, email: string, passwordHash: string): Promise<boolean> {
  return await sql.begin(async (tx) => {
    await tx`select 1 from accounts where id = ${accountId} for update`
    const owners = await tx`select 1 from memberships where account_id = ${accountId} and role = 'owner'`
    if (owners.length > 0) return false
    const userId = uuidv7()
    await tx`
      insert into users (id, email, password_hash)
      values (${userId}, ${email}, ${passwordHash})`
    await tx`
      insert into memberships (account_id, user_id, role)
      values (${accountId}, ${userId}, 'owner')`
    return true
  })
}
