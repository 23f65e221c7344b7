import type { Sql } from '#runtime/postgres.ts'
import { recordOfUser, type UserOrigin } from './audit-log.ts'
import { lockUser } from './lock-user.ts'

interface ResetFactors {
  email: string
  had_app: boolean
  passkeys: number
}

/** Removes the authenticator app, recovery codes and passkeys of a user. Null if there is no such user. */
export async function resetSecondFactors(sql: Sql, email: string, origin: UserOrigin): Promise<ResetFactors | null> {
  return await sql.begin(async (tx) => {
    const user = await lockUser(tx, email)
    if (user === null) return null
    const { count: apps } = await tx`delete from authenticators where user_id = ${user.id} and confirmed_at is not null`
    const { count: passkeys } = await tx`delete from passkeys where user_id = ${user.id}`
    const change = {
      action: 'waymark members reset-two-factor',
      summary: 'Remove the authenticator app and passkeys of a user',
      object_ids: [user.id],
    }
    if (apps + passkeys > 0) await recordOfUser(tx, user.id, origin, change)
    return { email: user.email, had_app: apps > 0, passkeys }
  })
}
