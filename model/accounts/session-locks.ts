import type { Part, Tx } from '#runtime/postgres.ts'
import type { Session } from './caller.ts'
import { lockUserById } from './lock-user.ts'

/** Ends sessions in the order of their IDs (lock-user.ts). Returns their number. */
export async function endSessions(tx: Tx, condition: Part): Promise<number> {
  const { count } = await tx`
    delete from sessions
    where id in (
      select id
      from sessions
      where ${condition}
      order by id
      for update
    )`
  return count
}

/**
 * Keeps the session from being ended before the transaction has changed how its user signs in: a password change waits. False if
 * it has ended.
 */
export async function holdSession(tx: Tx, { id, user }: Pick<Session, 'id' | 'user'>): Promise<boolean> {
  await lockUserById(tx, user.id)
  const rows = await tx`select from sessions where id = ${id} and expires_at > now() for key share`
  return rows.length > 0
}
